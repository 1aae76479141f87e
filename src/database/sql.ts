import type { QueryConfig } from 'pg';
import type { Queryable } from './client.ts';

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

/** Rows that one statement removes. Few, so that no other statement waits long. */
export const BATCH = 1000;
/** Repeats a statement that removes at most `BATCH` rows, until none are left. @returns the number of rows. */
export async function inBatches(db: Queryable, statement: QueryConfig): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await db.query(statement);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}
