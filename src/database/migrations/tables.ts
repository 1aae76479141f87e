import type { Migration } from './files.ts';

/** Statements of our own migrations, in the two forms that they are written in: with and without quotes. */
const STATEMENT = /^(CREATE|DROP)( UNLOGGED)? TABLE "?(\w+)"?/gm;

/**
 * Returns the tables that exist after `migrations`, by name. It needs no database, so that a file can be checked without one.
 * test/database/schema-tables.test.ts compares the result with PostgreSQL after each migration.
 */
export function tablesAfter(migrations: readonly Migration[]) {
  // PostgreSQL empties unlogged tables after a crash, and backups leave them out.
  const tables = new Map<string, { name: string; isUnlogged: boolean }>();
  for (const { sql } of migrations) {
    for (const [, verb, unlogged, name = ''] of sql.matchAll(STATEMENT)) {
      if (verb === 'DROP') tables.delete(name);
      else tables.set(name, { name, isUnlogged: unlogged !== undefined });
    }
  }
  return [...tables.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the names of the tables of a backup. */
export function keptTables(migrations: readonly Migration[]): string[] {
  return tablesAfter(migrations)
    .filter(({ isUnlogged }) => !isUnlogged)
    .map(({ name }) => name);
}
