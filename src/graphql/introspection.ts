import { type DocumentNode, Kind, parse } from 'graphql';

/** The standard introspection query has about 250 tokens and 13 levels. */
const MAX_LENGTH = 8_000;
const MAX_TOKENS = 500;
export const INTROSPECTION_FIELDS = new Set(['__schema', '__type']);

/**
 * Whether a query reads the schema and nothing else: that much is public, as the documentation is, so that GraphiQL
 * can complete and explain before a key is put in.
 */
export function isIntrospection(query: unknown): boolean {
  if (typeof query !== 'string' || query.length > MAX_LENGTH) return false;
  try {
    return readsSchemaAlone(parse(query, { maxTokens: MAX_TOKENS, noLocation: true }));
  } catch {
    return false;
  }
}

function readsSchemaAlone({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operations.every(({ operation, selectionSet }) => {
    const [field, ...more] = selectionSet.selections;
    const isOneField = field?.kind === Kind.FIELD && more.length === 0;
    return operation === 'query' && isOneField && INTROSPECTION_FIELDS.has(field.name.value);
  });
}
