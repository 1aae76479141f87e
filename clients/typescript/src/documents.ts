/** A document with the types of its result and variables, as code generators write it when they write text. */
export class TypedDocumentString<Result, Variables> extends String {
  /** Only for types; there is no value. */
  declare readonly __apiType?: (variables: Variables) => Result;
  /** `hash`: id of the document in the file of trusted documents, which graphql-codegen's `persistedDocuments` writes. */
  declare readonly __meta__?: { readonly hash?: string };
}

/** A document as a syntax tree. It must contain its text (`loc.source.body`), because the client prints no documents. */
export interface TypedDocumentNode<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
  readonly loc?: { readonly source: { readonly body: string } };
}

export type TypedDocument<Result, Variables> =
  | TypedDocumentString<Result, Variables>
  | TypedDocumentNode<Result, Variables>;

export type AnyVariables = Record<string, unknown>;

/** Variables and options as arguments. Variables may be left out where all of them are optional. */
export type Arguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** Returns the text of a document. Throws a TypeError if it does not contain its text. */
export function textOf(document: unknown): string {
  if (typeof document === 'string' || document instanceof String) return String(document);
  const text = (document as TypedDocumentNode<unknown, unknown>).loc?.source.body;
  if (text === undefined) throw new TypeError('The document does not contain its text. Generate it as text.');
  return text;
}

/** Parameters of a request that name its document: the text, or the id under which the service knows it. */
export type DocumentParameters = { query: string } | { documentId: string };

/**
 * Returns a function that names a document in a request.
 *
 * @param trusted whether documents with a hash are named by it, without their text.
 */
export function documentNamer(trusted: boolean | undefined): (document: unknown) => DocumentParameters {
  return (document) => {
    const hash = trusted ? (document as TypedDocumentString<unknown, unknown>).__meta__?.hash : undefined;
    return hash === undefined ? { query: textOf(document) } : { documentId: hash };
  };
}
