import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateTo } from '../../../src/modules/generate/generate.ts';
import { importPaths } from '../../../src/modules/import/import.ts';
import { startTestService, type TestService } from '../../harness/service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PARTNER_OF_AWS = 'is_aws_partner';

/** Writes down what the rules below are about, for each company that is not a vendor. */
const WRITE_FACTS = `
  CREATE TABLE facts AS
    SELECT c.*, t.keys, t.cms, t.erp, t.first_seen, p.partners, p.compatriots, p.is_aws_partner,
      (SELECT count(*) FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
       WHERE ci.company_id = c.id AND i.name ~ 'Ventures|Capital|Venture Partners|Seed Fund') AS ventures
    FROM company c
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(t.tech_key), '{}') AS keys, count(*) FILTER (WHERE t.category = 'CMS') AS cms,
        count(*) FILTER (WHERE t.category = 'ERP') AS erp,
        extract(year FROM min(ct.first_seen) AT TIME ZONE 'UTC') AS first_seen
      FROM company_technology ct JOIN technology t ON t.id = ct.technology_id WHERE ct.company_id = c.id) t
    CROSS JOIN LATERAL (
      SELECT count(*) AS partners, count(*) FILTER (WHERE partner.country = c.country) AS compatriots,
        count(*) FILTER (WHERE partner.primary_domain = 'aws.example') > 0 AS is_aws_partner
      FROM partnership p JOIN company partner ON partner.id = p.partner_id WHERE p.company_id = c.id) p
    WHERE c.technology_count > 0 OR c.founded_year IS NOT NULL OR c.employee_range IS NOT NULL`;

function uses(technology: string, ...industries: string[]): string {
  const ofIndustry = industries.map((industry) => `industry = '${industry}'`).join(' OR ');
  return `('${technology}' = ANY (keys)${ofIndustry && ` AND (${ofIndustry})`})`;
}

describe('a generated catalogue of 20,000 companies', () => {
  let service: TestService;
  const ask = async <T extends object>(query: string): Promise<T[]> =>
    (await service.database.pool.query<T>(query)).rows;
  beforeAll(async () => {
    service = await startTestService();
    await generateTo(join(folder, 'full'), { companies: 20_000, seed: 1 });
  });
  afterAll(() => service.close());

  it('is imported without a rejected row or a warning', async () => {
    const { files } = await importPaths(service.database.pool, [join(folder, 'full')], {
      rejectsDir: join(folder, 'rejects'),
    });
    expect(files.map(({ kind, rejected, warnings }) => [kind, rejected, warnings])).toEqual([
      ['technologies', 0, 0],
      ['companies', 0, 0],
      ['company_technologies', 0, 0],
      ['partnerships', 0, 0],
    ]);
    expect(
      await ask('SELECT count(*)::int AS companies, count(DISTINCT slug)::int AS slugs FROM company'),
    ).toEqual([{ companies: 20_000, slugs: 20_000 }]);
    await ask(WRITE_FACTS);
  });

  it('has only invented domains', async () => {
    expect(
      await ask(`SELECT domain FROM company_domain WHERE domain !~ '\\.(example|test|invalid)$'`),
    ).toEqual([]);
  });

  it('resembles a real one: skewed, incomplete and recent', async () => {
    const [shape] = await ask<Record<string, number>>(`
      SELECT avg(technology_count)::float AS technologies, avg(partnership_count)::float AS partners,
        max(partnership_count) AS hub,
        count(*) FILTER (WHERE partnership_count BETWEEN 80 AND 125)::int AS connectors,
        count(*) FILTER (WHERE country IS NULL)::int AS without_country,
        count(*) FILTER (WHERE employee_range IS NULL)::int AS without_size,
        count(*) FILTER (WHERE domain_count > 1)::int AS with_domains,
        count(*) FILTER (WHERE investor_count > 0)::int AS with_investors,
        count(*) FILTER (WHERE slug ~ '-[0-9]+$')::int AS same_name
      FROM company`);
    expect(shape?.technologies).toBeGreaterThan(18);
    expect(shape?.technologies).toBeLessThan(20);
    expect(shape?.partners).toBeGreaterThan(3);
    expect(shape?.partners).toBeLessThan(5);
    expect(shape?.hub).toBeGreaterThan(400);
    expect(shape?.connectors).toBeGreaterThan(100);
    expect(shape?.same_name).toBeGreaterThan(50);
    expect(shape?.same_name).toBeLessThan(400);
    for (const some of ['without_country', 'without_size', 'with_domains', 'with_investors']) {
      expect([some, shape?.[some]]).toEqual([some, expect.any(Number)]);
      expect(shape?.[some]).toBeGreaterThan(100);
      expect(shape?.[some]).toBeLessThan(7000);
    }
  });

  it('has frequent and rare technologies, half of them seen recently, and none after the last day', async () => {
    const [spread] = await ask<{ most: number; median: number; recent: number; newest: Date }>(`
      WITH popularity AS (SELECT count(*) AS companies FROM company_technology GROUP BY technology_id)
      SELECT (SELECT max(companies)::int FROM popularity) AS most,
        (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY companies) FROM popularity) AS median,
        avg((last_seen > date '2026-06-30' - 90)::int)::float AS recent, max(last_seen) AS newest
      FROM company_technology`);
    expect(spread?.most).toBeGreaterThan(10 * (spread?.median ?? 0));
    expect(spread?.recent).toBeGreaterThan(0.5);
    expect(spread?.recent).toBeLessThan(0.85);
    expect(spread?.newest).toEqual(new Date('2026-06-30T00:00:00Z'));
  });

  it('holds vendors under their names, without detections', async () => {
    expect(
      await ask(
        `SELECT name, industry, country, technology_count, partnership_count > 200 AS is_hub
         FROM company WHERE primary_domain IN ('aws.example', 'sap.example', 'microsoft.example') ORDER BY name`,
      ),
    ).toEqual([
      { name: 'Amazon Web Services', industry: 'Software', country: 'US', technology_count: 0, is_hub: true },
      { name: 'Microsoft', industry: 'Software', country: 'US', technology_count: 0, is_hub: true },
      { name: 'SAP', industry: 'Software', country: 'DE', technology_count: 0, is_hub: false },
    ]);
  });

  it.each([
    // what, the companies it is about, those which do it, the least and the greatest share
    ['Helm comes with Kubernetes', uses('helm'), uses('kubernetes'), 0.9, 1],
    ['AWS Lambda comes with AWS', uses('aws-lambda'), uses('amazon-web-services'), 0.85, 1],
    ['Klaviyo often comes with Shopify', uses('klaviyo'), uses('shopify'), 0.4, 1],
    ['Django comes with Python', uses('django'), uses('python'), 1, 1],
    ['Azure and AWS seldom meet', uses('amazon-web-services'), uses('microsoft-azure'), 0, 0.05],
    ['a second CMS is rare', 'cms > 0', 'cms > 1', 0.0001, 0.04],
    [
      'Shopify is for shops',
      uses('shopify'),
      uses('shopify', 'Retail', 'Food and Beverage', 'Travel', 'Hospitality'),
      0.5,
      1,
    ],
    ['DATEV is German', `${uses('datev')} AND country IS NOT NULL`, "country IN ('DE', 'AT', 'CH')", 0.6, 1],
    ['small companies have no ERP', "employee_range = '1-10'", 'erp > 0', 0, 0],
    [
      'most large companies are old',
      "employee_range = '10001+' AND founded_year > 0",
      'founded_year < 2005',
      0.65,
      1,
    ],
    [
      'few small companies are old',
      "employee_range = '1-10' AND founded_year > 0",
      'founded_year < 2005',
      0.03,
      0.3,
    ],
    ['no bank has venture investors', "industry = 'Banking'", 'ventures > 0', 0, 0],
    [
      'young software companies often do',
      "industry = 'Software' AND founded_year > 2018",
      'ventures > 0',
      0.25,
      0.5,
    ],
    [
      'companies have the legal form of their country',
      "country = 'DE' AND name ~ ' (GmbH|AG|Inc|Ltd|SARL|AB|Corp)$'",
      "name ~ ' (GmbH|AG)$'",
      1,
      1,
    ],
    ['nothing is seen before the foundation', 'founded_year IS NOT NULL', 'first_seen < founded_year', 0, 0],
    [
      'software companies with AWS are often its partners',
      `${uses('amazon-web-services')} AND industry = 'Software'`,
      PARTNER_OF_AWS,
      0.25,
      0.6,
    ],
    [
      'other companies with AWS seldom are',
      `${uses('amazon-web-services')} AND industry = 'Retail'`,
      PARTNER_OF_AWS,
      0.001,
      0.1,
    ],
    [
      'partners are mostly of one country',
      'country IS NOT NULL AND partners > 0',
      'compatriots * 2 >= partners',
      0.5,
      0.95,
    ],
  ])('makes sense: %s', async (_, about, does, least, most) => {
    const [share] = await ask<{ companies: number; share: number }>(
      `SELECT count(*)::int AS companies, avg((${does})::int)::float AS share FROM facts WHERE ${about}`,
    );
    expect(share?.companies).toBeGreaterThan(15);
    expect(share?.share).toBeGreaterThanOrEqual(least);
    expect(share?.share).toBeLessThanOrEqual(most);
  });

  it('answers: software companies in Germany with Kubernetes and no partner AWS', async () => {
    const tenant = await service.createTenant('asker');
    const any = (field: string, value: string) => ({
      condition: { field, operator: 'any_of', values: [value] },
    });
    const count = async (...and: object[]) => {
      const body = { registry_version: '1', root: { and } };
      const { status, body: answer } = await service
        .rest(tenant.userKey)
        .post('/v1/lists/preview-count', body);
      expect([status, answer]).toEqual([200, { count: expect.any(Number), capped: false }]);
      return Number(answer.count);
    };
    const users = [any('industry', 'Software'), any('country', 'DE'), any('technology', 'kubernetes')];
    const aws = any('partner', 'aws.example');
    const [all, partners, others] = [
      await count(...users),
      await count(...users, aws),
      await count(...users, { not: aws }),
    ];
    const [answer] = await ask<{ count: number }>(
      `SELECT count(*)::int FROM facts
       WHERE industry = 'Software' AND country = 'DE' AND ${uses('kubernetes')} AND NOT ${PARTNER_OF_AWS}`,
    );
    expect(others).toBe(answer?.count);
    expect(partners + others).toBe(all);
    expect(partners).toBeGreaterThan(0);
    expect(others).toBeGreaterThan(10);
    expect(others).toBeLessThan(60);
  });
});
