import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { z } from 'zod';

/** What a route answers; the handler adds the rest. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

interface RouteDefinition<Path, Query, Body, Data, Variables> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express syntax, relative to /v1. */
  path: string;
  /** The saved operation behind the route. */
  document: TypedDocumentNode<Data, Variables>;
  params: z.ZodType<Path>;
  query: z.ZodType<Query>;
  body: z.ZodType<Body>;
  variables: (input: { params: Path; query: Query; body: Body }) => Variables;
  reply: (data: Data, input: { params: Path; query: Query; body: Body }) => Reply;
}

interface RouteInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A row of the route table, its types closed over. */
export interface Route {
  method: RouteDefinition<unknown, unknown, unknown, unknown, unknown>['method'];
  path: string;
  document: DocumentNode;
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
  const { method, path, document, params, query, body, variables, reply } = definition;
  return {
    method,
    path,
    document,
    schemas: { params, query, body },
    variables: (input) => variables(input as { params: Path; query: Query; body: Body }),
    reply: (data, input) => reply(data as Data, input as { params: Path; query: Query; body: Body }),
  };
}
