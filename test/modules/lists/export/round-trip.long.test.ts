import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from '../../../../src/database/client.ts';
import { guard, unguard } from '../../../../src/lib/formula-guard.ts';
import { importPaths } from '../../../../src/modules/import/import.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition } from '../../filters/support.ts';
import { toParquet } from '../../import/files-of-formats.ts';
import { Workspace } from '../../import/support.ts';
import { createList } from '../operations.ts';

const { service, tenant } = useService('sales', { credits: 100_000 });
let other: TestDatabase;
let workspace: Workspace;
let lists = 0;

beforeAll(async () => {
  other = await createTestDatabase();
  workspace = await Workspace.create();
});
afterAll(async () => {
  await workspace.remove();
  await other.drop();
});

const PIECES = [
  ...["'", "''", '=', '+', '-', '@', '＝', '＠', '−', '\t', '\r', '\n', '\r\n', ' ', '\u200b', '\ufeff'],
  ...['"', '""', ',', ';', '\\N', '\\.', '\\', 'N', 'a', "'Tis", 'Ω', '🚀', '\u0085', '\u2028'],
];
const piece = fc.constantFrom(...PIECES);
/** Names as the service stores them: in normalization form C, without white space around them. */
const name = fc
  .oneof(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .map((text) => text.replaceAll('\0', '').toWellFormed().normalize('NFC').trim())
  .filter((text) => text !== '');

async function store(pool: Pool, file: string, content: string | Buffer): Promise<void> {
  const path = join(workspace.folder, file);
  await writeFile(path, content);
  const { files } = await importPaths(pool, [path], { rejectsDir: workspace.rejectsDir, kind: 'companies' });
  expect(files.map(({ rejected }) => rejected)).toEqual([0]);
}

async function namesIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM company ORDER BY primary_domain');
  return rows.map((row) => row.name);
}

const rowsOf = (names: readonly string[]) =>
  names.map((each, index) => ({
    name: each,
    primary_domain: `c${String(index).padStart(4, '0')}.example`,
    country: 'MT',
    industry: each.slice(0, 100).toWellFormed().trim(),
  }));

/** Exports all companies over REST. */
async function exportAll(bom: boolean): Promise<string> {
  lists += 1;
  const countries = definition(condition('country', 'any_of', ['MT']));
  const id = await createList(service, tenant.userKey, `All ${lists}`, countries);
  const path = `/v1/lists/${id}/export.csv${bom ? '?bom=true' : ''}`;
  const { text } = await service.rest(tenant.userKey).get(path).expect(200);
  return text;
}

const toNdjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

it('an import of an export restores every name and industry', async () => {
  const { pool } = service.database;
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 300, maxLength: 300 }), fc.boolean(), async (names, bom) => {
      await store(pool, 'companies.ndjson', toNdjson(rowsOf(names)));
      expect(await namesIn(pool)).toEqual(names);
      await store(other.pool, 'companies.csv', await exportAll(bom));
      expect(await namesIn(other.pool)).toEqual(names);
      const industries = 'SELECT industry FROM company ORDER BY primary_domain';
      expect((await other.pool.query(industries)).rows).toEqual((await pool.query(industries)).rows);
    }),
    // To shrink a failure takes an import for each step.
    { numRuns: 4, endOnFailure: true },
  );
});

it('the guard is reversed exactly, and changes nothing that needs none', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.string({ unit: 'binary' })), (text) => {
      expect(unguard(guard(text))).toBe(text);
      expect([text, `'${text}`]).toContain(guard(text));
    }),
    { numRuns: 20_000 },
  );
  const texts = ['@Corner', "'@Corner", "''=1", '\\N', "'Tis", "'", 'a=1', '\\Nx'];
  expect(texts.map(guard)).toEqual(["'@Corner", "''@Corner", "'''=1", "'\\N", "'Tis", "'", 'a=1', '\\Nx']);
});

it('only CSV and TSV lose an apostrophe: files that no export writes state names as they are', async () => {
  const names = ["'@Corner Realty", '@Corner Realty', "'Tis", '\\N', "'\\N", "''=1"];
  const rows = rowsOf(names);
  const columns = ['name', 'primary_domain'] as const;
  const delimited = (separator: string) =>
    [columns, ...rows.map((row) => columns.map((column) => row[column]))]
      .map((cells) => `${cells.join(separator)}\n`)
      .join('');
  const { pool } = other;
  const inFile = async (file: string, content: string | Buffer) => {
    await pool.query('TRUNCATE company CASCADE');
    await store(pool, file, content);
    return namesIn(pool);
  };
  expect(await inFile('companies.ndjson', toNdjson(rows))).toEqual(names);
  const parquet = toParquet(
    columns.map((column) => ({ name: column, data: rows.map((row) => row[column]), type: 'STRING' })),
  );
  expect(await inFile('companies.parquet', parquet)).toEqual(names);
  rows.splice(3, 1);
  const read = ['@Corner Realty', '@Corner Realty', "'Tis", '\\N', "'=1"];
  expect(await inFile('companies.csv', delimited(','))).toEqual(read);
  expect(await inFile('companies.tsv', delimited('\t'))).toEqual(read);
});
