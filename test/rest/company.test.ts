import { afterAll, describe, expect, it } from '@jest/globals';
import { seedCompany, seedPartnership, seedPlain, seedTechnologies } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';

const service = await startTestService();
const tenant = await service.createTenant('tenant');
const { pool } = service.database;
const full = await seedCompany(pool, {
  name: 'Full Data Ltd',
  slug: 'full-data',
  domains: ['full.example', 'a-second.example', 'third.example'],
  investors: ['Zed Capital', 'Alpha Fund'],
  industry: 'Software',
  employeeRange: '11-50',
  country: 'DE',
  foundedYear: 1999,
});
await seedTechnologies(pool, full, [
  { key: 'zeta', name: 'Zeta', count: 5 },
  { key: 'alpha', name: 'Alpha', count: 5, first: '2024-02-03T04:05:06.789Z' },
  { key: 'most', name: 'Most', count: 9 },
]);
await seedPartnership(pool, full, await seedPlain(pool, 'bare'));
afterAll(() => service.close());

const CORE = {
  company_id: expect.any(Number),
  name: 'Full Data Ltd',
  slug: 'full-data',
  primary_domain: 'full.example',
  partnership_count: 1,
  domains: ['full.example', 'a-second.example', 'third.example'],
  investors: ['Zed Capital', 'Alpha Fund'],
};

const TECHNOLOGIES = [
  {
    tech_key: 'most',
    display_name: 'Most',
    detection_count: 9,
    first_seen: '2024-01-01T00:00:00.000Z',
    last_seen: '2024-06-01T00:00:00.000Z',
  },
  {
    tech_key: 'alpha',
    display_name: 'Alpha',
    detection_count: 5,
    first_seen: '2024-02-03T04:05:06.789Z',
    last_seen: '2024-06-01T00:00:00.000Z',
  },
  {
    tech_key: 'zeta',
    display_name: 'Zeta',
    detection_count: 5,
    first_seen: '2024-01-01T00:00:00.000Z',
    last_seen: '2024-06-01T00:00:00.000Z',
  },
];

const FIRMOGRAPHICS = {
  industry: 'Software',
  employee_range: '11-50',
  country: 'DE',
  founded_year: 1999,
  technology_count: 3,
  investor_count: 2,
  domain_count: 3,
};

describe('GET /v1/companies/{identifier}', () => {
  it.each([
    'full-data',
    'full.example',
    'third.example',
    'WWW.Full.Example',
    '%20full.example%20',
    'FULL-DATA',
  ])('finds the company as %s', async (identifier) => {
    const response = await service.rest(tenant.orgKey).get(`/v1/companies/${identifier}`);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: CORE });
  });

  it.each([
    ['technologies', { technologies: TECHNOLOGIES }],
    ['firmographics', { firmographics: FIRMOGRAPHICS }],
    ['firmographics,technologies', { technologies: TECHNOLOGIES, firmographics: FIRMOGRAPHICS }],
    ['', {}],
  ])('adds the parts named by include=%s', async (include, more) => {
    const response = await service.rest(tenant.userKey).get(`/v1/companies/full-data?include=${include}`);
    expect(response.body).toEqual({ ...CORE, ...more });
  });

  it('omits unknown values, and never returns null', async () => {
    const response = await service
      .rest(tenant.userKey)
      .get('/v1/companies/bare?include=technologies,firmographics');
    expect(response.body).toEqual({
      company_id: expect.any(Number),
      name: 'BARE',
      slug: 'bare',
      primary_domain: 'bare.example',
      partnership_count: 1,
      domains: ['bare.example'],
      firmographics: { technology_count: 0, investor_count: 0, domain_count: 1 },
    });
  });

  it('takes one statement, and one more with technologies', async () => {
    await service.rest(tenant.userKey).get('/v1/companies/bare');
    const plain = await recordStatements(async () =>
      service.rest(tenant.userKey).get('/v1/companies/full-data'),
    );
    const more = await recordStatements(async () =>
      service.rest(tenant.userKey).get('/v1/companies/full-data?include=technologies'),
    );
    expect([plain.statements.length, more.statements.length]).toEqual([1, 2]);
  });
});
