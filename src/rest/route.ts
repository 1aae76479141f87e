import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import type { z } from 'zod';
import type { Context } from '../graphql/context.ts';
import { type Answer, answerOf } from './answers/answer.ts';
import type { PageRequest } from './answers/shapes.ts';
import type { ResponseHeader } from './openapi/headers.ts';
import type { ProblemCode } from './openapi/problems.ts';
import { NOTHING } from './parameters.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Empty = Record<never, never>;

/** What a route answers; the handler adds the rest. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
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

interface Documentation {
  summary: string;
  description: string;
  requestExample?: unknown;
  example?: unknown;
  /** Errors beside those that every route with such a path can give (openapi/errors.ts). */
  errors?: readonly ProblemCode[];
  heedsIfMatch?: boolean;
  /** Whether it spends credits: then HEAD is refused, which would pay for an answer that is not sent. */
  charges?: boolean;
}

interface Row<Path, Query, Body, Data, Variables> extends Documentation {
  params?: z.ZodType<Path>;
  query?: z.ZodType<Query>;
  /** Absent: what is sent as a body is ignored. */
  body?: z.ZodType<Body>;
  /** The variables of the document, unless they are the parameters and the fields of the body by their names. */
  variables?: (input: Input<Path, Query, Body>) => Variables;
  /** Response keys from the data of the document to the body of the answer. Absent: the answer has none. */
  answer?: readonly string[];
  /** Instead of `answer`. */
  csv?: (data: Data, input: Input<Path, Query, Body>) => (context: Context) => Promise<Readable>;
  /** Success statuses: 200 unless given, or 204 where there is no answer. */
  statuses?: readonly (200 | 201)[];
  /** Which of several statuses it is. */
  status?: (data: Data) => 200 | 201;
  headers?: Partial<Record<ResponseHeader, (data: Data, input: Input<Path, Query, Body>) => string>>;
}

/** Asks for `variables` unless what is parsed has the names and types of the document's. */
type NeedsVariables<Parsed, Variables> = Parsed extends Variables ? unknown : { variables: object };

type RouteInput = Input<unknown, unknown, unknown>;

/** A row of the route table, its types closed over. */
export interface Route extends Documentation {
  method: Method;
  /** Express syntax, relative to /v1. */
  path: string;
  /** The saved operation behind the route. */
  document: DocumentNode;
  charges: boolean;
  statuses: readonly number[];
  schemas: { params: z.ZodType; query: z.ZodType; body: z.ZodType | undefined };
  answer: Answer | undefined;
  isCsv: boolean;
  responseHeaders: readonly ResponseHeader[];
  /** @param input parsed by `schemas`. */
  variables: (input: RouteInput) => Record<string, unknown>;
  reply: (data: unknown, input: RouteInput) => Reply;
}

/**
 * A REST route: a saved GraphQL document and the mapping of parameters and result. The row is checked against the
 * types of its document and schemas here; behind this function the table is uniform.
 */
export function route<
  Data,
  Variables extends Record<string, unknown>,
  Path = Empty,
  Query = Empty,
  Body = Empty,
>(
  target: `${Method} /${string}`,
  document: TypedDocumentNode<Data, Variables>,
  row: Row<Path, Query, Body, Data, Variables> & NeedsVariables<Path & Query & Body, Variables>,
): Route {
  const definition: Row<Path, Query, Body, Data, Variables> = row;
  const { params = NOTHING, query = NOTHING, body, charges = false, csv, headers = {} } = definition;
  const [method, path = ''] = target.split(' ');
  const answer = definition.answer && answerOf(document, definition.answer);
  const statuses: readonly number[] = definition.statuses ?? [answer || csv ? 200 : 204];
  const computed = Object.entries(headers);
  return {
    ...definition,
    method: method as Method,
    path,
    document,
    charges,
    statuses,
    schemas: { params, query, body },
    answer,
    isCsv: csv !== undefined,
    responseHeaders: Object.keys(headers) as ResponseHeader[],
    variables: (input) =>
      definition.variables?.(input as Input<Path, Query, Body>) ?? {
        ...(input.params as object),
        ...(input.query as object),
        ...(body && (input.body as object)),
      },
    reply: (data, input) => {
      const [given, parsed] = [data as Data, input as Input<Path, Query, Body>];
      return {
        status: definition.status?.(given) ?? statuses[0] ?? 200,
        headers: {
          ...(csv ? { 'Content-Type': 'text/csv; charset=utf-8' } : {}),
          ...Object.fromEntries(computed.map(([name, valueFrom]) => [name, valueFrom(given, parsed)])),
        },
        ...(answer ? { body: answer.map ? answer.map(data, input.query as PageRequest) : data } : {}),
        ...(csv ? { stream: csv(given, parsed) } : {}),
      };
    },
  };
}

/** Whether a route heeds an Idempotency-Key: it changes something, and is not a GET, which a client may repeat anyway. */
export function heedsKey({ method, document }: Route): boolean {
  return method !== 'GET' && getOperationAST(document)?.operation === OperationTypeNode.MUTATION;
}
