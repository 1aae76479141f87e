import { expect, it } from '@jest/globals';
import { namesCell } from '../../../src/modules/jobs/results.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedPartnership, seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';
import { makeJob, untilStatus } from './support.ts';

const { service, tenant, ids, rest } = useService<'acme' | 'globex' | 'lonely' | 'merged' | 'gone'>(
  'answers',
  {
    works: true,
    billing: 'found',
    seed: async (pool) => {
      const seeded: Record<string, number> = {};
      for (const slug of ['acme', 'globex', 'lonely', 'merged', 'gone'])
        seeded[slug] = await seedPlain(pool, slug);
      const { acme = 0, globex = 0, merged = 0, gone = 0 } = seeded;
      for (const partner of [acme, merged, gone]) await seedPartnership(pool, globex, partner);
      return seeded;
    },
  },
);

it('charges only for companies with partners where the installation does, and never without an answer', async () => {
  const { pool } = service.database;
  const rows = ['lonely', 'acme', 'merged', 'gone', 'globex'].map((slug) => [`${slug}.example`]);
  const file = { header: ['Site'], fields: ['domain'], rows };
  const id = await makeJob(service, tenant, file, { kind: 'enrich' });
  await untilStatus(service, id, 'awaiting_approval');
  expect((await rest().get(`/v1/jobs/${id}`)).body.estimate.credits_required).toBe(4);
  // An import merges one company into another one, and removes a third, before anybody approves.
  await pool.query('DELETE FROM company WHERE id = ANY ($1)', [[ids.merged, ids.gone]]);
  await pool.query(
    `INSERT INTO retired_company (id, slug, name, primary_domain, merged_into)
     VALUES ($1, 'merged', 'MERGED', NULL, $2), ($3, 'gone', 'GONE', NULL, NULL)`,
    [ids.merged, ids.acme, ids.gone],
  );
  await rest().post(`/v1/jobs/${id}/approve`, { max_credits: 10 }).expect(200);
  await untilStatus(service, id, 'done');
  const { body } = await rest().get(`/v1/jobs/${id}/rows`).expect(200);
  const shown = body.rows.map((row: { credits: number; free_because?: string }) => [
    row.credits,
    row.free_because,
  ]);
  expect(shown).toEqual([
    [0, 'no_partnerships'],
    [1, undefined],
    [0, 'duplicate'],
    [0, 'no_match'],
    [1, undefined],
  ]);
  const { text } = await rest().get(`/v1/jobs/${id}/result?format=ndjson`).buffer(true).expect(200);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.cd_company_id)).toEqual([
    ids.lonely,
    ids.acme,
    ids.acme,
    ids.gone,
    ids.globex,
  ]);
  expect(lines.map((line) => line.cd_name)).toEqual(['LONELY', 'ACME', 'ACME', null, 'GLOBEX']);
  expect(await readBooks(pool, tenant.organizationId)).toMatchObject({
    balance: 998,
    ledger: 998,
    paidFor: [ids.acme, ids.globex],
  });
});

it('joins as many names of partners as a cell of a spreadsheet holds', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `Partner ${n}`);
  const cell = namesCell(names);
  expect(cell.length).toBeLessThanOrEqual(32_767);
  expect(cell.length).toBeGreaterThan(32_700);
  expect(cell).toMatch(/^Partner 0; Partner 1; .*; Partner \d+; …$/);
  expect(namesCell(['A', 'B'])).toBe('A; B');
  expect(namesCell([])).toBe('');
});
