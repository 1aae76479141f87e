import { beforeEach, describe, expect, it } from '@jest/globals';
import { useImports } from './fixture.ts';
import {
  detection,
  dumpCatalogue,
  edge,
  observation,
  readCompanies,
  readDetections,
  readPartnerships,
  summarize,
} from './support.ts';

/** Imports rows of companies. @returns what the report and the rejects file say */
async function companies(...rows: readonly unknown[]) {
  const { report, problems } = await imports.run('companies', rows);
  const { accepted, rejected, warnings, renamed, merged, retired } = report;
  return { accepted, rejected, warnings, renamed, merged, retired, problems: summarize(problems) };
}
const NOTHING = {
  rejected: 0,
  warnings: 0,
  renamed: undefined,
  merged: undefined,
  retired: undefined,
  problems: [],
};

/** Three companies with detections and partnerships. */
const imports = useImports(async (imports) => {
  await imports.run('technologies', [
    { tech_key: 't1', display_name: 'T1', category: 'C' },
    { tech_key: 't2', display_name: 'T2', category: 'C' },
  ]);
  await imports.run('companies', [
    {
      name: 'Acme',
      primary_domain: 'acme.example',
      domains: ['acme.example', 'acme.test'],
      investors: ['I1'],
    },
    { name: 'Bolt', primary_domain: 'bolt.example', industry: 'Games' },
    { name: 'Core', primary_domain: 'core.example' },
  ]);
  await imports.run('company_technologies', [
    detection('acme.example', 't1', 5, '2024-01-01', '2024-03-01'),
    detection('bolt.example', 't1', 3, '2023-12-01', '2024-02-01'),
    detection('bolt.example', 't2', 1, '2024-01-01', '2024-01-02'),
  ]);
  await imports.run('partnerships', [
    observation('acme.example', 'bolt.example', 1, '2024-01-01', '2024-01-02'),
    observation('acme.example', 'core.example', 2, '2024-02-01', '2024-02-03'),
    observation('core.example', 'bolt.example', 4, '2024-01-01', '2024-05-01'),
  ]);
});

/** Reads slug, primary domain and survivor of the retired companies. */
async function retired(): Promise<unknown[]> {
  const { rows } = await imports.pool.query(
    'SELECT slug, primary_domain, merged_into FROM retired_company ORDER BY id',
  );
  return rows.map((row) => [row.slug, row.primary_domain, row.merged_into]);
}

describe('a row with previous_primary_domain', () => {
  const rename = { primary_domain: 'acme.invalid', previous_primary_domain: 'acme.example' };

  it('moves the company with its id and slug, and keeps the old domain as a secondary one', async () => {
    const { company: before = [] } = await dumpCatalogue(imports.pool);
    expect(await companies({ ...rename, name: 'Acme New' })).toEqual({ ...NOTHING, accepted: 1, renamed: 1 });
    const all = await readCompanies(imports.pool);
    expect(all['acme.invalid']).toEqual({
      name: 'Acme New',
      slug: 'acme',
      domains: ['acme.invalid', 'acme.test', 'acme.example'],
      investors: ['I1'],
    });
    const { company: after = [] } = await dumpCatalogue(imports.pool);
    expect(after.map((row) => Object(row).id).sort()).toEqual(before.map((row) => Object(row).id).sort());
    expect(Object.keys(await readDetections(imports.pool))).toContain('acme.invalid t1');
    // Repeated, and with observations and rows of the company that name the old domain.
    expect(await companies({ ...rename, name: 'Acme New' })).toEqual({ ...NOTHING, accepted: 1 });
    await imports.run('company_technologies', [
      detection('acme.example', 't2', 1, '2024-01-01', '2024-01-01'),
    ]);
    expect(Object.keys(await readDetections(imports.pool))).toContain('acme.invalid t2');
    expect(await companies({ name: 'Acme Old', primary_domain: 'acme.example', industry: 'Steel' })).toEqual({
      ...NOTHING,
      accepted: 1,
    });
    expect((await readCompanies(imports.pool))['acme.invalid']).toMatchObject({
      name: 'Acme Old',
      industry: 'Steel',
    });
  });

  it('keeps the old domain with the company while a row of the file names the company by it', async () => {
    await companies(rename);
    const rows = [
      { name: 'Acme Old', primary_domain: 'acme.example' },
      { name: 'Acme New', primary_domain: 'acme.invalid', domains: ['acme.net.example'] },
      { name: 'Bolt', primary_domain: 'bolt.example', domains: ['acme.example'] },
    ];
    const problems = ['3 warning domains acme.example belongs to another company, acme.invalid'];
    const outcome = { ...NOTHING, accepted: 3, warnings: 1, problems };
    expect(await companies(...rows)).toEqual(outcome);
    const all = await readCompanies(imports.pool);
    expect(all['acme.invalid']).toMatchObject({
      name: 'Acme New',
      domains: ['acme.invalid', 'acme.net.example', 'acme.example'],
    });
    expect(all['bolt.example']).toMatchObject({ domains: ['bolt.example'] });
    // Were the old domain free, its row would now be about a company of its own.
    expect(await companies(...rows)).toEqual(outcome);
    expect(await readCompanies(imports.pool)).toEqual(all);
  });

  it('is rejected when both companies exist, or the domain is not the primary one; warns of an unknown one', async () => {
    const outcome = await companies(
      { name: 'X', primary_domain: 'bolt.example', previous_primary_domain: 'acme.example' },
      { name: 'X', primary_domain: 'new.example', previous_primary_domain: 'acme.test' },
      { name: 'Y', primary_domain: 'fresh.example', previous_primary_domain: 'nobody.example' },
      { primary_domain: 'fresher.example', previous_primary_domain: 'nobody.test' },
    );
    expect(outcome).toEqual({
      ...NOTHING,
      accepted: 1,
      rejected: 3,
      warnings: 2,
      problems: [
        '1 rejected previous_primary_domain names another company that exists beside this one; use merge_into to merge them',
        '2 rejected previous_primary_domain is not the primary domain of its company, which is acme.example',
        '3 warning previous_primary_domain no company has the domain "nobody.example"; there is nothing to rename',
        '4 rejected name is missing',
        '4 warning previous_primary_domain no company has the domain "nobody.test"; there is nothing to rename',
      ],
    });
  });
});

describe('a row with merge_into', () => {
  const merge = { primary_domain: 'acme.example', merge_into: 'bolt.example' };

  beforeEach(async () => {
    await imports.pool.query('TRUNCATE company_unlock, data_flag, organization CASCADE');
    await imports.pool.query(`INSERT INTO organization (id, name) VALUES (1, 'One'), (2, 'Two')`);
  });

  it('moves domains, detections, observations and flags to the survivor, and leaves unlocks as they are', async () => {
    await imports.pool.query(`
      INSERT INTO company_unlock (organization_id, company_id, unlocked_at, expires_at)
      SELECT o, c.id, '2024-01-01', CASE slug WHEN 'acme' THEN timestamptz '2024-02-10' ELSE '2024-02-05' END
      FROM company c, generate_series(1, 2) AS o WHERE slug IN ('acme', 'bolt') AND (slug, o) <> ('bolt', 2)`);
    await imports.pool.query(`INSERT INTO data_flag (company_id, organization_id) SELECT id, 1 FROM company`);
    const unlocks = 'SELECT * FROM company_unlock ORDER BY organization_id, company_id';
    const { rows: bought } = await imports.pool.query(unlocks);
    expect(await companies(merge)).toEqual({ ...NOTHING, accepted: 1, merged: 1 });
    expect(await readCompanies(imports.pool)).toEqual({
      'bolt.example': {
        name: 'Bolt',
        slug: 'bolt',
        industry: 'Games',
        domains: ['bolt.example', 'acme.test', 'acme.example'],
        investors: [],
      },
      'core.example': { name: 'Core', slug: 'core', domains: ['core.example'], investors: [] },
    });
    expect(await readDetections(imports.pool)).toEqual({
      'bolt.example t1': edge(5, '2023-12-01', '2024-03-01'),
      'bolt.example t2': edge(1, '2024-01-01', '2024-01-02'),
    });
    const merged = edge(6, '2024-01-01', '2024-05-01');
    expect(await readPartnerships(imports.pool)).toEqual({
      'bolt.example core.example': merged,
      'core.example bolt.example': merged,
    });
    expect((await imports.pool.query(unlocks)).rows).toEqual(bought);
    const flags = await imports.pool.query(
      'SELECT slug, count(*)::int FROM data_flag JOIN company c ON c.id = company_id GROUP BY 1 ORDER BY 1',
    );
    expect(flags.rows).toEqual([
      { slug: 'bolt', count: 2 },
      { slug: 'core', count: 1 },
    ]);
    const { rows } = await imports.pool.query(`SELECT id FROM company WHERE slug = 'bolt'`);
    expect(await retired()).toEqual([['acme', null, rows[0].id]]);
  });

  it('is rejected for the company itself, a cycle, and an unknown or deleted survivor', async () => {
    await companies({ primary_domain: 'core.example', deleted: true });
    const outcome = await companies(
      merge,
      { primary_domain: 'bolt.example', merge_into: 'acme.example' },
      { primary_domain: 'bolt.example', merge_into: 'bolt.example' },
      { primary_domain: 'bolt.example', merge_into: 'nobody.example' },
      { primary_domain: 'bolt.example', merge_into: 'core.example' },
      { primary_domain: 'nobody.example', merge_into: 'bolt.example' },
    );
    expect(outcome).toEqual({
      ...NOTHING,
      accepted: 2,
      rejected: 4,
      warnings: 1,
      merged: 1,
      problems: [
        '2 rejected merge_into is a domain of the company itself',
        '3 rejected merge_into is the primary domain of the company itself',
        '4 rejected merge_into no company has the domain "nobody.example"',
        '5 rejected merge_into names a company that was deleted',
        '6 warning primary_domain no company has the domain; there is nothing to merge',
      ],
    });
  });
});

describe('a row with deleted', () => {
  it('warns when no company has the domain, and when it is not the primary one; a repeated delete is silent', async () => {
    await companies({ primary_domain: 'core.example', deleted: true });
    const outcome = await companies(
      { primary_domain: 'core.example', deleted: true },
      { primary_domain: 'nobody.example', deleted: true },
      { primary_domain: 'acme.test', deleted: true },
    );
    expect(outcome).toEqual({
      ...NOTHING,
      accepted: 3,
      warnings: 2,
      problems: [
        '2 warning primary_domain no company has the domain; there is nothing to delete',
        '3 warning primary_domain is not the primary domain of its company, which stays: acme.example',
      ],
    });
  });

  it('is rejected unless deleted is true or false, or when the row merges as well', async () => {
    const outcome = await companies(
      { primary_domain: 'acme.example', deleted: 'yes' },
      { primary_domain: 'acme.example', deleted: true, merge_into: 'bolt.example' },
      { name: 'Acme', primary_domain: 'acme.example', deleted: false },
    );
    expect(outcome).toEqual({
      ...NOTHING,
      accepted: 1,
      rejected: 2,
      problems: [
        '1 rejected deleted must be true or false, not "yes"',
        '2 rejected merge_into cannot be combined with deleted',
      ],
    });
  });

  it('retires a technology with its detections; it comes back with its id', async () => {
    const { technology: before = [] } = await dumpCatalogue(imports.pool);
    const { report } = await imports.run('technologies', [
      { tech_key: 't1', deleted: true },
      { tech_key: 'none', deleted: true },
    ]);
    expect(report).toMatchObject({ accepted: 2, rejected: 0, warnings: 1, retired: 1 });
    expect(Object.keys(await readDetections(imports.pool))).toEqual(['bolt.example t2']);
    await readCompanies(imports.pool);
    const again = await imports.run('technologies', [{ tech_key: 't1', deleted: true }]);
    expect(again.report.warnings).toBe(0);
    await imports.run('technologies', [{ tech_key: 't1', display_name: 'T1', category: 'C' }]);
    const { technology: after = [], retired_technology } = await dumpCatalogue(imports.pool);
    const byId = (a: unknown, b: unknown) => Object(a).id - Object(b).id;
    expect([[...after].sort(byId), retired_technology]).toEqual([before, []]);
  });

  it('does not delete a row that follows the delete of its key, however far', async () => {
    const filler = Array.from({ length: 12_000 }, () =>
      detection('acme.example', 't1', 1, '2024-01-01', '2024-03-01'),
    );
    await imports.run('company_technologies', [
      { domain: 'core.example', tech_key: 't2', deleted: true },
      ...filler,
      detection('core.example', 't2', 4, '2024-01-01', '2024-01-01'),
    ]);
    expect((await readDetections(imports.pool))['core.example t2']).toEqual(
      edge(4, '2024-01-01', '2024-01-01'),
    );
  });

  it('retires a detection and an observation; the last line of a key wins; unknown ones are warnings', async () => {
    const detections = await imports.run('company_technologies', [
      { domain: 'acme.example', tech_key: 't1', deleted: true },
      { domain: 'bolt.example', tech_key: 't2', deleted: true },
      detection('bolt.example', 't2', 9, '2024-01-01', '2024-01-09'),
      { domain: 'core.example', tech_key: 't1', deleted: true },
      { domain: 'nobody.example', tech_key: 't1', deleted: true },
      { domain: 'acme.example', tech_key: 'none', deleted: true },
    ]);
    expect(detections.report).toMatchObject({ accepted: 6, rejected: 0, warnings: 3 });
    expect(summarize(detections.problems)).toEqual([
      '4 warning deleted nothing is stored that the row could delete',
      '5 warning domain no company has the domain "nobody.example"',
      '6 warning tech_key no technology has the key "none"',
    ]);
    expect(detections.problems[0]?.row).toBe('{"domain":"core.example","tech_key":"t1","deleted":true}');
    expect(await readDetections(imports.pool)).toEqual({
      'bolt.example t1': edge(3, '2023-12-01', '2024-02-01'),
      'bolt.example t2': edge(9, '2024-01-01', '2024-01-09'),
    });
    await imports.run('partnerships', [
      { domain: 'acme.example', partner_domain: 'bolt.example', deleted: true },
    ]);
    expect(Object.keys(await readPartnerships(imports.pool))).toEqual([
      'acme.example core.example',
      'bolt.example core.example',
      'core.example acme.example',
      'core.example bolt.example',
    ]);
    await readCompanies(imports.pool);
  });
});

describe('a file that changes one company again and again', () => {
  it('carries out 50 of the changes and rejects the others', async () => {
    const lines = Array.from({ length: 120 }, (_, index) =>
      index % 2 === 0
        ? { primary_domain: 'acme.example', deleted: true }
        : { name: `Acme ${index}`, primary_domain: 'acme.example' },
    );
    const outcome = await companies(...lines);
    const reason =
      'concerns a company that other lines of the file change as well, and 50 such lines are carried out; import it with a later file';
    expect(outcome).toEqual({
      ...NOTHING,
      accepted: 110,
      rejected: 10,
      retired: 50,
      problems: Array.from({ length: 10 }, (_, index) => `${101 + 2 * index} rejected ${reason}`),
    });
    expect((await readCompanies(imports.pool))['acme.example']).toMatchObject({
      name: 'Acme 119',
      slug: 'acme',
    });
  });
});
