import { expect, it } from '@jest/globals';
import { seedCompany } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';

const { rest } = useService('sharers', {
  credits: 10,
  seed: async (pool) => ({
    network: await seedCompany(pool, { name: 'Network', slug: 'network', domains: ['linkedin.com'] }),
    mail: await seedCompany(pool, { name: 'Mail', slug: 'mail', domains: ['gmail.com'] }),
    acme: await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] }),
  }),
});

it('an enrichment means no company by a host that was cut out of a profile or an address of everybody', async () => {
  const domains = [
    'https://www.linkedin.com/company/acme',
    'linkedin。com/company/acme',
    'jane@gmail.com',
    'https://www.linkedin.com/',
    'jane@acme.example',
    'linkedin.com',
    'GMail.com',
  ];
  const { body } = await rest().post('/v1/enrich/partnerships?include=inputs', { domains });
  expect(
    body.results.map((result: Record<string, unknown>) => [
      result.domain,
      result.company_name ?? null,
      result.did_you_mean ?? null,
    ]),
  ).toEqual([
    ['https://www.linkedin.com/company/acme', null, null],
    ['linkedin.com/company/acme', null, null],
    ['jane@gmail.com', null, null],
    ['https://www.linkedin.com/', null, 'linkedin.com'],
    ['jane@acme.example', null, 'acme.example'],
    ['linkedin.com', 'Network', null],
    ['gmail.com', 'Mail', null],
  ]);
});

it('a look-up finds the company of such a host', async () => {
  expect((await rest().get('/v1/companies/linkedin.com')).body).toMatchObject({ slug: 'network' });
  expect((await rest().get('/v1/companies/gmail.com')).body).toMatchObject({ slug: 'mail' });
});
