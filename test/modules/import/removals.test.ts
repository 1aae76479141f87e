import { describe, expect, it } from '@jest/globals';
import { NOTHING, useChangingCatalogue } from './changing-catalogue.ts';
import {
  detection,
  dumpCatalogue,
  edge,
  readCompanies,
  readDetections,
  readPartnerships,
  summarize,
} from './support.ts';

const { imports, companies, retired } = useChangingCatalogue();

describe('a row with deleted', () => {
  it('retires a company with everything that it has', async () => {
    expect(await companies({ primary_domain: 'acme.example', deleted: true })).toEqual({
      ...NOTHING,
      accepted: 1,
      retired: 1,
    });
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['bolt.example', 'core.example']);
    expect(Object.keys(await readDetections(imports.pool))).toEqual(['bolt.example t1', 'bolt.example t2']);
    expect(Object.keys(await readPartnerships(imports.pool))).toEqual([
      'bolt.example core.example',
      'core.example bolt.example',
    ]);
    expect(await retired()).toEqual([['acme', 'acme.example', null]]);
    const { company_domain, company_investor } = await dumpCatalogue(imports.pool);
    expect([company_domain?.length, company_investor]).toEqual([2, []]);
  });

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

  it('lets a company come back with its id and slug, but without what it had', async () => {
    const { company: before = [] } = await dumpCatalogue(imports.pool);
    await companies({ primary_domain: 'acme.example', deleted: true });
    // Another company takes neither the slug nor the id.
    await companies({ name: 'Acme', primary_domain: 'acme.invalid' });
    await companies({ name: 'Acme Again', primary_domain: 'acme.example', slug: 'other' });
    const back = (await readCompanies(imports.pool))['acme.example'];
    expect(back).toEqual({ name: 'Acme Again', slug: 'acme', domains: ['acme.example'], investors: [] });
    expect((await readCompanies(imports.pool))['acme.invalid']?.slug).toBe('acme-2');
    const { company: after = [] } = await dumpCatalogue(imports.pool);
    const idOf = (rows: unknown[]) =>
      rows.filter((row) => Object(row).slug === 'acme').map((row) => Object(row).id);
    expect(idOf(after)).toEqual(idOf(before));
    expect(await retired()).toEqual([]);
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
