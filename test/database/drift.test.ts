import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { SCHEMA_FILE, schemaDrift } from '../../tools/prisma-engine/drift.ts';
import { testServerUrl } from '../harness/database.ts';

test('the migrations create exactly the schema in schema.prisma', async () => {
  expect(await schemaDrift(testServerUrl())).toBe('');
});

test('the check detects a model, a column and an index that no migration creates', async () => {
  const schema = (await readFile(SCHEMA_FILE, 'utf8'))
    .replace('model Technology {', 'model Technology {\n  addedLater String? @map("added_later")\n')
    .concat('\nmodel Extra {\n  id Int @id\n  name String\n\n  @@index([name])\n  @@map("extra")\n}\n');
  const drift = await schemaDrift(testServerUrl(), { schema });
  expect(drift).toContain('ALTER TABLE "technology" ADD COLUMN     "added_later" TEXT');
  expect(drift).toContain('CREATE TABLE "extra"');
  expect(drift).toContain('CREATE INDEX "extra_name_idx"');
});

test('the check detects a column of a migration that the schema lacks', async () => {
  const schema = (await readFile(SCHEMA_FILE, 'utf8')).replace(/^.*@map\("founded_year"\).*$/m, '');
  expect(await schemaDrift(testServerUrl(), { schema })).toContain('DROP COLUMN "founded_year"');
});

test('the check leaves no database behind', async () => {
  const client = new pg.Client(testServerUrl());
  await client.connect();
  const { rows } = await client.query("SELECT datname FROM pg_database WHERE datname LIKE 'shadow%'");
  await client.end();
  expect(rows).toEqual([]);
});
