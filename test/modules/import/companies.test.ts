import { describe, expect, it } from '@jest/globals';
import { useCompanyImports } from './company-imports.ts';
import { summarize } from './support.ts';

const { load, read, expectRepeatable } = useCompanyImports();

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

  it('keep their stored values when a row does not state them', async () => {
    await load(full);
    await load({ name: 'Acme Two', primary_domain: 'acme.example' });
    expect(await read()).toEqual({ 'acme.example': { ...stored, name: 'Acme Two' } });
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

  it('are replaced by new values, lists completely', async () => {
    await load(full);
    const changed = {
      domains: ['acme.invalid', 'new.example'],
      investors: ['Three', 'Two'],
      industry: 'Games',
      employee_count: 10_001,
    };
    const outcome = await load(company('acme.example', changed));
    expect(await read()).toEqual({
      'acme.example': {
        ...stored,
        domains: ['acme.example', 'acme.invalid', 'new.example'],
        investors: ['Three', 'Two'],
        industry: 'Games',
        employee_range: '10001+',
      },
    });
    await expectRepeatable([company('acme.example', changed)], outcome);
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

  it('belongs to the earliest line of a file that states it', async () => {
    const rows = [
      company('a.example', { domains: ['x.example', 'late.example'] }),
      company('x.example'),
      company('b.example', { domains: ['late.example', 'b.test', 'c.example'] }),
      company('c.example', { domains: ['b.test'] }),
    ];
    const outcome = await load(...rows);
    expect(summarize(outcome.problems)).toEqual([
      '2 rejected primary_domain the domain belongs to another company, a.example',
      '3 warning domains late.example belongs to another company, a.example',
      '4 rejected primary_domain the domain belongs to another company, b.example',
    ]);
    expect(await domainsOf()).toEqual({
      'a.example': ['a.example', 'x.example', 'late.example'],
      'b.example': ['b.example', 'b.test', 'c.example'],
    });
    await expectRepeatable(rows, outcome);
  });

  it('is free if only a refused row lists it, in chains of any length', async () => {
    // Row 1 takes p2, so row 2 is refused and p3 stays free. Row 3 takes p4, so row 4 is refused. Row 5 gets p5.
    const rows = [
      company('p1.example', { domains: ['p2.example'] }),
      company('p2.example', { domains: ['p3.example'] }),
      company('p3.example', { domains: ['p4.example'] }),
      company('p4.example', { domains: ['p5.example'] }),
      company('p5.example'),
    ];
    const outcome = await load(...rows);
    expect(outcome.problems.map(({ line }) => line)).toEqual([2, 4]);
    expect(await domainsOf()).toEqual({
      'p1.example': ['p1.example', 'p2.example'],
      'p3.example': ['p3.example', 'p4.example'],
      'p5.example': ['p5.example'],
    });
    await expectRepeatable(rows, outcome);
  });

  it('is free for other companies, even on earlier lines, once its company no longer lists it', async () => {
    await load(company('a.example', { domains: ['x.example', 'y.example'] }));
    const rows = [
      company('x.example'),
      company('b.example', { domains: ['y.example'] }),
      company('a.example', { domains: [] }),
    ];
    const outcome = await load(...rows);
    expect(outcome.problems).toEqual([]);
    expect(await domainsOf()).toEqual({
      'a.example': ['a.example'],
      'x.example': ['x.example'],
      'b.example': ['b.example', 'y.example'],
    });
    await expectRepeatable(rows, outcome);
  });

  it('stays with the company that still lists it, even on a later line', async () => {
    await load(company('a.example', { domains: ['x.example'] }));
    const rows = [
      company('b.example', { domains: ['x.example'] }),
      company('x.example'),
      company('a.example', { domains: ['x.example'] }),
    ];
    const outcome = await load(...rows);
    expect(summarize(outcome.problems)).toEqual([
      '1 warning domains x.example belongs to another company, a.example',
      '2 rejected primary_domain the domain belongs to another company, a.example',
    ]);
    await expectRepeatable(rows, outcome);
  });
});
