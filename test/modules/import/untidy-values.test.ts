import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseEmployeeRange, yearIn } from '../../../src/modules/import/company-values.ts';
import { useImports } from './fixture.ts';
import { edge, emptyCatalogue, readCompanies, summarize } from './support.ts';

const imports = useImports();

beforeEach(() => emptyCatalogue(imports.pool));

describe('employees', () => {
  const BANDS = [
    ['1-10', '1-10'],
    ['2-10', '1-10'],
    ['501 to 1,000', '501-1000'],
    ['5001—10000', '5001-10000'],
    ['10001+ Employees', '10001+'],
    ['20000-50000', '10001+'],
    ['1-50', undefined],
    ['1-10-20', undefined],
    ['11-50x', undefined],
    ['~300', '201-500'],
    ['ca. 300', '201-500'],
    ['approx. 45 people', '11-50'],
    ['about 1,200', '1001-5000'],
    ['10,000+', '10001+'],
    ['10.001+', '10001+'],
    ['10000 or more', '10001+'],
    ['more than 10,000', '10001+'],
    ['>10000', '10001+'],
    ['1.234', '1001-5000'],
    ['1 234', '1001-5000'],
    ['1\u00a0234', '1001-5000'],
    ["1'234", '1001-5000'],
    ['1,234 employees', '1001-5000'],
    ['1.000', '501-1000'],
    ['12.0', '11-50'],
    ['51 - 200 employees', '51-200'],
    ['51–200', '51-200'],
    ['51 — 200', '51-200'],
    ['11 to 50', '11-50'],
    ['1,001-5,000', '1001-5000'],
    ['5k', '1001-5000'],
    ['1.2k', '1001-5000'],
    ['1K-5K', undefined],
    ['2-4k', '1001-5000'],
    ['<10', '1-10'],
    ['0-1', '1-10'],
    ['2', '1-10'],
    ['1,5', undefined],
    ['1.5', undefined],
    ['12,34', undefined],
    ['201-1000', undefined],
    ['1000+', undefined],
    ['>=1000', undefined],
    ['200-51', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['many', undefined],
    ['10/11', undefined],
    ['', undefined],
  ] as const;

  it('are a band, if a text means one', () => {
    expect(BANDS.map(([text]) => [text, parseEmployeeRange(text)])).toEqual(BANDS);
  });

  it('reads both columns alike and tells of what it cannot read', async () => {
    const { report, problems } = await imports.file(
      'companies.csv',
      [
        'name,primary_domain,employee_count,employee_range',
        'A,a.example,~300,',
        'B,b.example,"10,000+",',
        'C,c.example,1.234,',
        'D,d.example,,51 - 200 employees',
        'E,e.example,"1,5",',
        'F,f.example,1.000,',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 6, accepted: 6, warnings: 1 });
    expect(summarize(problems)).toEqual([
      '6 warning employee_count must be a whole number from 1, or a range within one band, not "1,5"',
    ]);
    const companies = await readCompanies(imports.pool);
    expect(Object.values(companies).map(({ employee_range }) => employee_range)).toEqual([
      '201-500',
      '10001+',
      '1001-5000',
      '51-200',
      undefined,
      '501-1000',
    ]);
  });
});

describe('years', () => {
  const YEARS = [
    ['2012', 2012],
    ['2012-05-01', 2012],
    ['2012-05', 2012],
    ['05/2012', 2012],
    ['5/1/2012', 2012],
    ['31.12.2012', 2012],
    ['2012-05-01T00:00:00Z', 2012],
    ['2012-05-01 00:00:00 UTC', 2012],
    ['2012/05/01', 2012],
    ['20120501', 2012],
    ['May 2012', 2012],
    ['May 1, 2012', 2012],
    ['1 May 2012', 2012],
    ['1. März 2012', 2012],
    ['2010-2012', undefined],
    ['2012-13', undefined],
    ['12/05/09', undefined],
    ['unknown', undefined],
    ['about 2012', undefined],
    ['1.999', undefined],
    ['1999.5', undefined],
    ['5.999', undefined],
  ] as const;

  it('are found in dates', () => {
    expect(YEARS.map(([text]) => [text, yearIn(text)])).toEqual(YEARS);
  });

  it('takes the year of a date in CSV and JSON', async () => {
    const csv =
      'name,primary_domain,founded_year\nA,a.example,2012-05-01\nB,b.example,05/2013\nC,c.example,2010-2012\n';
    const { problems } = await imports.file('companies.csv', csv);
    expect(summarize(problems)).toEqual([
      '4 warning founded_year must be a whole number from 500 to 2100, not "2010-2012"',
    ]);
    await imports.run('companies', [
      { name: 'D', primary_domain: 'd.example', founded_year: '2014-01-01T00:00:00Z' },
    ]);
    const companies = await readCompanies(imports.pool);
    expect(Object.values(companies).map(({ founded_year }) => founded_year)).toEqual([
      2012,
      2013,
      undefined,
      2014,
    ]);
  });
});

describe('addresses in domains', () => {
  it('become domains, with a warning', async () => {
    const { report, problems } = await imports.file(
      'companies.csv',
      [
        'name,primary_domain,domains,country',
        'Delta,https://www.delta.example/about,,United Kingdom',
        'Port,port.example:8443,http://other.example/ plain.example,USA',
        'Mail,jane@mail.example,,Deutschland',
        'Shared,https://www.linkedin.com/company/x,,FRA',
        'Mailbox,jane@gmail.com,,U.S.',
        'Own,linkedin.com,,Atlantis',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 6, accepted: 4, rejected: 2, warnings: 5 });
    expect(summarize(problems)).toEqual([
      '2 warning primary_domain is "https://www.delta.example/about", of which the domain delta.example was taken',
      '3 warning domains/0 is "http://other.example/", of which the domain other.example was taken',
      '3 warning primary_domain is "port.example:8443", of which the domain port.example was taken',
      '4 warning primary_domain is "jane@mail.example", of which the domain mail.example was taken',
      `5 rejected primary_domain is not a domain: "https://www.linkedin.com/company/x". Many companies share this host: give the company's own domain.`,
      `6 rejected primary_domain is not a domain: "jane@gmail.com". Many companies share this host: give the company's own domain.`,
      '7 warning country is neither a code of ISO 3166-1 nor the name of one country: "Atlantis"',
    ]);
    expect(await readCompanies(imports.pool)).toEqual({
      'delta.example': {
        name: 'Delta',
        slug: 'delta',
        domains: ['delta.example'],
        investors: [],
        country: 'GB',
      },
      'linkedin.com': { name: 'Own', slug: 'own', domains: ['linkedin.com'], investors: [] },
      'mail.example': { name: 'Mail', slug: 'mail', domains: ['mail.example'], investors: [], country: 'DE' },
      'port.example': {
        name: 'Port',
        slug: 'port',
        domains: ['port.example', 'other.example', 'plain.example'],
        investors: [],
        country: 'US',
      },
    });
  });

  it('are listed twenty times, and counted beyond that', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({
      name: `C${index}`,
      primary_domain: `https://c${index}.example/`,
    }));
    const { report, problems } = await imports.run('companies', rows);
    expect(report).toMatchObject({ rows: 50, accepted: 50, warnings: 21 });
    expect(summarize(problems).at(-1)).toBe(
      '50 warning primary_domain 30 more values were read in the same way, up to this line',
    );
  });

  it('are read in detections and partnerships', async () => {
    await imports.run('technologies', [{ tech_key: 'k', display_name: 'K' }]);
    await imports.run('companies', [
      { name: 'A', primary_domain: 'a.example' },
      { name: 'B', primary_domain: 'b.example' },
    ]);
    const seen = { first_seen: '2024-01-01', last_seen: '2024-06-01' };
    const detections = await imports.run('company_technologies', [
      { domain: 'https://a.example/x', tech_key: 'k', detection_count: null, ...seen },
      { domain: 'b.example', tech_key: 'k', ...seen },
    ]);
    expect(detections.report).toMatchObject({ accepted: 2, warnings: 1 });
    const { rows } = await imports.pool.query(
      'SELECT detection_count AS count, first_seen AS first, last_seen AS last FROM company_technology ORDER BY company_id',
    );
    expect(JSON.parse(JSON.stringify(rows))).toEqual([
      edge(1, '2024-01-01', '2024-06-01'),
      edge(1, '2024-01-01', '2024-06-01'),
    ]);
    const partnerships = await imports.run('partnerships', [
      {
        domain: 'http://a.example',
        partner_domain: 'sales@b.example',
        observation_count: 1,
        first_observed_at: '2024-01-01',
        last_observed_at: '2024-06-01',
      },
    ]);
    expect(partnerships.report).toMatchObject({ accepted: 1, warnings: 2 });
  });

  it('still name the companies of a snapshot', async () => {
    await imports.run('companies', [
      { name: 'A', primary_domain: 'a.example' },
      { name: 'B', primary_domain: 'b.example' },
    ]);
    await imports.run(
      'companies',
      [
        { name: '', primary_domain: 'https://a.example/' },
        { name: 'B', primary_domain: 'b.example' },
      ],
      { snapshot: 'companies' },
    );
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['a.example', 'b.example']);
  });
});

describe('lists', () => {
  it('are read from literals, in CSV and JSON', async () => {
    const csv = [
      'name,primary_domain,investors,domains',
      'Pg,pg.example,"{Orvane,""North Two""}","{a.example,b.example}"',
      'Json,json.example,"[""Orvane"",""North Two""]",c.example|d.example',
      `Python,python.example,"['Orvane', 'North Two']","e.example,f.example"`,
      'Bar,bar.example,Orvane|North Two,',
      'Name,name.example,Curly {Braces} Fund,',
      'Broken,broken.example,"{Orvane,North",',
      'Empty,empty.example,{},',
    ].join('\n');
    const { report, problems } = await imports.file('companies.csv', csv);
    expect(report).toMatchObject({ rows: 7, accepted: 7, warnings: 1 });
    expect(summarize(problems)).toEqual([
      '7 warning investors begins like a list and is none, because its "}" is missing: "{Orvane,North"',
    ]);
    await imports.run('companies', [
      {
        name: 'N',
        primary_domain: 'n.example',
        investors: '{Orvane,"North Two"}',
        domains: 'm.example n.example',
      },
    ]);
    const companies = await readCompanies(imports.pool);
    const two = ['Orvane', 'North Two'];
    const found = Object.values(companies).map(({ name, investors, domains }) => [
      name,
      { investors, others: domains.slice(1) },
    ]);
    expect(Object.fromEntries(found)).toEqual({
      Bar: { investors: two, others: [] },
      Broken: { investors: [], others: [] },
      Empty: { investors: [], others: [] },
      Json: { investors: two, others: ['c.example', 'd.example'] },
      N: { investors: two, others: ['m.example'] },
      Name: { investors: ['Curly {Braces} Fund'], others: [] },
      Pg: { investors: two, others: ['a.example', 'b.example'] },
      Python: { investors: two, others: ['e.example', 'f.example'] },
    });
  });
});

describe('names of technologies', () => {
  it('find keys of the catalogue, or make them', async () => {
    await imports.run('technologies', [{ tech_key: 'kafka', display_name: 'Apache Kafka' }]);
    await imports.run('companies', [{ name: 'A', primary_domain: 'a.example' }]);
    const { report, problems } = await imports.file(
      'technologies.csv',
      'display_name,category\napache kafka,Queue\nC,Language\nC++,Language\nC#,Language\nNode.js,\n***,\n',
    );
    expect(report).toMatchObject({ rows: 6, accepted: 5 });
    expect(summarize(problems)).toEqual([
      '7 rejected display_name has no letter or digit to make a tech_key of; state one',
    ]);
    const { rows } = await imports.pool.query(
      'SELECT tech_key, display_name FROM technology ORDER BY tech_key',
    );
    expect(rows).toEqual([
      { tech_key: 'c', display_name: 'C' },
      { tech_key: 'c-plus-plus', display_name: 'C++' },
      { tech_key: 'c-sharp', display_name: 'C#' },
      { tech_key: 'kafka', display_name: 'apache kafka' },
      { tech_key: 'node-js', display_name: 'Node.js' },
    ]);
    const detections = await imports.file(
      'company_technologies.csv',
      'domain,Tech,first_seen,last_seen\na.example,Apache Kafka,2024-01-01,2024-01-02\na.example,c++,2024-01-01,2024-01-02\na.example,Nothing,2024-01-01,2024-01-02\n',
      { map: ['Tech=display_name'] },
    );
    expect(detections.report).toMatchObject({ rows: 3, accepted: 2 });
    expect(summarize(detections.problems)).toEqual([
      '4 rejected tech_key no technology has the key "nothing"',
    ]);
  });

  it('are not fused with a technology of another name', async () => {
    await imports.run('technologies', [{ tech_key: 'go', display_name: 'Google Optimize' }]);
    const { problems } = await imports.run('technologies', [{ display_name: 'Go' }]);
    expect(summarize(problems)).toEqual([
      '1 rejected display_name makes the tech_key "go", which is that of "Google Optimize"; state a tech_key',
    ]);
  });
});
