import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { seedCompany, seedPartnership, seedPlain } from '../../harness/seed.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';

const PATH = '/v1/enrich/partnerships';
const { service, graphql, rest, ids } = useService<'acme'>('pasters', {
  credits: 100,
  seed: async (pool) => ({
    acme: await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] }),
    network: await seedCompany(pool, { name: 'Network', slug: 'network', domains: ['linkedin.com'] }),
    mail: await seedCompany(pool, { name: 'Mail', slug: 'mail', domains: ['gmail.com'] }),
  }),
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
    company_id: ids.acme,
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
      unlocked: [ids.acme],
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
      detail: {
        errors: [{ pointer: '/include', message: '"outputs" is not known here; use inputs, charge' }],
      },
    });
    expect(await send(PATH, { domains: SENT, include: 'inputs' })).toMatchObject({
      detail: { errors: [{ pointer: '/include', message: 'is not a known parameter' }] },
    });
  });
});

const COMPANIES = 24;
/** Names that JSON escapes, or that need more bytes than characters. */
const NAMES = [
  'Plain',
  'Say "no" \\ yes',
  'Tab\tLine\nBell\u0007',
  'Öl ☃ 𝄞',
  '\u2028 </script>',
  'y'.repeat(400),
];
const domains = Array.from({ length: COMPANIES }, (_, n) => `hub-${n}.example`);

beforeAll(async () => {
  const { pool } = service.database;
  const partners: number[] = [];
  for (const [index, name] of NAMES.entries())
    partners.push(
      await seedCompany(pool, { name, slug: `partner-${index}`, domains: [`p${index}.example`] }),
    );
  for (let n = 0; n < COMPANIES; n += 1) {
    const hub = await seedPlain(pool, `hub-${n}`);
    // The last ones have no partners.
    for (const [index, partner] of partners.slice(0, COMPANIES - 1 - n).entries())
      await seedPartnership(pool, hub, partner, {
        first: '2023-01-02T03:04:05.678Z',
        last: `2024-0${1 + (index % 2)}-01T00:00:00Z`,
        count: n * 1_000 + index,
      });
  }
});

/** Answers of a batch and of each of its companies alone, which is read and written in another way. */
async function separately(path: string): Promise<unknown[]> {
  const results = [];
  for (const domain of domains) {
    const { body } = await rest().post(path, { domains: [domain] });
    results.push(...body.results);
  }
  return results;
}

const mutation = (partner: string) =>
  `mutation ($domains: [String!]!) { enrichPartnerships(input: { domains: $domains }) { results { slug partners: partnerships { ${partner} } } } }`;

describe('a batch of many companies', () => {
  it('has the answers that its companies have alone, with every name as it is', async () => {
    const { body } = await rest().post(PATH, { domains });
    expect(body.results).toEqual(await separately(PATH));
    expect(new Set(body.results.flatMap(namesOf))).toEqual(new Set(NAMES));
    expect(body.results.at(-1)).toMatchObject({ status: 'no_partnerships', partnerships: [] });
  });

  it('has the same bytes with an Idempotency-Key, and again in its replay', async () => {
    const plain = await rest().post(PATH, { domains });
    const keyed = () => rest().post(PATH, { domains }).set('Idempotency-Key', 'a-batch');
    const first = await keyed();
    const replay = await keyed();
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect([first.text, replay.text]).toEqual([plain.text, plain.text]);
  });

  it('has the same bytes over GraphQL, interpreted and compiled', async () => {
    const properties =
      'name: partnerName partnerSlug lastObservedAt observationCount category name: partnerName';
    const texts = new Set<string>();
    for (let use = 0; use < 5; use += 1) {
      const { text } = await graphql(mutation(properties), { domains });
      texts.add(JSON.stringify(JSON.parse(text).data));
      expect(text.startsWith(`{"data":${[...texts][0]}`)).toBe(true);
    }
    expect(texts.size).toBe(1);
    const { body } = await rest().post(PATH, { domains });
    const names = JSON.parse([...texts][0] ?? '').enrichPartnerships.results.flatMap(
      ({ partners }: { partners: { name: string }[] }) => partners.map(({ name }) => name),
    );
    expect(names).toEqual(body.results.flatMap(namesOf));
  });

  it('may have the name of the type of each partner', async () => {
    for (let use = 0; use < 4; use += 1) {
      const { body } = await graphql(mutation('__typename partnerSlug'), { domains });
      expect(body.data.enrichPartnerships.results[0].partners[0]).toEqual({
        __typename: 'Partnership',
        partnerSlug: 'partner-1',
      });
    }
  });
});

const namesOf = ({ partnerships }: { partnerships: { partner_name: string }[] }) =>
  partnerships.map(({ partner_name }) => partner_name);

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
