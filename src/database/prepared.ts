import type pg from 'pg';
import type { Queryable } from './client.ts';
import { SubmittedStatement } from './driver/statement.ts';
import { type RunsOn, runRouted } from './replicas/routing.ts';

/** A statement that each connection prepares once, under this name. */
export interface Prepared {
  name: string;
  text: string;
  /** Absent: on the primary. */
  runsOn?: RunsOn;
}

/** The values of a row in the order of its columns, as text in PostgreSQL's format. */
export type TextRow = readonly (string | null)[];

/** Values for a statement: numbers, and texts in PostgreSQL's format. */
type TextValues = readonly (string | number)[];

/**
 * Runs a prepared statement whose columns the caller knows. node-postgres would ask PostgreSQL to describe them each time
 * (docs/decisions/0025-statements-without-description.md).
 *
 * @param take is called with each row as it arrives. The caller vouches that the statement has the columns of `Row`.
 */
export function takeTexts<Row extends TextRow>(
  db: Queryable,
  statement: Prepared,
  values: TextValues,
  take: (row: Row) => void,
): Promise<void> {
  return runRouted(db, statement, new PreparedTexts(statement, values, take));
}

export async function readTexts<Row extends TextRow = TextRow>(
  db: Queryable,
  statement: Prepared,
  values: TextValues = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  await takeTexts<Row>(db, statement, values, (row) => rows.push(row));
  return rows;
}

/** Writes an array as text in PostgreSQL's format. */
export function arrayOf(values: TextValues): string {
  const elements: (string | number)[] = [];
  for (const value of values)
    elements.push(typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);
  return `{${elements.join(',')}}`;
}

class PreparedTexts<Row> extends SubmittedStatement<Row> {
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

  protected send(connection: pg.Connection): void {
    const { name, text, values } = this;
    // Sends the messages in one packet.
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
