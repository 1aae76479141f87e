import type { Readable } from 'node:stream';
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import type { z } from 'zod';
import * as documents from '../generated/operations.ts';
import type { Context } from '../graphql/context.ts';
import { answerOf } from './answers/answer.ts';
import type { Serializer } from './answers/serializers.ts';
import { isBinary, type MediaType } from './file-formats.ts';
import { inputOf, type RestRequest, type Schemas } from './input.ts';
import type { ResponseHeader } from './openapi/headers.ts';
import type { ProblemCode } from './openapi/problems.ts';
import { PARAMETERS, type Parameters } from './parameters.ts';

const saved = { ...documents };
type Documents = typeof saved;
/** The names of the saved operations. */
type Name = { [Key in keyof Documents]: Key extends `${infer Name}Document` ? Name : never }[keyof Documents];
/** Without an error, no root field is null; with one, the answer is the error. */
type Data<Operation extends Name> = AllThere<ResultOf<Documents[`${Operation}Document`]>>;
type AllThere<Fields> = { [Key in keyof Fields]-?: NonNullable<Fields[Key]> };
type Variables<Operation extends Name> = VariablesOf<Documents[`${Operation}Document`]>;
/** The parameters that a row can read: those of parameters.ts and its own. */
type Given<Own> = Omit<Parameters, keyof Own> & Own;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Response of a route; the handler adds the rest. All replies have all properties: reading one of an object that V8 has not
 * seen before costs more than a look-up's own work.
 */
export interface Reply<Body = unknown> {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Body | undefined;
  /** Cursor of the page that follows this one. */
  nextCursor: string | null | undefined;
  /** Instead of a body: the last segment of the path that took the place of this one, which is not encoded. */
  movedTo: string | undefined;
  /** Instead of a body: bytes that are sent as they come. */
  stream: ((context: Context) => Promise<Readable>) | undefined;
}

/** File that a route sends as it comes. */
interface FileOf<Read, Sent> {
  /** Media types that it can have, the usual one first. */
  types: readonly [MediaType, ...MediaType[]];
  /** Which of them it has, if there are several. */
  typeOf?: (sent: Sent, data: Read) => MediaType;
  open: (data: Read, sent: Sent) => (context: Context) => Promise<Readable>;
}

interface Row<Operation extends Name, Own> {
  summary: string;
  /** Unless the GraphQL schema describes the mutation as well. */
  description?: string;
  /** Schemas of parameters, by name, beside those of parameters.ts and instead of them. */
  parameters?: { [Name in keyof Own]: z.ZodType<Own[Name]> };
  /** The parameter that is the whole body, instead of one of its fields. */
  body?: string & keyof Variables<Operation>;
  isBodyOptional?: boolean;
  /** Fields of the body of which exactly one must be sent. */
  exactlyOne?: readonly (string & keyof Own)[];
  /** Parameters of the query, although the method has a body. */
  inQuery?: readonly (string & keyof Own)[];
  /** Whether it needs a personal key: lists and keys belong to users (contract, section 9). */
  needsUser?: true;
  /** Makes the variables of the document, unless they are parameters by their names. */
  variables?: (given: Given<Own>) => Variables<Operation>;
  /** Parameters behind the fields of a variable that `variables` makes, both as JSON pointers, for faults that name a field. */
  sentAs?: Readonly<Record<string, string>>;
  /** Whether it spends credits: then HEAD is refused, which would pay for an answer that is not sent. */
  charges?: boolean;
  /** The parameter with which it spends none, if it has one. */
  freeWith?: string;
  /** Response keys to the body, unless it is the innermost object that holds everything that the document selects. */
  answer?: readonly string[];
  /** Arranges the body in another way, such as a list in groups. */
  arrange?: (derived: Serializer) => Serializer;
  /** Instead of a body. Its `example` is one, or those of several media types by their names. */
  file?: FileOf<Data<Operation>, Variables<Operation>>;
  /** Answers with 301 and this last segment of the path, if it differs from that of the request. */
  movedTo?: (data: Data<Operation>, variables: Variables<Operation>) => string | undefined;
  /** Status of success, unless it is 200, or 204 for DELETE. One that varies is 200 or 201; for DELETE, 200 or 204. */
  status?: 201 | 202 | 204 | ((data: Data<Operation>) => 200 | 201 | 204);
  headers?: { [Name in ResponseHeader]?: (data: Data<Operation>, variables: Variables<Operation>) => string };
  /** Example of the answer, unless those of examples.ts make one. */
  example?: unknown;
  /** Errors beside those that follow from method, path and parameters (openapi/operation.ts). */
  errors?: readonly ProblemCode[];
}

/** Asks for `variables` unless the parameters have the names and types of the document's. */
type NeedsVariables<Operation extends Name, Own> =
  Given<Own> extends Variables<Operation>
    ? unknown
    : Variables<Operation> extends Record<string, never>
      ? unknown
      : { variables: object };

/** A row of the route table, its types closed over. */
export type Route = ReturnType<typeof route>;

/**
 * A REST route: a saved GraphQL document and the mapping of parameters and result. The row is checked against the
 * types of its document and schemas here; behind this function the table is uniform.
 *
 * @param target method and path, in Express' syntax and relative to /v1.
 */
export function route<Operation extends Name, Own = Record<never, never>>(
  name: Operation,
  target: `${Method} /${string}`,
  row: Row<Operation, Own> & NeedsVariables<Operation, Own>,
) {
  const { parameters, file, status, variables, movedTo, headers = {} }: Row<Operation, Own> = row;
  const [method, path] = target.split(' ') as [Method, string];
  const document: DocumentNode = saved[`${name}Document`];
  const names = getOperationAST(document)?.variableDefinitions?.map((each) => each.variable.name.value) ?? [];
  const own = (parameters ?? {}) as Schemas;
  // A row that makes variables has parameters of its own; other variables are the parameters of the same name.
  const read = variables ? [...Object.keys(own), ...names.filter((each) => each in PARAMETERS)] : names;
  const input = inputOf(method, path, [...new Set(read)], own, row);
  const varies = typeof status === 'function';
  const isEmpty = (method === 'DELETE' && !varies) || status === 204;
  const derived = file || isEmpty ? undefined : answerOf(document, row.answer);
  const answer = derived && { ...derived, ...row.arrange?.(derived) };
  const statuses = varies ? [200, method === 'DELETE' ? 204 : 201] : [status ?? (isEmpty ? 204 : 200)];
  /** The feed of events has cursors and no last page. */
  const isPage = document.definitions.some(
    (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === 'NextPage',
  );
  const computed = Object.entries(headers);
  const contentType = (type: MediaType) => ({
    'Content-Type': isBinary(type) ? type : `${type}; charset=utf-8`,
  });
  const constantHeaders: Record<string, string> = file ? contentType(file.types[0]) : {};
  const headersOf = (data: Data<Operation>, given: Variables<Operation>) => {
    const all: Record<string, string> = file?.typeOf
      ? contentType(file.typeOf(given, data))
      : { ...constantHeaders };
    for (const [name, valueFrom] of computed) all[name] = valueFrom(data, given);
    return all;
  };
  return {
    name,
    method,
    path,
    summary: row.summary,
    description: row.description,
    example: row.example,
    errors: row.errors ?? [],
    charges: row.charges ?? false,
    freeWith: row.freeWith ?? '',
    needsUser: row.needsUser ?? false,
    document,
    /** Names of the variables of the document, and of the parameters that become variables. */
    names: [...new Set([...names, ...Object.keys(own)])],
    sentAs: row.sentAs ?? {},
    input,
    answer,
    statuses,
    /** Media types of the file that it sends; undefined if it sends none. */
    fileTypes: file?.types,
    isPage,
    /** Whether another resource can take the place of this one. */
    canMove: movedTo !== undefined,
    responseHeaders: computed.map(([name]) => name as ResponseHeader),
    /** @throws Fault validation_error */
    readVariables: (req: RestRequest): Record<string, unknown> => {
      const given = input.read(req);
      return variables ? variables(given as Given<Own>) : given;
    },
    reply: (data: unknown, read: Record<string, unknown>): Reply => {
      const [given, sent] = [data as Data<Operation>, read as Variables<Operation>];
      const segment = movedTo?.(given, sent);
      if (segment !== undefined)
        return {
          status: 301,
          headers: {},
          body: undefined,
          nextCursor: undefined,
          movedTo: segment,
          stream: undefined,
        };
      const body = answer?.map ? answer.map(data, read) : data;
      const sends = varies ? status(given) : (statuses[0] ?? 200);
      return {
        status: sends,
        headers: computed.length === 0 ? constantHeaders : headersOf(given, sent),
        body: answer && sends !== 204 ? body : undefined,
        nextCursor: isPage ? (body as { next_cursor: string | null }).next_cursor : undefined,
        movedTo: undefined,
        stream: file?.open(given, sent),
      };
    },
  };
}

/** Whether a route heeds an Idempotency-Key: it changes something, and is not a GET, which a client may repeat anyway. */
export function heedsKey({ method, document }: Route): boolean {
  return method !== 'GET' && getOperationAST(document)?.operation === OperationTypeNode.MUTATION;
}
