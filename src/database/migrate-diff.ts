import { readFile } from 'node:fs/promises';
import { withEngine } from './migrate-engine.ts';
import { MIGRATIONS_DIR, readMigrations, SCHEMA_FILE } from './migrate-files.ts';

/**
 * Compares the migrations, applied to an empty database, with the schema.
 *
 * @param url a server on which a database may be created; it is dropped again.
 * @returns the SQL that the migrations lack, which is the next migration; empty when both agree.
 */
export async function schemaDrift(
  url: string,
  options: { schema?: string; dir?: string } = {},
): Promise<string> {
  const content = options.schema ?? (await readFile(SCHEMA_FILE, 'utf8'));
  const migrations = await readMigrations(options.dir ?? MIGRATIONS_DIR);
  const result = await withEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA_FILE, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const script = result.stdout ?? '';
  return script.startsWith('-- This is an empty migration') ? '' : script;
}
