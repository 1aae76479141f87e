import { type Connection, readConnection } from './connection.ts';
import type { AnyVariables, Arguments, DocumentParameters, TypedDocument } from './documents.ts';
import { type CompanyDataError, errorsOf, isObject, unexpectedAnswer } from './errors.ts';
import { randomId } from './random-id.ts';
import { isTransient, type Outcome, type Retry } from './retry.ts';
import { readJson, type Send } from './send.ts';

export interface OperationOptions {
  /** Replaces the new key that each call has. Retries of the call send the same one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Data of an operation, and an error for each part of it that failed and is null. */
export interface PartialResult<Result> {
  data: Result;
  errors: CompanyDataError[];
}

export interface GraphQL {
  /** Runs a query or a mutation. Throws the error if any part of it fails. */
  <Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, OperationOptions>
  ): Promise<Result>;
  <Result = unknown>(document: string, variables?: AnyVariables, options?: OperationOptions): Promise<Result>;

  /** Runs a query or a mutation, and returns what succeeded beside the errors. Throws if there is no data at all. */
  partial<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, OperationOptions>
  ): Promise<PartialResult<Result>>;
  partial<Result = unknown>(
    document: string,
    variables?: AnyVariables,
    options?: OperationOptions,
  ): Promise<PartialResult<Result>>;

  /**
   * Yields the edges of all pages of a connection. Reads one page at a time.
   *
   * @param document passes `$after: String` to the connection, and selects `edges` and `pageInfo { hasNextPage endCursor }`.
   * @param select finds the connection in the result.
   */
  connection<Result, Variables, Edge>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    select: (result: Result) => Connection<Edge> | null | undefined,
    options?: { signal?: AbortSignal },
  ): AsyncGenerator<Edge, void, undefined>;
  connection<Result, Edge>(
    document: string,
    variables: AnyVariables,
    select: (result: Result) => Connection<Edge> | null | undefined,
    options?: { signal?: AbortSignal },
  ): AsyncGenerator<Edge, void, undefined>;
}

export function createGraphQL(
  send: Send,
  retry: Retry,
  nameDocument: (document: unknown) => DocumentParameters,
): GraphQL {
  async function partial(document: unknown, variables?: unknown, options: OperationOptions = {}) {
    const { idempotencyKey = randomId(), signal } = options;
    const request = {
      method: 'POST',
      path: '/graphql',
      // The service heeds the key for mutations. Queries change nothing, so that every operation may be repeated.
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify({ ...nameDocument(document), variables }),
      signal,
    };
    const attempt = async (deadline: AbortSignal) => answerOf(await send({ ...request, deadline }), signal);
    const { value, error } = await retry.run(attempt, signal);
    if (value) return value;
    throw error;
  }

  async function complete(document: unknown, variables?: unknown, options?: OperationOptions) {
    const { data, errors } = await partial(document, variables, options);
    if (errors[0]) throw errors[0];
    return data;
  }

  // The types say per document what these functions do for any.
  return Object.assign(complete, {
    partial,
    connection: readConnection(complete),
  }) as unknown as GraphQL;
}

async function answerOf(
  response: Response,
  signal: AbortSignal | undefined,
): Promise<Outcome<PartialResult<unknown>>> {
  const json = await readJson(response, signal);
  const errors = errorsOf(response, json);
  const error = errors.find(isTransient) ?? errors[0];
  const data = isObject(json) ? json.data : undefined;
  if (isObject(data)) return { value: { data, errors }, error };
  throw error ?? unexpectedAnswer(response);
}
