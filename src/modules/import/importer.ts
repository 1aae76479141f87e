import type { PoolClient, Queryable } from '../../database/client.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import type { InvalidField } from './fields.ts';
import type { ProblemLog } from './problems.ts';

/** Imports rows of one kind into the catalogue, inside the transaction of their file. */
export interface Importer {
  /** Fields that a row of this kind may have. */
  readonly fields: ReadonlySet<string>;
  /** Creates the staging tables and reads the data that rows are validated against. */
  prepare(): Promise<void>;
  /** Validates a row and buffers it until the next flush. @returns the reason why a row is rejected. */
  add(line: number, row: JsonObject, text: string): InvalidField | undefined;
  /** Sends the buffered rows to PostgreSQL. Rows may be added while the promise is pending. */
  flush(): Promise<void>;
  /** Ends an open COPY, so that the connection is free for other statements. */
  settle?(): Promise<void>;
  /**
   * Merges all rows into the catalogue after the last one was sent. Afterwards the temporary table
   * `import_changed (company_id)` contains the companies that changed.
   */
  merge(): Promise<void>;
}

/** Connections and problem log of an importer. */
export interface ImporterContext {
  /** Connection of the transaction. */
  client: PoolClient;
  /** Pool for look-ups of committed data while the first connection receives rows. */
  lookup: Queryable;
  problems: ProblemLog;
}

/** SQL of the table of changed companies. It may contain duplicates until `deduplicateChanged` has run. */
export const CHANGED_TABLE = 'CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP';

/** Removes duplicates from `import_changed`. */
export async function deduplicateChanged(client: PoolClient): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE import_changed_once ON COMMIT DROP AS SELECT DISTINCT company_id FROM import_changed`);
  await client.query('DROP TABLE import_changed');
  await client.query('ALTER TABLE import_changed_once RENAME TO import_changed');
  await client.query('ANALYZE import_changed');
}
