import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { packagePath } from '../../lib/files.ts';

/** Folder of the migrations. */
export const MIGRATIONS_DIR = packagePath('prisma/migrations');

export interface Migration {
  /** The name of its folder: a time and a title. Migrations run in the order of their names. */
  name: string;
  sql: string;
  /** SHA-256 of the file in hexadecimal, as Prisma computes it. */
  checksum: string;
}

/** Returns the names of the migrations that this version has, oldest first. */
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

/** Reads the migrations, oldest first. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = await migrationNames(dir);
  return Promise.all(
    names.map(async (name) => {
      const file = await readFile(join(dir, name, 'migration.sql'));
      return { name, sql: file.toString(), checksum: createHash('sha256').update(file).digest('hex') };
    }),
  );
}
