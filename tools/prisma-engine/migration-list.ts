import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { MIGRATIONS_DIR, readMigrations } from '../../src/database/migrations/files.ts';

const SCRIPT = 'migration.sql';
const LOCKFILE = 'migration_lock.toml';

/** Reads the migrations in the form that Prisma's engine takes. */
export async function readMigrationList(dir = MIGRATIONS_DIR): Promise<MigrationList> {
  const migrations = await readMigrations(dir);
  return {
    baseDir: dir,
    lockfile: { path: LOCKFILE, content: await readFile(join(dir, LOCKFILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: SCRIPT, content: { tag: 'ok', value: sql } },
    })),
  };
}
