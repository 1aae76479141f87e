import { describe, expect, it } from '@jest/globals';
import { useImports } from './fixture.ts';
import {
  detection,
  dumpCatalogue,
  edge,
  observation,
  readCompanies,
  readDetections,
  readPartnerships,
} from './support.ts';

const COMPANIES = ['a', 'b', 'c', 'd'].map((name) => ({
  name,
  primary_domain: `${name}.example`,
  domains: [`${name}.example`, `${name}.test`],
}));
const TECHNOLOGIES = ['t1', 't2', 't3'].map((key) => ({
  tech_key: key,
  display_name: key.toUpperCase(),
  category: 'Old',
}));

const imports = useImports(async (imports) => {
  await imports.run('technologies', TECHNOLOGIES);
  await imports.run('companies', COMPANIES);
});

const load = async (kind: 'company_technologies' | 'partnerships' | 'technologies', ...rows: unknown[]) => {
  const { report } = await imports.run(kind, rows);
  expect(report).toMatchObject({ accepted: rows.length, rejected: 0, warnings: 0 });
};
/** Returns the companies whose updated_at changed while `change` ran. */
async function updatedBy(change: () => Promise<void>): Promise<string[]> {
  await imports.pool.query(`UPDATE company SET updated_at = '2000-01-01'`);
  await change();
  const { rows } = await imports.pool.query(
    `SELECT primary_domain FROM company WHERE updated_at > '2000-01-02' ORDER BY 1`,
  );
  return rows.map((row) => row.primary_domain);
}

describe('detections', () => {
  it('of a later file replace stored ones, and write only companies that change', async () => {
    const first = [
      detection('b.example', 't2', 5),
      detection('a.example', 't1', 2),
      detection('d.example', 't3', 9),
    ];
    await load('company_technologies', ...first);
    expect(await updatedBy(() => load('company_technologies', ...first))).toEqual([]);
    const changes = [
      detection('d.example', 't3', 9),
      detection('b.example', 't2', 6),
      detection('b.example', 't1', 1),
      detection('d.example', 't1', 4),
    ];
    expect(await updatedBy(() => load('company_technologies', ...changes))).toEqual([
      'b.example',
      'd.example',
    ]);
    expect(await readDetections(imports.pool)).toEqual({
      'a.example t1': edge(2, '2024-01-01', '2024-06-01'),
      'b.example t1': edge(1, '2024-01-01', '2024-06-01'),
      'b.example t2': edge(6, '2024-01-01', '2024-06-01'),
      'd.example t1': edge(4, '2024-01-01', '2024-06-01'),
      'd.example t3': edge(9, '2024-01-01', '2024-06-01'),
    });
    await readCompanies(imports.pool);
  });
});

describe('partnerships', () => {
  it('replace earlier observations from the same side, and keep those from the other', async () => {
    await load(
      'partnerships',
      observation('a.example', 'b.example', 3, '2024-02-01', '2024-05-01'),
      observation('b.example', 'a.example', 4, '2024-03-01', '2024-06-01'),
    );
    const change = [
      observation('a.example', 'b.example', 1, '2024-04-01', '2024-04-02'),
      observation('c.example', 'a.example', 2, '2024-01-01', '2024-01-02'),
    ];
    expect(await updatedBy(() => load('partnerships', ...change))).toEqual([
      'a.example',
      'b.example',
      'c.example',
    ]);
    const ab = edge(5, '2024-03-01', '2024-06-01');
    expect(await readPartnerships(imports.pool)).toMatchObject({
      'a.example b.example': ab,
      'b.example a.example': ab,
    });
    await readCompanies(imports.pool);
    const before = await dumpCatalogue(imports.pool);
    expect(await updatedBy(() => load('partnerships', ...change))).toEqual([]);
    expect({ ...(await dumpCatalogue(imports.pool)), company: [] }).toEqual({ ...before, company: [] });
  });

  it('allow sums of the largest counts that a row may have', async () => {
    const most = 1_000_000_000;
    await load(
      'partnerships',
      observation('a.example', 'b.example', most, '2024-02-01', '2024-05-01'),
      observation('b.example', 'a.example', most, '2024-03-01', '2024-06-01'),
    );
    expect((await readPartnerships(imports.pool))['a.example b.example']?.count).toBe(2 * most);
  });
});

describe('technologies', () => {
  it('are updated by key; an absent category is kept, null removes it', async () => {
    await load('company_technologies', detection('b.example', 't2', 5), detection('c.example', 't3', 5));
    const change = [
      { tech_key: 't1', display_name: 'First' },
      { tech_key: 't2', display_name: 'T2', category: null },
      { tech_key: 't3', display_name: 'T3', category: 'Old' },
      { tech_key: 't4', display_name: 'Other', category: 'New' },
      { tech_key: 't4', display_name: 'Fourth' },
    ];
    await load('technologies', ...change);
    const stored = async () =>
      (await imports.pool.query('SELECT tech_key, display_name, category FROM technology ORDER BY id')).rows;
    const expected = [
      { tech_key: 't1', display_name: 'First', category: 'Old' },
      { tech_key: 't2', display_name: 'T2', category: null },
      { tech_key: 't3', display_name: 'T3', category: 'Old' },
      { tech_key: 't4', display_name: 'Fourth', category: 'New' },
    ];
    expect(await stored()).toEqual(expected);
    await load('technologies', ...change);
    expect(await stored()).toEqual(expected);
  });
});
