import { beforeEach, describe, expect, it } from '@jest/globals';
import { useImports } from './fixture.ts';
import { dumpCatalogue, emptyCatalogue, type Outcome, readCompanies, summarize } from './support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

const load = (...rows: unknown[]) => imports.run('companies', rows);
/** Reads the companies as callers see them, by primary domain. */
const read = () => readCompanies(imports.pool);
/** Imports the rows again and expects no change of the catalogue or of the report. */
async function expectRepeatable(rows: unknown[], first: Outcome): Promise<void> {
  const before = await dumpCatalogue(imports.pool);
  const again = await load(...rows);
  expect(await dumpCatalogue(imports.pool)).toEqual(before);
  expect({ ...again.report, rejects_file: undefined }).toEqual({ ...first.report, rejects_file: undefined });
}

const company = (domain: string, rest: object = {}) => ({ name: 'Acme', primary_domain: domain, ...rest });
const domainsOf = async () =>
  Object.fromEntries(Object.entries(await read()).map(([key, { domains }]) => [key, domains]));

describe('the fields of a company', () => {
  const full = company('Acme.Example', {
    domains: ['acme.test', 'ACME.example', 'www.acme.invalid'],
    investors: [' Orvane Capital ', 'Two'],
    industry: 'Software',
    employee_range: '51 – 200 employees',
    country: 'gb',
    founded_year: 1999,
    slug: 'The-Acme',
  });
  const stored = {
    name: 'Acme',
    slug: 'the-acme',
    domains: ['acme.example', 'acme.test', 'acme.invalid'],
    investors: ['Orvane Capital', 'Two'],
    industry: 'Software',
    employee_range: '51-200',
    country: 'GB',
    founded_year: 1999,
  };

  it('are cleaned and stored, the primary domain first', async () => {
    const outcome = await load(full);
    expect(outcome).toEqual({
      report: { path: '-', kind: 'companies', rows: 1, accepted: 1, rejected: 0, warnings: 0 },
      problems: [],
    });
    expect(await read()).toEqual({ 'acme.example': stored });
    await expectRepeatable([full], outcome);
  });

  it('keep their stored values when a row states invalid ones', async () => {
    await load(full);
    const { report } = await load(
      company('acme.example', { country: 'XX', founded_year: 3, domains: 'x', employee_range: '1001+' }),
    );
    expect(report.warnings).toBe(4);
    expect(await read()).toEqual({ 'acme.example': stored });
  });

  it('are cleared by null', async () => {
    await load(full);
    const nothing = {
      domains: null,
      investors: null,
      industry: null,
      employee_range: null,
      country: null,
      founded_year: null,
    };
    const { report } = await load(company('acme.example', nothing));
    expect(report.warnings).toBe(0);
    expect(await read()).toEqual({
      'acme.example': { name: 'Acme', slug: 'the-acme', domains: ['acme.example'], investors: [] },
    });
  });

  it('come from the last line that states them when several lines have the same company', async () => {
    const rows = [
      company('acme.example', {
        industry: 'Software',
        country: 'FR',
        investors: ['One'],
        domains: ['acme.test'],
      }),
      company('acme.example', { country: 'DE', domains: ['two.test'] }),
      company('WWW.acme.example', { name: 'ACME', country: 'XX' }),
    ];
    const outcome = await load(...rows);
    expect(outcome.report).toMatchObject({ rows: 3, accepted: 3, rejected: 0, warnings: 1 });
    expect(await read()).toEqual({
      'acme.example': {
        name: 'ACME',
        slug: 'acme',
        domains: ['acme.example', 'two.test'],
        investors: ['One'],
        industry: 'Software',
        country: 'DE',
      },
    });
    await expectRepeatable(rows, outcome);
  });
});

describe('a domain', () => {
  it('of another stored company is refused, both as a primary and as a secondary domain', async () => {
    await load(company('a.example', { domains: ['a.example', 'x.example'] }));
    const rows = [
      company('x.example'),
      company('b.example', { domains: ['a.example', 'x.example', 'b.test'] }),
      company('x.example'),
    ];
    const outcome = await load(...rows);
    expect(outcome.report).toMatchObject({ rows: 3, accepted: 1, rejected: 2, warnings: 2 });
    expect(summarize(outcome.problems)).toEqual([
      '1 rejected primary_domain the domain belongs to another company, a.example',
      '2 warning domains a.example belongs to another company, a.example',
      '2 warning domains x.example belongs to another company, a.example',
      '3 rejected primary_domain the domain belongs to another company, a.example',
    ]);
    expect(outcome.problems[0]?.row).toBe(JSON.stringify(rows[0]));
    expect(await domainsOf()).toEqual({
      'a.example': ['a.example', 'x.example'],
      'b.example': ['b.example', 'b.test'],
    });
    await expectRepeatable(rows, outcome);
  });
});

/** Reads the slugs of the catalogue by primary domain. */
const slugs = async () =>
  Object.fromEntries(Object.entries(await read()).map(([key, { slug }]) => [key, slug]));

describe('a slug', () => {
  it('is derived from the name, or from the domain when the name has no Latin letter', async () => {
    const names = [
      'Société Générale',
      "O'Hara & Sons, Inc.",
      '株式会社',
      '!!!',
      'Ünï-Çødé 2.0',
      'x'.repeat(200),
    ];
    await load(...names.map((name, index) => ({ name, primary_domain: `d${index}.example` })), {
      name: '例え',
      primary_domain: '例え.example',
    });
    expect(Object.values(await slugs())).toEqual([
      'societe-generale',
      'ohara-sons-inc',
      'd2',
      'd3',
      'uni-code-2-0',
      'x'.repeat(80),
      'xn--r8jz45g'.replace('--', '-'),
    ]);
  });

  it('is unique: the first line gets it, the others get it with an unused number', async () => {
    const rows = [
      { name: 'Acme', primary_domain: 'a.example' },
      { name: 'ACME', primary_domain: 'b.example' },
      { name: 'Acme 2', primary_domain: 'c.example' },
      { name: 'acme!', primary_domain: 'd.example' },
      { name: 'Acme 2', primary_domain: 'e.example' },
      { name: 'Other', primary_domain: 'f.example', slug: 'acme' },
      { name: 'Acme-2-2', primary_domain: 'g.example' },
    ];
    const outcome = await load(...rows);
    expect(outcome.report.warnings).toBe(0);
    expect(await slugs()).toEqual({
      'f.example': 'acme', // given slugs are assigned before derived ones
      'c.example': 'acme-2',
      'g.example': 'acme-2-2',
      'a.example': 'acme-3',
      'b.example': 'acme-4',
      'd.example': 'acme-5',
      'e.example': 'acme-2-3',
    });
    await expectRepeatable(rows, outcome);
  });

  it('gets a warning if it is taken, or if the company already has another one', async () => {
    await load({ name: 'Acme', primary_domain: 'a.example' });
    const rows = [
      { name: 'B', primary_domain: 'b.example', slug: 'acme' },
      { name: 'A', primary_domain: 'a.example', slug: 'alpha' },
    ];
    const { problems } = await load(...rows);
    expect(summarize(problems)).toEqual([
      '1 warning slug is taken; the company gets acme-2',
      '2 warning slug does not change: the company keeps acme',
    ]);
    const again = await load(...rows);
    expect(summarize(again.problems)).toEqual([
      '1 warning slug does not change: the company keeps acme-2',
      '2 warning slug does not change: the company keeps acme',
    ]);
    expect(await slugs()).toEqual({ 'a.example': 'acme', 'b.example': 'acme-2' });
  });

  it('is found although hundreds of candidates are taken', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({
        name: 'Acme',
        primary_domain: `n${from + index}.example`,
      }));
    await load(...many(0, 600));
    await load(...many(600, 603));
    const found = Object.values(await slugs());
    expect(found).toEqual(['acme', ...Array.from({ length: 602 }, (_, index) => `acme-${index + 2}`)]);
  });
});
