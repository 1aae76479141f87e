import type pg from 'pg';
import { Submitted, type Submitter } from './submitted.ts';

/** A statement that each connection prepares once, under its name. */
export interface Prepared {
  name: string;
  text: string;
}

/** The values of a row in the order of its columns, as PostgreSQL writes them. */
export type TextRow = readonly (string | null)[];

/**
 * Runs a prepared statement whose columns the caller knows: node-postgres would have PostgreSQL describe them each time
 * (docs/decisions/0025-statements-without-description.md).
 *
 * @param values its parameters, as PostgreSQL reads them.
 */
export async function readTexts(
  db: Submitter,
  statement: Prepared,
  values: readonly string[] = [],
): Promise<TextRow[]> {
  const { rows } = await new PreparedTexts(statement, values).run(db);
  return rows;
}

/** An array of texts as PostgreSQL reads it. */
export function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

class PreparedTexts extends Submitted<{ rows: TextRow[] }> {
  readonly name: string;
  readonly text: string;
  readonly values: string[];
  readonly #rows: TextRow[] = [];

  constructor({ name, text }: Prepared, values: readonly string[]) {
    super();
    this.name = name;
    this.text = text;
    this.values = [...values];
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

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields);
  }

  protected finish(): { rows: TextRow[] } {
    return { rows: this.#rows };
  }
}
