import { CompanyDataError, fromGraphQL, isObject } from './errors.ts';
import type { Send } from './send.ts';

/** A document that knows the types of its result and variables; what code generators write for documents as text. */
export class TypedDocumentString<Result, Variables> extends String {
  /** Only for types: nothing is ever there. */
  declare readonly __apiType?: (variables: Variables) => Result;
}

/** The same as a syntax tree; it has to carry its text (`loc.source.body`), since nothing here prints documents. */
export interface TypedDocumentNode<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
  readonly loc?: { readonly source: { readonly body: string } };
}

type Document<Result, Variables> =
  | TypedDocumentString<Result, Variables>
  | TypedDocumentNode<Result, Variables>;

type VariablesArgument<Variables> =
  Record<string, never> extends Variables ? [variables?: Variables] : [variables: Variables];

export interface GraphQL {
  <Result, Variables>(
    document: Document<Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): Promise<Result>;
  <Result = unknown>(document: string, variables?: Record<string, unknown>): Promise<Result>;
}

/** Runs operations. Any error in the answer is thrown, the first one with its code: there is no half of a result. */
export function createGraphQL(send: Send): GraphQL {
  return (async (document: unknown, variables?: unknown) => {
    const query = textOf(document);
    const response = await send({
      method: 'POST',
      path: '/graphql',
      headers: newHeaders(),
      body: JSON.stringify({ query, ...(variables === undefined ? {} : { variables }) }),
    });
    const answer: unknown = await response.json();
    const { data, errors } = isObject(answer) ? answer : {};
    const [first] = Array.isArray(errors) ? errors : [];
    if (isObject(first)) throw fromGraphQL(response, first);
    if (data !== undefined && data !== null) return data;
    throw new CompanyDataError({
      status: response.status,
      code: 'unexpected_answer',
      message: 'The service answered without data.',
    });
  }) as GraphQL;
}

/** With a key every operation may be repeated: the service heeds it for mutations, and reads change nothing. */
function newHeaders(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  };
}

function textOf(document: unknown): string {
  if (typeof document === 'string' || document instanceof String) return String(document);
  const text = (document as TypedDocumentNode<unknown, unknown>).loc?.source.body;
  if (text === undefined) throw new TypeError('the document does not carry its text; generate it as text');
  return text;
}
