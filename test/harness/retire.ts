import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type pg from 'pg';
import { rebuildFacets } from '../../src/modules/facets/refresh.ts';
import { FACETS } from '../../src/modules/filters/registry.ts';
import { importPaths } from '../../src/modules/import/import.ts';
import type { ImportKind } from '../../src/modules/import/kinds.ts';

/** Imports rows, none of which is rejected. */
export async function importRows(pool: pg.Pool, kind: ImportKind, ...rows: object[]): Promise<void> {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { files } = await importPaths(pool, ['-'], {
    kind,
    rejectsDir: join(tmpdir(), 'rejects-of-tests'),
    stdin: Readable.from([Buffer.from(lines)]),
  });
  expect(files).toMatchObject([{ accepted: rows.length, rejected: 0, warnings: 0 }]);
}

/** Deletes companies that the harness seeded, by their slugs. */
export function deleteCompanies(pool: pg.Pool, ...slugs: string[]): Promise<void> {
  const rows = slugs.map((slug) => ({ primary_domain: `${slug}.example`, deleted: true }));
  return importRows(pool, 'companies', ...rows);
}

/** Merges one company that the harness seeded into another one. */
export function mergeCompany(pool: pg.Pool, source: string, target: string): Promise<void> {
  const row = { primary_domain: `${source}.example`, merge_into: `${target}.example` };
  return importRows(pool, 'companies', row);
}

/** Brings a deleted company back, with its primary domain only. */
export function bringBack(pool: pg.Pool, slug: string): Promise<void> {
  return importRows(pool, 'companies', { name: slug, primary_domain: `${slug}.example` });
}

/** Deletes a company in a transaction of the caller, which may hold what an import would wait for. */
export async function deleteWithin(client: pg.PoolClient, id: number): Promise<void> {
  await client.query(
    `INSERT INTO retired_company (id, slug, name, primary_domain)
     SELECT id, slug, name, primary_domain FROM company WHERE id = $1`,
    [id],
  );
  await client.query('DELETE FROM company_technology WHERE company_id = $1', [id]);
  await client.query('DELETE FROM partnership WHERE $1 IN (company_id, partner_id)', [id]);
  await client.query('DELETE FROM company WHERE id = $1', [id]);
  await rebuildFacets(client, FACETS);
}
