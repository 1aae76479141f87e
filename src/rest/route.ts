import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
import type { z } from 'zod';
import type { Context } from '../graphql/context.ts';
import type { RouteDocs } from './docs/route-docs.ts';

/** What a route answers; the handler adds the rest. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Absent: the answer has none. */
  body?: unknown;
  /** Instead of a body: bytes that are sent as they come. */
  stream?: (context: Context) => Promise<Readable>;
}

/** What a route is given, parsed by its schemas. */
interface Input<Path, Query, Body> {
  params: Path;
  query: Query;
  body: Body;
  headers: IncomingHttpHeaders;
}

interface RouteDefinition<Path, Query, Body, Data, Variables> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express syntax, relative to /v1. */
  path: string;
  /** The saved operation behind the route. */
  document: TypedDocumentNode<Data, Variables>;
  /** What the documentation says of it. */
  docs: RouteDocs;
  /** Whether it spends credits: then HEAD is refused, which would pay for an answer that is not sent. */
  charges?: boolean;
  params: z.ZodType<Path>;
  query: z.ZodType<Query>;
  body: z.ZodType<Body>;
  variables: (input: Input<Path, Query, Body>) => Variables;
  reply: (data: Data, input: Input<Path, Query, Body>) => Reply;
}

type RouteInput = Input<unknown, unknown, unknown>;

/** A row of the route table, its types closed over. */
export interface Route {
  method: RouteDefinition<unknown, unknown, unknown, unknown, unknown>['method'];
  path: string;
  document: DocumentNode;
  docs: RouteDocs;
  charges: boolean;
  schemas: { params: z.ZodType; query: z.ZodType; body: z.ZodType };
  /** @param input parsed by `schemas`. */
  variables: (input: RouteInput) => Record<string, unknown>;
  reply: (data: unknown, input: RouteInput) => Reply;
}

/**
 * A REST route: a saved GraphQL document and the mapping of parameters and result. The row is checked against the
 * types of its document and schemas here; behind this function the table is uniform.
 */
export function route<Path, Query, Body, Data, Variables extends Record<string, unknown>>(
  definition: RouteDefinition<Path, Query, Body, Data, Variables>,
): Route {
  const { method, path, document, docs, charges = false, params, query, body, variables, reply } = definition;
  return {
    method,
    path,
    document,
    docs,
    charges,
    schemas: { params, query, body },
    variables: (input) => variables(input as Input<Path, Query, Body>),
    reply: (data, input) => reply(data as Data, input as Input<Path, Query, Body>),
  };
}

/** Whether a route heeds an Idempotency-Key: it changes something, and is not a GET, which a client may repeat anyway. */
export function heedsKey({ method, document }: Route): boolean {
  return method !== 'GET' && isMutation(document);
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
  );
}
