import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../test/harness/typescript.mjs';

// Writes the next migration: what prisma/schema.prisma says and the migrations do not make yet.
//   npm run migration -- expand add_company_city
// The kind says whether the previous release can run with it (CONTRIBUTING.md).
// Read it before you commit it, and add by hand what the schema language cannot state (checks, data).

const { openEmbedded } = await import('../src/database/embedded/embedded.ts');
const { MIGRATIONS_DIR } = await import('../src/database/migrations/files.ts');
const { schemaDrift } = await import('./prisma-engine/drift.ts');

const [kind = '', name = ''] = process.argv.slice(2);
if (!['expand', 'contract'].includes(kind) || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('usage: npm run migration -- expand|contract NAME   (lower case, digits and _)');
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'migration-'));
// As root PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755);
const database = await openEmbedded({ dataDir, role: 'command' });
try {
  const script = await schemaDrift(database.url);
  if (script === '') {
    console.log('nothing to do: the migrations make what prisma/schema.prisma says');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = join(MIGRATIONS_DIR, `${stamp}_${kind}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), script);
    console.log(`${join(folder, 'migration.sql')}:\n\n${script}`);
  }
} catch (error) {
  console.error(error.message.split('\n   0:')[0]);
  process.exitCode = 1;
} finally {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
