import { beforeEach, describe, expect, it } from '@jest/globals';
import { NOTHING, useChangingCatalogue } from './changing-catalogue.ts';
import {
  detection,
  dumpCatalogue,
  edge,
  readCompanies,
  readDetections,
  readPartnerships,
} from './support.ts';

const { imports, companies, retired } = useChangingCatalogue();

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

  it('keeps the name without one, and drops the old domain if the row lists domains without it', async () => {
    await companies({ ...rename, domains: ['acme.net.example'] });
    expect((await readCompanies(imports.pool))['acme.invalid']).toMatchObject({
      name: 'Acme',
      domains: ['acme.invalid', 'acme.net.example'],
    });
    // The old domain is free.
    expect(await companies({ name: 'Other', primary_domain: 'acme.example' })).toEqual({
      ...NOTHING,
      accepted: 1,
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

  it('makes a secondary domain the primary one', async () => {
    await companies({ primary_domain: 'acme.test', previous_primary_domain: 'acme.example' });
    expect((await readCompanies(imports.pool))['acme.test']?.domains).toEqual(['acme.test', 'acme.example']);
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

  it('follows a chain of renames in the order of the lines', async () => {
    await companies(
      { primary_domain: 'one.example', previous_primary_domain: 'acme.example' },
      { primary_domain: 'two.example', previous_primary_domain: 'one.example' },
    );
    expect((await readCompanies(imports.pool))['two.example']).toMatchObject({ name: 'Acme', slug: 'acme' });
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

  it('changes nothing when repeated; later rows that name the old domain apply to the survivor', async () => {
    await companies(merge);
    const before = await dumpCatalogue(imports.pool);
    expect(await companies(merge)).toEqual({ ...NOTHING, accepted: 1 });
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
    await companies({ name: 'Bolt & Acme', primary_domain: 'acme.example' });
    // The survivor's own list of domains does not name the old one, which stays.
    await companies({ name: 'Bolt', primary_domain: 'bolt.example', domains: ['bolt.test'] });
    await imports.run('company_technologies', [
      detection('acme.example', 't2', 7, '2024-01-01', '2024-01-01'),
    ]);
    expect((await readCompanies(imports.pool))['bolt.example']).toMatchObject({
      name: 'Bolt',
      domains: ['bolt.example', 'bolt.test', 'acme.example'],
    });
    expect((await readDetections(imports.pool))['bolt.example t2']).toEqual(
      edge(7, '2024-01-01', '2024-01-01'),
    );
    expect(await companies({ primary_domain: 'acme.example', deleted: true })).toMatchObject({ warnings: 1 });
  });

  it('follows merges to the final survivor, whatever the order of the lines', async () => {
    expect(await companies({ primary_domain: 'bolt.example', merge_into: 'core.example' }, merge)).toEqual({
      ...NOTHING,
      accepted: 2,
      merged: 2,
    });
    const { rows } = await imports.pool.query(`SELECT id FROM company WHERE slug = 'core'`);
    expect(await retired()).toEqual([
      ['acme', null, rows[0].id],
      ['bolt', null, rows[0].id],
    ]);
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

  it('merges a company that was deleted before', async () => {
    await companies({ primary_domain: 'acme.example', deleted: true });
    await companies(merge);
    const { rows } = await imports.pool.query(`SELECT id FROM company WHERE slug = 'bolt'`);
    expect(await retired()).toEqual([['acme', null, rows[0].id]]);
    expect((await readCompanies(imports.pool))['bolt.example']?.domains).toEqual([
      'bolt.example',
      'acme.example',
    ]);
  });
});
