import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, withoutCost } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedCompany, seedPartnership, seedPlain } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/enrich/partnerships';
const { service } = useService('enrichers');
let acme: number;
let lonely: number;

beforeAll(async () => {
  const { pool } = service.database;
  acme = await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example', 'acme.test'] });
  lonely = await seedPlain(pool, 'lonely');
  const partners = [
    await seedPlain(pool, 'b-partner'),
    await seedPlain(pool, 'a-partner'),
    await seedPlain(pool, 'old'),
  ];
  const [b = 0, a = 0, old = 0] = partners;
  await seedPartnership(pool, acme, b, { last: '2025-05-05T00:00:00Z', count: 2 });
  await seedPartnership(pool, acme, a, { last: '2025-05-05T00:00:00Z', count: 3 });
  await seedPartnership(pool, old, acme, {
    first: '2023-01-02T03:04:05Z',
    last: '2024-01-01T00:00:00Z',
    count: 7,
  });
});

function partner(slug: string, first: string, last: string, count: number) {
  return {
    partner_name: slug.toUpperCase(),
    partner_domain: `${slug}.example`,
    partner_slug: slug,
    first_observed_at: first,
    last_observed_at: last,
    observation_count: count,
    category: null,
    description: null,
  };
}

const PARTNERS = [
  partner('a-partner', '2024-01-01T00:00:00.000Z', '2025-05-05T00:00:00.000Z', 3),
  partner('b-partner', '2024-01-01T00:00:00.000Z', '2025-05-05T00:00:00.000Z', 2),
  partner('old', '2023-01-02T03:04:05.000Z', '2024-01-01T00:00:00.000Z', 7),
];

const found = (domain: string) => ({
  domain,
  status: 'found',
  company_name: 'Acme',
  company_id: acme,
  slug: 'acme',
  partnerships: PARTNERS,
  partnership_count: 3,
});
const alone = () => ({
  domain: 'lonely.example',
  status: 'no_partnerships',
  company_name: 'LONELY',
  company_id: lonely,
  slug: 'lonely',
  partnerships: [],
  partnership_count: 0,
});
const unknown = (domain: string) => ({
  domain,
  status: 'not_tracked',
  company_name: null,
  company_id: null,
  slug: null,
  partnerships: [],
  partnership_count: 0,
});

describe('POST /v1/enrich/partnerships', () => {
  it('cleans, drops and deduplicates domains, and answers in the order of first appearance', async () => {
    const tenant = await service.createTenant('order', 10);
    const tooLong = `${'x'.repeat(250)}.com`;
    const domains = [
      'nobody.example',
      '  WWW.Acme.Example ',
      'no-dot',
      '',
      tooLong,
      'lonely.example',
      'acme.example',
      'acme.test',
      'www.www.acme.example',
      `${'y'.repeat(249)}.com`,
      'nul\u0000.example',
      'lone\ud800.example',
      '*.acme.example',
      'https://acme.example/',
    ];
    const response = await service.rest(tenant.orgKey).post(PATH, { domains });
    expect(answer(response)).toEqual({
      status: 200,
      body: {
        results: [
          unknown('nobody.example'),
          found('acme.example'),
          alone(),
          found('acme.test'),
          unknown('www.acme.example'),
          unknown(`${'y'.repeat(249)}.com`),
          unknown('nul\u0000.example'),
          unknown('lone\ud800.example'),
          unknown('*.acme.example'),
          unknown('https://acme.example/'),
        ],
        total_domains_requested: 10,
        domains_found: 3,
        domains_with_partnerships: 2,
      },
    });
    expect(response.headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '8' });
    expect(await readBooks(service.database.pool, tenant.organizationId)).toEqual({
      balance: 8,
      ledger: 8,
      paidFor: [acme, lonely],
      unlocked: [acme, lonely],
    });
  });

  it('is free when every entry is dropped', async () => {
    const tenant = await service.createTenant('dropped', 5);
    const response = await service.rest(tenant.userKey).post(PATH, { domains: ['nodot', '', '   '] });
    expect(answer(response)).toEqual({
      status: 200,
      body: { results: [], total_domains_requested: 0, domains_found: 0, domains_with_partnerships: 0 },
    });
    expect(response.headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '5' });
  });

  it('takes three statements for any number of domains and partners', async () => {
    const tenant = await service.createTenant('statements', 10);
    await service.rest(tenant.userKey).get('/v1/companies/acme');
    const few = await recordStatements(async () =>
      service.rest(tenant.userKey).post(PATH, { domains: ['acme.example'] }),
    );
    const many = await recordStatements(async () =>
      service.rest(tenant.userKey).post(PATH, {
        domains: ['acme', 'lonely', 'b-partner', 'a-partner', 'old', 'none'].map((name) => `${name}.example`),
      }),
    );
    const tables = [/FROM company_domain/, /FROM partnership/, /INSERT INTO company_unlock/];
    for (const { statements } of [few, many]) {
      expect(statements).toEqual(tables.map((table) => expect.stringMatching(table)));
    }
  });
});

describe('enrichPartnerships over GraphQL', () => {
  const QUERY = `mutation ($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) {
    results { domain status companyName companyId slug partnershipCount charge windowEndsAt company { primaryDomain }
      partnerships { partnerName partnerDomain partnerSlug firstObservedAt lastObservedAt observationCount category description } }
    totalDomainsRequested domainsFound domainsWithPartnerships creditsCharged creditsRemaining } }`;

  it('returns the same as REST, and how each result was paid for', async () => {
    const tenant = await service.createTenant('graphql', 10);
    const input = { domains: ['acme.example', 'nobody.example'] };
    const first = await service.graphql(tenant.userKey, QUERY, { input });
    const windowEndsAt = '2026-03-31T12:00:00.000Z';
    const acmeResult = {
      domain: 'acme.example',
      status: 'FOUND',
      companyName: 'Acme',
      companyId: acme,
      slug: 'acme',
      partnershipCount: 3,
      charge: 'CHARGED',
      windowEndsAt,
      company: { primaryDomain: 'acme.example' },
      partnerships: PARTNERS.map((row) => ({
        partnerName: row.partner_name,
        partnerDomain: row.partner_domain,
        partnerSlug: row.partner_slug,
        firstObservedAt: row.first_observed_at,
        lastObservedAt: row.last_observed_at,
        observationCount: row.observation_count,
        category: null,
        description: null,
      })),
    };
    const nobody = {
      domain: 'nobody.example',
      status: 'NOT_TRACKED',
      companyName: null,
      companyId: null,
      slug: null,
      partnershipCount: 0,
      charge: 'FREE',
      windowEndsAt: null,
      company: null,
      partnerships: [],
    };
    const summary = {
      totalDomainsRequested: 2,
      domainsFound: 1,
      domainsWithPartnerships: 1,
      creditsCharged: 1,
      creditsRemaining: 9,
    };
    expect(withoutCost(first)).toEqual({
      data: { enrichPartnerships: { ...summary, results: [acmeResult, nobody] } },
    });
    for (let use = 0; use < 4; use++) {
      const again = await service.graphql(tenant.userKey, QUERY, { input });
      const results = [{ ...acmeResult, charge: 'IN_WINDOW' }, nobody];
      expect(withoutCost(again)).toEqual({
        data: { enrichPartnerships: { ...summary, creditsCharged: 0, results } },
      });
    }
  });

  it('can be estimated free of charge', async () => {
    const tenant = await service.createTenant('estimate', 1);
    const ask = async (domains: string[]) => {
      const query = `query ($domains: [String!]!) { estimateEnrichment(domains: $domains) {
        totalDomainsRequested domainsFound domainsWithPartnerships domainsUnlocked creditsRequired creditBalance sufficient } }`;
      return withoutCost(await service.graphql(tenant.userKey, query, { domains }));
    };
    const estimate = {
      totalDomainsRequested: 3,
      domainsFound: 2,
      domainsWithPartnerships: 1,
      domainsUnlocked: 0,
      creditsRequired: 2,
      creditBalance: 1,
      sufficient: false,
    };
    const domains = ['acme.example', 'lonely.example', 'nobody.example'];
    expect(await ask(domains)).toEqual({ data: { estimateEnrichment: estimate } });
    await service.rest(tenant.userKey).post(PATH, { domains: ['acme.example'] });
    expect(await ask(domains)).toEqual({
      data: { estimateEnrichment: { ...estimate, domainsUnlocked: 1, creditsRequired: 1, creditBalance: 0 } },
    });
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({
      balance: 0,
      ledger: 0,
    });
  });
});

it('an estimate refuses what an enrichment refuses, in the same words', async () => {
  const { orgKey } = await service.createTenant('refused', 1);
  const bodies = [{}, { domains: [] }, { domains: Array.from({ length: 101 }, () => 'acme.example') }];
  for (const body of bodies) {
    const refused = await service.rest(orgKey).post(PATH, body);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(answer(await service.rest(orgKey).post(`${PATH}/estimate`, body))).toEqual(answer(refused));
  }
});
