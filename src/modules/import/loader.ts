import type { PoolClient, Queryable } from '../../database/client.ts';
import type { JsonObject } from './fields.ts';
import type { ProblemLog } from './problems.ts';

/** Takes the rows of one kind into the catalogue, inside the transaction of their file. */
export interface Loader {
  /** Every field that a row of this kind may have. */
  readonly fields: ReadonlySet<string>;
  /** Makes the staging tables and reads what the rows are checked against. */
  prepare(): Promise<void>;
  /** Checks one row and holds it until the next flush. */
  take(line: number, row: JsonObject, text: string): void;
  /** Sends the rows held to PostgreSQL. Rows may be taken again as soon as it has been called. */
  flush(): Promise<void>;
  /** Ends what flushing began, so that the connection is free for other statements. */
  settle(): Promise<void>;
  /**
   * Merges what was sent into the catalogue, once every row has been. Afterwards the temporary table
   * `import_changed (company_id)` holds the companies whose data is another than before.
   */
  merge(): Promise<void>;
}

/** What a loader works with. */
export interface LoaderContext {
  /** The connection of the transaction. */
  client: PoolClient;
  /** Another connection, for looking up what was committed before while the first one takes rows in. */
  lookup: Queryable;
  problems: ProblemLog;
}

/** Companies whose data the import changed; may name one twice until `settleChanged` has run. */
export const CHANGED_TABLE = 'CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP';

/** Leaves each changed company in `import_changed` once. */
export async function settleChanged(client: PoolClient): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE import_changed_once ON COMMIT DROP AS SELECT DISTINCT company_id FROM import_changed`);
  await client.query('DROP TABLE import_changed');
  await client.query('ALTER TABLE import_changed_once RENAME TO import_changed');
  await client.query('ANALYZE import_changed');
}
