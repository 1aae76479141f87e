import type { Queryable } from '../../database/client.ts';
import { expandedBy, finishedNames, unknownNames } from '../../database/migrations/check.ts';
import { type Migration, readMigrations } from '../../database/migrations/files.ts';
import { readHistory } from '../../database/migrations/history.ts';
import { tablesAfter } from '../../database/migrations/tables.ts';
import { readSequences } from '../../database/sequences.ts';
import { CLI } from '../../lib/interruption.ts';
import { counted } from '../../lib/text.ts';
import { failure, ok, type Result, warning } from './finding.ts';

/** Compares the migrations and the tables of the schema with this version. Migrates nothing. */
export async function checkSchema(client: Parameters<typeof readHistory>[0]): Promise<Result> {
  const [history, migrations] = [await readHistory(client), await readMigrations()];
  const known = migrations.map(({ name }) => name);
  if (history.length === 0) return failure('the database has no schema yet', await remedyByMigration(client));
  const finished = finishedNames(history);
  const pending = known.filter((name) => !finished.has(name));
  const unknown = unknownNames(history, known);
  if (pending.length > 0)
    return failure(`the database lacks the migration ${pending.join(', ')}`, await remedyByMigration(client));
  const { missing, foreign } = await compareTables(client, migrations);
  if (missing.length > 0) {
    const message = `the database lacks the table ${missing.join(', ')}`;
    return failure(message, `restore a backup into a new database: ${CLI} restore`);
  }
  if (unknown.length === 0 && foreign.length === 0) return ok(`all ${known.length} migrations are applied`);
  if (unknown.length === 0)
    return warning(
      `no migration made the table ${foreign.join(', ')}, so backups leave it out`,
      'move it to another schema',
    );
  const names = unknown.join(', ');
  if (expandedBy(history, known))
    return warning(`a newer release has expanded the schema: ${names}`, 'finish the upgrade');
  return failure(`the schema is that of a newer release: ${names}`, 'run that release, or restore a backup');
}

/** Tells a role that only serves to leave the migration to the owner of the tables. */
async function remedyByMigration(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ creates: boolean | null }>(
    "SELECT has_schema_privilege(current_schema(), 'CREATE') AS creates",
  );
  return rows[0]?.creates ? `run: ${CLI} migrate` : `run, as the role that owns the tables: ${CLI} migrate`;
}

async function compareTables(db: Queryable, migrations: readonly Migration[]) {
  const { rows } = await db.query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
    ORDER BY relname`);
  const [present, expected] = [rows.map(({ name }) => name), tablesAfter(migrations).map(({ name }) => name)];
  return {
    missing: expected.filter((name) => !present.includes(name)),
    foreign: present.filter((name) => !expected.includes(name)),
  };
}

/** Compares the sequences with the ids that are stored: an insert would fail if one of them gave an id again. */
export async function checkSequences(db: Queryable): Promise<Result> {
  const sequences = await readSequences(db);
  const behind = sequences.filter(({ value, largest }) => (value ?? 0) < (largest ?? 0));
  if (behind.length === 0)
    return ok(`${counted(sequences.length, 'sequence')}: none is behind the ids that are stored`);
  const messages = behind.map(
    ({ sequence, table, value, largest }) => `${sequence} is at ${value ?? 0}, ${table} at ${largest}`,
  );
  const statements = behind.map(({ sequence, largest }) => `SELECT setval('${sequence}', ${largest});`);
  return failure(`inserts will fail: ${messages.join('; ')}`, `run in psql: ${statements.join(' ')}`);
}
