import type { PoolClient, Queryable } from '../../database/client.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { CatalogueChange } from '../facets/facet.ts';
import type { ImportKind } from './kinds.ts';
import type { OwnColumns } from './own-columns.ts';
import type { ProblemLog } from './problems.ts';
import type { StagedRows } from './staged-rows.ts';

/**
 * Imports rows of one kind into the catalogue, inside the transaction of their file. The function that creates an
 * importer also creates its staging tables and reads the data that rows are validated against.
 */
export interface Importer {
  /** Validates a row and buffers it until the next flush. @throws InvalidField when the row is rejected. */
  add(line: number, row: JsonObject, text: string): void;
  /** Sends the buffered rows to PostgreSQL. Rows may be added while the promise is pending. */
  flush(): Promise<void>;
  /** Ends an open COPY, so that the connection is free for other statements. */
  settle?(): Promise<void>;
  /**
   * Merges all rows into the catalogue after the last one was sent. Afterwards the temporary table
   * `import_changed (company_id)` contains the companies that changed, and `import_withdrawn (tech_key)` technologies
   * that some of them no longer have.
   */
  merge(): Promise<FileChanges>;
  /** Notes what a refused row of a snapshot names, so that it is not retired. @throws InvalidField when it names nothing */
  notePresent(row: JsonObject): void;
  /** Fields that identify a row. They are searched for in lines that cannot be parsed. */
  readonly keyFields: readonly string[];
  /** Finds what no row of a snapshot names, after the last merge. @returns the number of missing rows */
  findMissing(): Promise<number>;
  /** Retires what `findMissing` found. */
  retireMissing(): Promise<FileChanges>;
}

/** Changes that a merge made. */
export interface FileChanges {
  /** Kinds of data that changed. With several kinds, `import_changed` may name a company more than once. */
  kinds: readonly CatalogueChange[];
  counts?: ActionCounts;
}

/** Companies that were renamed or merged, rows that left the catalogue, and rows that other ones of the file replaced. */
export interface ActionCounts {
  renamed?: number;
  merged?: number;
  retired?: number;
  /** Rows that are ignored, because a later row has their primary domain and another name. */
  merged_rows?: number;
}

/** Result of importing a file. Each line that is not blank is a row, which is accepted or rejected. */
export interface FileReport extends ActionCounts {
  path: string;
  kind: ImportKind;
  rows: number;
  accepted: number;
  rejected: number;
  warnings: number;
  /** True if the file was not stored, because fewer than half of its rows were accepted. */
  refused?: true;
  /** Path of the list of rejected rows and warnings; undefined when there are none. */
  rejects_file?: string;
}

/** Connections and problem log of an importer. */
export interface ImporterContext {
  /** Connection of the transaction. */
  client: PoolClient;
  /** Pool for look-ups of committed data while the first connection receives rows. */
  lookup: Queryable;
  problems: ProblemLog;
  /** Own fields of the catalogue. No one can delete one meanwhile. */
  own: OwnColumns;
  /** Tells the operator something that holds for the whole file. */
  onNote: (note: string) => void;
  /** Keys or domains that the rows of a snapshot name; undefined if the file is none. */
  present: StagedRows | undefined;
}

/** SQL of the tables that a merge fills. `evidence` is false for companies whose detections and partnerships stay as they are. */
export const CHANGE_TABLES = [
  'CREATE TEMP TABLE import_changed (company_id integer NOT NULL, evidence boolean NOT NULL DEFAULT true) ON COMMIT DROP',
  'CREATE TEMP TABLE import_withdrawn (tech_key text NOT NULL) ON COMMIT DROP',
];

/** SQL of the tables of what a snapshot names. They are kept from one file of the kind to the next. */
export const PRESENT_TABLES = {
  import_present: 'CREATE TEMP TABLE IF NOT EXISTS import_present (key text NOT NULL) ON COMMIT DROP',
  import_present_key:
    'CREATE TEMP TABLE IF NOT EXISTS import_present_key (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP',
};
