import type { PoolClient, Queryable } from '../../database/client.ts';
import type { JsonObject } from '../../lib/json-object.ts';
import type { ProblemLog } from './problems.ts';

/**
 * Imports rows of one kind into the catalogue, inside the transaction of their file. The function that creates an
 * importer also creates its staging tables and reads the data that rows are validated against.
 */
export interface Importer {
  /** Fields that a row of this kind may have. */
  readonly fields: ReadonlySet<string>;
  /** Validates a row and buffers it until the next flush. @throws InvalidField when the row is rejected. */
  add(line: number, row: JsonObject, text: string): void;
  /** Sends the buffered rows to PostgreSQL. Rows may be added while the promise is pending. */
  flush(): Promise<void>;
  /** Ends an open COPY, so that the connection is free for other statements. */
  settle?(): Promise<void>;
  /**
   * Merges all rows into the catalogue after the last one was sent. Afterwards the temporary table
   * `import_changed (company_id)` contains the companies that changed, once each.
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

/** SQL of the table of changed companies, which a merge fills. */
export const CHANGED_TABLE = 'CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP';
