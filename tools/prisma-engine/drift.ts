import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withEngine } from './engine.ts';
import { readMigrationList } from './migration-list.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));

/**
 * Compares the migrations, applied to an empty database, with the schema.
 *
 * @param url a server on which a database may be created; it is dropped again.
 * @param options.schema the text of a schema; default: prisma/schema.prisma.
 * @returns the SQL that the migrations lack, which is the next migration; empty when both agree.
 */
export async function schemaDrift(url: string, options: { schema?: string } = {}): Promise<string> {
  const content = options.schema ?? (await readFile(SCHEMA_FILE, 'utf8'));
  const migrations = await readMigrationList();
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
