import type pg from 'pg';
import type { Queryable } from './client.ts';
import { Submitted } from './submitted.ts';

/** A statement that each connection prepares once, under its name. */
export interface Prepared {
  name: string;
  text: string;
}

/** The values of a row in the order of its columns, as PostgreSQL writes them. */
export type TextRow = readonly (string | null)[];

/** Texts as PostgreSQL reads them, and numbers. */
export type TextValues = readonly (string | number)[];

/**
 * Runs a prepared statement whose columns the caller knows: node-postgres would have PostgreSQL describe them each time
 * (docs/decisions/0025-statements-without-description.md).
 *
 * @param take is handed each row as it arrives, of whatever columns the statement is known to have, `Row`.
 */
export function takeTexts<Row extends TextRow>(
  db: Queryable,
  statement: Prepared,
  values: TextValues,
  take: (row: Row) => void,
): Promise<void> {
  return new PreparedTexts(statement, values, take).run(db);
}

/** As `takeTexts`, all rows at once. */
export async function readTexts<Row extends TextRow = TextRow>(
  db: Queryable,
  statement: Prepared,
  values: TextValues = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  await takeTexts<Row>(db, statement, values, (row) => rows.push(row));
  return rows;
}

/** An array of texts or numbers as PostgreSQL reads it. */
export function arrayOf(values: TextValues): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : quote(value))).join(',')}}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

class PreparedTexts<Row> extends Submitted<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: string[];
  readonly #takeRow: (row: Row) => void;

  constructor({ name, text }: Prepared, values: TextValues, take: (row: Row) => void) {
    super();
    this.name = name;
    this.text = text;
    this.values = values.map(String);
    this.#takeRow = take;
  }

  submit(connection: pg.Connection): void {
    const { name, text, values } = this;
    // Sent as one piece.
    connection.stream.cork();
    try {
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.receive(fields);
  }

  protected take(row: Row): number {
    this.#takeRow(row);
    return 1;
  }
}
