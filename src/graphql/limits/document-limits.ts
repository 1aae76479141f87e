/** Limits of the documents that callers write. Those of REST are not subject to them. */
export const DOCUMENT_LIMITS = {
  /** Cost (docs/api/graphql.md). An operation of this cost computes for a second or two. */
  maxCost: 500_000,
  /** Objects that all pages together can contain: what is possible, where the cost counts what is expected. */
  maxNodes: 500_000,
  /** Levels of nested fields. Tools that read the schema need 15. */
  maxDepth: 20,
  /** Each root field is resolved by itself, and can hold a connection. */
  maxRootFields: 100,
  /** Generated clients write tens. Each alias makes the response longer than the data that it repeats. */
  maxAliases: 200,
  /** Generated clients write tens. Directives cost nothing, so only their number bounds the work of looking at them. */
  maxDirectives: 100,
  /** Bytes of the document's text. The whole schema is shorter. */
  maxDocumentBytes: 128 * 1024,
  /** Bytes of the largest response. Who needs more reads pages. */
  maxAnswerBytes: 16 * 1024 * 1024,
};
