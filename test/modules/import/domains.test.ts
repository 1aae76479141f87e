import { describe, expect, it } from '@jest/globals';
import { INVALID_DOMAIN } from '../../../src/lib/domain-name.ts';
import { seedCompany } from '../../harness/seed.ts';
import { useImports } from './fixture.ts';
import { emptyCatalogue, observation, readCompanies, readPartnerships, summarize } from './support.ts';

const imports = useImports();

const company = (domain: string, rest: object = {}) => ({ name: 'Acme', primary_domain: domain, ...rest });

const REFUSED = [
  ['192.168.1.1', 'ip'],
  ['127.1', 'ip'],
  ['0x7f.1', 'ip'],
  ['2001:db8::1', 'ip'],
  ['[2001:db8::1]', 'ip'],
  ['nodot', 'noDot'],
  ['two words.example', 'blank'],
  [`${'x'.repeat(64)}.example`, 'labelTooLong'],
  [`${`${'x'.repeat(49)}.`.repeat(5)}xcom`, 'tooLong'],
  ['*.a.example', 'notHostName'],
  ['a..example', 'notHostName'],
  ['-a.example', 'notHostName'],
  ['a-.example', 'notHostName'],
  ['a.123', 'notHostName'],
  ['a\0.example', 'notHostName'],
  ['\udc00.example', 'notHostName'],
] as const;

const reasonOf = (text: string, reason: keyof typeof INVALID_DOMAIN) => {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `is not a domain: ${JSON.stringify(short)}. ${INVALID_DOMAIN[reason]}`;
};

describe('a domain that cannot be a host name', () => {
  it('is rejected as a primary domain', async () => {
    await emptyCatalogue(imports.pool);
    const rows = REFUSED.map(([domain]) => company(domain));
    const { report, problems } = await imports.run('companies', [...rows, company('b.example')]);
    expect([report.accepted, report.rejected, report.warnings]).toEqual([1, rows.length, 0]);
    expect(problems).toEqual(
      REFUSED.map(([domain, reason], index) => ({
        line: index + 1,
        level: 'rejected',
        field: 'primary_domain',
        reason: reasonOf(domain, reason),
        row: JSON.stringify(rows[index]),
      })),
    );
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['b.example']);
  });

  it('is left out of the domains of a company, with a warning', async () => {
    await emptyCatalogue(imports.pool);
    const domains = ['a.example', ...REFUSED.map(([domain]) => domain), 'b.example'];
    const { report, problems } = await imports.run('companies', [company('a.example', { domains })]);
    expect([report.accepted, report.rejected, report.warnings]).toEqual([1, 0, REFUSED.length]);
    expect(summarize(problems).sort()).toEqual(
      REFUSED.map(
        ([domain, reason], index) => `1 warning domains/${index + 1} ${reasonOf(domain, reason)}`,
      ).sort(),
    );
    expect((await readCompanies(imports.pool))['a.example']?.domains).toEqual(['a.example', 'b.example']);
  });
});

describe('a domain that an early build stored', () => {
  it('counts as present in a snapshot, although its row is refused', async () => {
    await emptyCatalogue(imports.pool);
    const odd = { name: 'Odd', slug: 'odd', domains: ['10.0.0.1'] as [string] };
    await seedCompany(imports.pool, odd);
    const rows = [company('10.0.0.1'), company('a\0.example'), company('a.example')];
    const { report } = await imports.run('companies', rows, { snapshot: 'companies' });
    expect([report.accepted, report.rejected, report.retired]).toEqual([1, 2, undefined]);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['10.0.0.1', 'a.example']);
  });
});

describe('a domain', () => {
  it('is stored in A-labels, and both forms name one company', async () => {
    await emptyCatalogue(imports.pool);
    const outcome = await imports.run('companies', [
      company('bücher.example', { name: 'Bücher', domains: ['BÜCHER.example.', 'www.книги.рф'] }),
      company('xn--bcher-kva.example', { name: 'BÜCHER', country: 'DE' }),
      company('other.example', { domains: ['xn--c1ajbfp.xn--p1ai', 'WWW.Other.Example.'] }),
    ]);
    expect(summarize(outcome.problems)).toEqual([
      '3 warning domains xn--c1ajbfp.xn--p1ai belongs to another company, xn--bcher-kva.example',
    ]);
    expect(await readCompanies(imports.pool)).toEqual({
      'xn--bcher-kva.example': {
        name: 'BÜCHER',
        slug: 'bucher',
        country: 'DE',
        domains: ['xn--bcher-kva.example', 'xn--c1ajbfp.xn--p1ai'],
        investors: [],
      },
      'other.example': { name: 'Acme', slug: 'acme', domains: ['other.example'], investors: [] },
    });
    const { report, problems } = await imports.run('partnerships', [
      observation('КНИГИ.рф', 'other.example'),
      observation('xn--bcher-kva.example', 'bücher.example'),
    ]);
    expect(report.accepted).toBe(1);
    expect(summarize(problems)).toEqual(['2 rejected partner_domain belongs to the same company as domain']);
    expect(Object.keys(await readPartnerships(imports.pool))).toEqual([
      'other.example xn--bcher-kva.example',
      'xn--bcher-kva.example other.example',
    ]);
  });

  it('may be a public suffix, be below one, or have an unknown or reserved top-level domain', async () => {
    await emptyCatalogue(imports.pool);
    const domains = [
      'co.uk',
      'acme.github.io',
      'mail.acme.co.uk',
      'acme.nosuchtld',
      'acme.invalid',
      '_x.acme_inc.test',
    ];
    const { problems } = await imports.run(
      'companies',
      domains.map((domain) => company(domain)),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(await readCompanies(imports.pool)).sort()).toEqual([...domains].sort());
  });
});
