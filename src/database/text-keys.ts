/**
 * SQL of the key of a stored text. A row that an earlier release wrote has none: PostgreSQL then makes one, as well as the
 * locale of the database allows, until `index rebuild` stores it. Indexes on keys have exactly this expression.
 *
 * @param text SQL of the text.
 * @param key SQL of the column of its key.
 */
export function keySql(text: string, key: string): string {
  return `coalesce(${key}, provisional_text_key(${text}))`;
}
