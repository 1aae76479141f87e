import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from '@jest/globals';
import pg from 'pg';
import { readMigrations } from '../../src/database/migrations/files.ts';
import { SCHEMA_FILE, schemaDrift } from '../../tools/prisma-engine/drift.ts';
import { testServerUrl } from '../harness/database.ts';

/** What the previous release could stumble over, by what it would break. */
const NOT_EXPANDING: Record<string, RegExp> = {
  'removes something':
    /\bDROP\s+(?:TABLE|COLUMN|CONSTRAINT|INDEX|TYPE|FUNCTION|VIEW|TRIGGER|SEQUENCE|SCHEMA)\b/i,
  'renames something': /\bRENAME\b/i,
  'changes a type': /\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
  'forbids nulls that the previous release writes': /\bSET\s+NOT\s+NULL\b/i,
  'adds a column that the previous release does not fill':
    /\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
  'adds a constraint that the previous release does not know': /\bALTER\s+TABLE\b[^;]*\bADD\s+CONSTRAINT\b/i,
  'adds a unique index on a table that the previous release writes': /\bCREATE\s+UNIQUE\s+INDEX\b/i,
};

/** Returns why the previous release might not run with a migration. Rules do not apply to tables that it creates. */
function objections(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, '');
  const created = [...code.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\S+)/gi)].map(
    ([, name = '']) => name,
  );
  const statements = code.split(';').filter((statement) => !created.some((name) => isAbout(statement, name)));
  return Object.entries(NOT_EXPANDING)
    .filter(([, pattern]) => statements.some((statement) => pattern.test(`${statement};`)))
    .map(([why]) => why);
}

function isAbout(statement: string, table: string): boolean {
  return new RegExp(`\\b(?:TABLE|ON)\\s+${table.replace(/\W/g, '\\$&')}(?:\\s|$)`, 'i').test(statement);
}

describe('the names of migrations', () => {
  it('say whether the previous release can run with them', async () => {
    const migrations = await readMigrations();
    expect(
      migrations.map(({ name }) => name).filter((name) => !/^\d{14}_(?:expand|contract)_/.test(name)),
    ).toEqual([]);
    const expanding = migrations.filter(({ name }) => name.includes('_expand_'));
    expect(expanding.flatMap(({ name, sql }) => objections(sql).map((why) => `${name} ${why}`))).toEqual([]);
  });

  it.each([
    ['DROP TABLE list', ['removes something']],
    ['ALTER TABLE list RENAME COLUMN name TO title', ['renames something']],
    ['ALTER TABLE list ALTER COLUMN name TYPE varchar(10)', ['changes a type']],
    ['ALTER TABLE list ALTER name SET NOT NULL', ['forbids nulls that the previous release writes']],
    ['ALTER TABLE list ADD COLUMN a int NOT NULL', ['adds a column that the previous release does not fill']],
    ['ALTER TABLE list ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int', []],
    [
      'CREATE UNIQUE INDEX a ON list (name)',
      ['adds a unique index on a table that the previous release writes'],
    ],
    ['CREATE TABLE note (id int NOT NULL); CREATE UNIQUE INDEX a ON note (id)', []],
    ['CREATE INDEX a ON list (name); -- DROP TABLE list', []],
  ])('are checked: %s', (sql, found) => {
    expect(objections(sql)).toEqual(found);
  });
});

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
