import type pg from 'pg';
import { SubmittedStatement } from '../../../src/database/driver/statement.ts';
import { moduleOf, type Statement } from './statement.ts';

/** A column of a result, as PostgreSQL describes it. */
export interface Column {
  name: string;
  /** Name of the type, such as `int4`, or `int4[]`. */
  type: string;
  /** Whether it is a column of a table that may hold NULL. */
  nullable: boolean;
}

/** The columns that a statement returns. */
export type Description = readonly Column[];

/** Asks PostgreSQL to describe a statement, without running it. */
class Describe extends SubmittedStatement<never> {
  readonly text: string;
  fields: readonly pg.FieldDef[] = [];

  constructor(text: string) {
    super();
    this.text = text;
  }

  protected send(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.fields = fields;
  }

  protected take(): number {
    return 0;
  }
}

const CREATES = /^\s*CREATE TEMP TABLE/;
const DESCRIBED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/**
 * Describes statements, one file after another. The temporary tables of its module exist during each file.
 *
 * @returns the description or the error of each statement; nothing for open statements, and for those that
 *   PostgreSQL does not describe, such as ANALYZE.
 */
export async function describeStatements(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<Map<Statement, Description | Error>> {
  const descriptions = new Map<Statement, Description | Error>();
  const tables = statements.filter(({ text, open }) => !open && CREATES.test(text));
  for (const file of new Set(statements.map((each) => each.file))) {
    await client.query('BEGIN');
    if (tables.some((table) => moduleOf(table.file) === moduleOf(file))) {
      // Two files may have different temporary tables with one name.
      await createTables(
        client,
        tables.filter((table) => table.file === file),
      );
      await createTables(client, tables);
    }
    for (const statement of statements) {
      if (statement.file === file && !statement.open && DESCRIBED.test(statement.text))
        descriptions.set(statement, await describe(client, statement.text));
    }
    await client.query('ROLLBACK');
  }
  return descriptions;
}

/** Creates tables in the order of their dependencies. Tables that already exist stay unchanged. */
async function createTables(client: pg.ClientBase, tables: readonly Statement[]): Promise<void> {
  let waiting = tables;
  for (let before = -1; before !== waiting.length; ) {
    before = waiting.length;
    const failed: Statement[] = [];
    for (const statement of waiting) {
      await client.query('SAVEPOINT create_table');
      try {
        await client.query(statement.text);
      } catch {
        await client.query('ROLLBACK TO SAVEPOINT create_table');
        failed.push(statement);
      }
    }
    waiting = failed;
  }
}

async function describe(client: pg.ClientBase, text: string): Promise<Description | Error> {
  const described = new Describe(text);
  await client.query('SAVEPOINT describe');
  try {
    await described.run(client);
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT describe');
    return error instanceof Error ? error : new Error(String(error));
  }
  const { rows: columns } = await client.query<Column>(
    `SELECT f.name, format_type(f.type, NULL) AS type, a.attnum IS NOT NULL AND NOT a.attnotnull AS nullable
     FROM unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) WITH ORDINALITY AS f (name, type, "table", "column", place)
     LEFT JOIN pg_attribute a ON a.attrelid = f."table" AND a.attnum = f."column"
     ORDER BY place`,
    [
      described.fields.map(({ name }) => name),
      described.fields.map(({ dataTypeID }) => dataTypeID),
      described.fields.map(({ tableID }) => tableID),
      described.fields.map(({ columnID }) => columnID),
    ],
  );
  return columns;
}
