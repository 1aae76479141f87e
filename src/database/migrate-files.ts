import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { StartupError } from '../lib/fault.ts';

/** The folder of the migrations, the same from src/ and from dist/. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));
export const SCHEMA_FILE = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));

const SCRIPT = 'migration.sql';
const LOCKFILE = 'migration_lock.toml';

/** @returns the names of the migrations that this code brings, oldest first. */
export async function migrationNames(dir = MIGRATIONS_DIR): Promise<string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    throw new StartupError(`the migrations are missing: cannot read ${dir}; install again`, { cause: error });
  }
}

/** Reads the migrations in the form that Prisma's engine takes. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<MigrationList> {
  const names = await migrationNames(dir);
  const scripts = await Promise.all(names.map((name) => readFile(join(dir, name, SCRIPT), 'utf8')));
  return {
    baseDir: dir,
    lockfile: { path: LOCKFILE, content: await readFile(join(dir, LOCKFILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name, index) => ({
      path: name,
      migrationFile: { path: SCRIPT, content: { tag: 'ok', value: scripts[index] ?? '' } },
    })),
  };
}

/** Statements that PostgreSQL commits before the script has ended, so that half of it may have been applied. */
const COMMITS_EARLY = /\b(COMMIT|CONCURRENTLY|VACUUM)\b/i;

/** @returns whether the migration is applied wholly or not at all. */
export function isAtomic(list: MigrationList, name: string): boolean {
  const content = list.migrationDirectories.find((entry) => entry.path === name)?.migrationFile.content;
  return content?.tag === 'ok' && !COMMITS_EARLY.test(content.value);
}
