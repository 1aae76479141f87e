import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedCompany } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/enrich/partnerships';
const { service } = useService('pasters');
let acme: number;

beforeAll(async () => {
  acme = await seedCompany(service.database.pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] });
});

const TOO_LONG = `${'x'.repeat(250)}.com`;
const SENT = [
  'https://www.acme.example/pricing?utm=1',
  ' Acme.Example',
  'info@acme.example',
  'acme.example:8080',
  'www.acme.example',
  'https://nobody.example/',
  'nobody.example',
  'acme',
  'www.acme',
  TOO_LONG,
];

const untracked = (domain: string, inputs: string[], did_you_mean: string | null) => ({
  domain,
  status: 'not_tracked',
  company_name: null,
  company_id: null,
  slug: null,
  partnerships: [],
  partnership_count: 0,
  inputs,
  did_you_mean,
});

const RESULTS = () => [
  untracked('https://www.acme.example/pricing?utm=1', [SENT[0] ?? ''], 'acme.example'),
  {
    ...untracked('acme.example', [' Acme.Example', 'www.acme.example'], null),
    status: 'no_partnerships',
    company_name: 'Acme',
    company_id: acme,
    slug: 'acme',
  },
  untracked('info@acme.example', ['info@acme.example'], 'acme.example'),
  untracked('acme.example:8080', ['acme.example:8080'], 'acme.example'),
  untracked('https://nobody.example/', ['https://nobody.example/'], null),
  untracked('nobody.example', ['nobody.example'], null),
];

const DROPPED = [
  { input: 'acme', reason: 'A domain needs a dot, as in "acme.com".' },
  { input: 'www.acme', reason: 'A domain needs a dot, as in "acme.com".' },
  { input: TOO_LONG, reason: 'A domain has at most 253 characters.' },
];

describe('what was sent to an enrichment', () => {
  it('is told by include=inputs, with the domain that was meant, and costs what the spec says', async () => {
    const tenant = await service.createTenant('told', 5);
    const told = await service.rest(tenant.orgKey).post(`${PATH}?include=inputs`, { domains: SENT });
    const summary = { total_domains_requested: 6, domains_found: 1, domains_with_partnerships: 0 };
    expect(answer(told)).toEqual({
      status: 200,
      body: { results: RESULTS(), dropped: DROPPED, ...summary },
    });
    expect(told.headers).toMatchObject({ 'x-credits-charged': '1', 'x-credits-remaining': '4' });
    const plain = await service.rest(tenant.orgKey).post(PATH, { domains: SENT });
    const bare = RESULTS().map(({ inputs, did_you_mean, ...result }) => result);
    expect(answer(plain)).toEqual({ status: 200, body: { results: bare, ...summary } });
    expect(await readBooks(service.database.pool, tenant.organizationId)).toMatchObject({
      balance: 4,
      unlocked: [acme],
    });
  });

  it('is found by the statement that finds the domains', async () => {
    const tenant = await service.createTenant('statements', 5);
    await service.rest(tenant.userKey).get('/v1/companies/acme');
    const { statements } = await recordStatements(async () =>
      service.rest(tenant.userKey).post(`${PATH}?include=inputs`, { domains: SENT }),
    );
    const tables = [/FROM company_domain/, /FROM partnership/, /INSERT INTO company_unlock/];
    expect(statements).toEqual(tables.map((table) => expect.stringMatching(table)));
  });

  it('belongs to the request that an Idempotency-Key repeats', async () => {
    const tenant = await service.createTenant('repeated', 5);
    const send = (path: string) =>
      service.rest(tenant.orgKey).post(path, { domains: SENT }).set('Idempotency-Key', 'pasted');
    const first = await send(`${PATH}?include=inputs`);
    const again = await send(`${PATH}?include=inputs`);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await send(PATH)).body.detail.error).toBe('idempotency_key_reused');
  });

  it('refuses other parts, and parameters in the wrong place', async () => {
    const tenant = await service.createTenant('refused', 5);
    const send = async (path: string, body: object) =>
      (await service.rest(tenant.orgKey).post(path, body)).body;
    expect(await send(`${PATH}?include=outputs`, { domains: SENT })).toMatchObject({
      detail: { errors: [{ pointer: '/include', message: '"outputs" is not known here; use inputs' }] },
    });
    expect(await send(PATH, { domains: SENT, include: 'inputs' })).toMatchObject({
      detail: { errors: [{ pointer: '/include', message: 'is not known here' }] },
    });
  });
});
