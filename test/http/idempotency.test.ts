import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response, Test } from 'supertest';
import { removeExpired } from '../../src/modules/idempotency/records.ts';
import { answer, codes, withoutCost } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const PATH = '/v1/enrich/partnerships';
const ACME = { domains: ['acme.example'] };
const ENRICH =
  'mutation Enrich($input: EnrichPartnershipsInput!) { enrichPartnerships(input: $input) { creditsCharged results { domain charge windowEndsAt } } }';
const FLAG = 'mutation ($input: FlagCompanyInput!) { flagCompany(input: $input) { flag { flagId } } }';
let service: TestService;
let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  service = await startTestService();
  await seedSmallCatalogue(service.database.pool);
  tenant = await service.createTenant('tenant', 1000);
});
afterAll(() => service.close());

const freshKey = () => `key-${++keys}`;
const keyed = (test: Test, key: string) => test.set('Idempotency-Key', key);
const rest = () => service.rest(tenant.userKey);
const books = ({ organizationId }: Tenant) => readBooks(service.database.pool, organizationId);

async function records(where = 'true'): Promise<number> {
  const { rows } = await service.database.pool.query(
    `SELECT count(*)::int AS n FROM idempotency_record WHERE ${where}`,
  );
  return rows[0]?.n;
}

/** The headers that belong to the answer, not to the connection or the request. */
function kept({ headers }: Response): object {
  const names = ['content-type', 'location', 'etag', 'x-credits-charged', 'x-credits-remaining'];
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

/** Sends the same twice. @returns both answers, the second of which must be the first's. */
async function twice(send: (key: string) => PromiseLike<Response>): Promise<[Response, Response]> {
  const key = freshKey();
  const first = await send(key);
  const second = await send(key);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect([second.status, second.text, kept(second)]).toEqual([first.status, first.text, kept(first)]);
  return [first, second];
}

describe('a request that comes again with its key', () => {
  it('is answered byte for byte as the first, and charged once', async () => {
    const payer = await service.createTenant('payer', 10);
    const [first] = await twice((key) => keyed(service.rest(payer.orgKey).post(PATH, ACME), key));
    expect([first.status, first.headers['x-credits-charged'], first.headers['x-credits-remaining']]).toEqual([
      200,
      '1',
      '9',
    ]);
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('is so over GraphQL, interpreted and compiled', async () => {
    const payer = await service.createTenant('graph', 10);
    for (let use = 0; use < 4; use++) {
      const [first] = await twice((key) =>
        keyed(service.graphql(payer.userKey, ENRICH, { input: ACME }), key),
      );
      expect(first.body.data.enrichPartnerships.creditsCharged).toBe(use === 0 ? 1 : 0);
    }
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('is answered at every route that changes something', async () => {
    const id = await createList(service, tenant.userKey, 'Routes', KUBERNETES);
    const grace = await service.createColleague(tenant, 'Grace');
    const at = (path: string) => `/v1/lists/${id}${path}`;
    const requests: [number, () => Test][] = [
      [201, () => rest().post('/v1/lists', { name: 'Another' })],
      [201, () => rest().post('/v1/companies/acme/flags', { description: 'Old.' })],
      [200, () => rest().post(at('/domains'), { domains: ['hub.example'] })],
      [200, () => rest().post(at('/excluded-domains'), { domains: ['beta.example'] })],
      [200, () => rest().put(at('/definition'), GERMAN).set('If-Match', '"1"')],
      [200, () => rest().post(at('/definition/versions/1/restore'))],
      [200, () => rest().patch(at(''), { name: 'Renamed' })],
      [200, () => rest().post(at('/materialize'))],
      [201, () => rest().post(at('/permissions'), { user_id: grace.userId, access_level: 'editor' })],
      [204, () => rest().delete(at('/domains/hub.example'))],
      [204, () => rest().delete(at('/excluded-domains/beta.example'))],
      [200, () => rest().post(at('/owner'), { user_id: grace.userId })],
      [204, () => service.rest(grace.userKey).delete(at(''))],
    ];
    for (const [status, request] of requests) {
      const [first] = await twice((key) => keyed(request(), key));
      expect(first.status).toBe(status);
    }
    const { rows } = await service.database.pool.query(
      'SELECT action FROM list_event WHERE list_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'list_created',
      'domains_added',
      'domains_excluded',
      'definition_replaced',
      'definition_restored',
      'list_renamed',
      'permission_granted',
      'domain_removed',
      'domain_unexcluded',
      'ownership_transferred',
      'list_deleted',
    ]);
  });

  it('is another request once 24 hours are over', async () => {
    const payer = await service.createTenant('day', 10);
    const key = freshKey();
    const send = () => keyed(service.rest(payer.userKey).post(PATH, ACME), key);
    await send();
    service.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect((await send()).headers).toMatchObject({
      'x-credits-charged': '1',
      'idempotency-replayed': 'true',
    });
    service.clock.advance({ seconds: 1 });
    const late = await send();
    expect([late.headers['x-credits-charged'], late.headers['idempotency-replayed']]).toEqual([
      '0',
      undefined,
    ]);
    const other = await keyed(service.rest(payer.userKey).post(PATH, { domains: ['beta.example'] }), key);
    expect(other.body.detail.error).toBe('idempotency_key_reused');
  });
});

describe('what a key is', () => {
  it('means the same bare and quoted', async () => {
    const key = freshKey();
    await keyed(rest().post('/v1/companies/acme/flags'), `${key}"\\`);
    const quoted = await keyed(rest().post('/v1/companies/acme/flags'), `"${key}\\"\\\\"`);
    expect(quoted.headers['idempotency-replayed']).toBe('true');
  });

  it.each([
    '',
    '""',
    'two words',
    '"two words"',
    '"open',
    '"a"b"',
    '"a\\b"',
    'ä',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('is refused as %j, and nothing is done', async (key) => {
    const message = 'must be 1 to 255 visible ASCII characters without spaces, bare or in double quotes';
    const errors = [{ pointer: '/headers/idempotency-key', message }];
    const before = await books(tenant);
    const headers = { 'X-API-Key': tenant.userKey, 'Idempotency-Key': Buffer.from(key).toString('latin1') };
    const post = async (path: string, body: object) => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
    expect(await post(PATH, ACME)).toEqual({
      status: 422,
      body: {
        detail: { error: 'validation_error', message: `/headers/idempotency-key: ${message}`, errors },
      },
    });
    const graphql = await post('/graphql', { query: ENRICH, variables: { input: ACME } });
    expect(graphql.body.errors[0].extensions).toEqual({ code: 'VALIDATION_ERROR', errors });
    expect(await books(tenant)).toEqual(before);
  });

  it('may be 255 characters long', async () => {
    await twice((key) => keyed(rest().post('/v1/companies/acme/flags'), key.padEnd(255, '~')));
  });

  it('belongs to one API key and one route', async () => {
    const key = freshKey();
    const statuses = [
      await keyed(rest().post('/v1/companies/acme/flags'), key),
      await keyed(service.rest(tenant.orgKey).post('/v1/companies/acme/flags'), key),
      await keyed(rest().post('/v1/companies/beta/flags'), key),
      await keyed(rest().post(PATH, ACME), key),
      await keyed(service.graphql(tenant.userKey, FLAG, { input: { identifier: 'acme' } }), key),
    ].map(({ status, headers }) => [status, headers['idempotency-replayed']]);
    expect(statuses).toEqual([201, 201, 201, 200, 200].map((status) => [status, undefined]));
  });
});

describe('422 idempotency_key_reused: the key of another request', () => {
  const message =
    'This Idempotency-Key was sent with another request within 24 hours. Send each new request with a new key.';
  const refusal = { status: 422, body: { detail: { error: 'idempotency_key_reused', message } } };

  it('over REST: another body; not another order or spacing', async () => {
    const key = freshKey();
    const post = (body: string, query = '') =>
      keyed(rest().post(`/v1/companies/acme/flags${query}`, body), key);
    const first = await post('{"description": "x"}');
    expect(first.status).toBe(201);
    expect((await post('{ "description":"x" }')).text).toBe(first.text);
    expect(answer(await post('{"description": "y"}'))).toEqual(refusal);
    const list = (body: string) => keyed(rest().post('/v1/lists', body), key);
    await list(`{"name": "A", "definition": ${JSON.stringify(GERMAN)}}`);
    const swapped = await list(
      `{"definition": ${JSON.stringify({ root: GERMAN.root, registry_version: '1' })}, "name": "A"}`,
    );
    expect(swapped.headers['idempotency-replayed']).toBe('true');
    expect(answer(await list('{"name": "A"}'))).toEqual(refusal);
    const id = await createList(service, tenant.userKey, 'Reused', KUBERNETES);
    const put = (version: string) =>
      keyed(rest().put(`/v1/lists/${id}/definition`, GERMAN).set('If-Match', version), key);
    expect([(await put('"1"')).status, answer(await put('"2"'))]).toEqual([200, refusal]);
    expect(await records(`key = '${key}'`)).toBe(3);
  });

  it('over GraphQL: another document or other variables; not another layout', async () => {
    const key = freshKey();
    const post = (query: string, identifier: string) =>
      keyed(service.graphql(tenant.userKey, query, { input: { identifier } }), key);
    const first = await post(FLAG, 'acme');
    expect((await post(`\n# the same\n${FLAG}`, 'acme')).text).toBe(first.text);
    const extensions = { code: 'IDEMPOTENCY_KEY_REUSED' };
    expect(withoutCost(await post(FLAG, 'beta'))).toEqual({ errors: [{ message, extensions }] });
    expect(codes(await post(FLAG.replace('flagId', 'companyId'), 'acme'))).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('refuses JSON nested too deep to be compared', async () => {
    const body = `{"name": "Deep", "definition": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const response = await keyed(rest().post('/v1/lists', body), freshKey());
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
  });
});

describe('what is answered for good', () => {
  it.each<[string, number, () => Test]>([
    [
      '400 batch_too_large',
      400,
      () => rest().post(PATH, { domains: Array.from({ length: 101 }, () => 'a.b') }),
    ],
    ['404 company_not_found', 404, () => rest().post('/v1/companies/nobody/flags')],
    ['422 invalid_definition', 422, () => rest().post('/v1/lists', { name: 'A', definition: {} })],
  ])('%s', async (name, status, request) => {
    const [first] = await twice((key) => keyed(request(), key));
    expect([first.status, first.body.detail.error]).toEqual([status, name.slice(4)]);
  });

  it('the same over GraphQL', async () => {
    const [first] = await twice((key) =>
      keyed(service.graphql(tenant.userKey, FLAG, { input: { identifier: 'nobody' } }), key),
    );
    expect(first.body).toMatchObject({
      data: null,
      errors: [{ path: ['flagCompany'], extensions: { code: 'COMPANY_NOT_FOUND', identifier: 'nobody' } }],
    });
  });
});

describe('what may be otherwise the next time, with the same key', () => {
  it('402, once there are credits', async () => {
    const poor = await service.createTenant('poor', 1);
    const key = freshKey();
    const send = () =>
      keyed(service.rest(poor.userKey).post(PATH, { domains: ['acme.example', 'beta.example'] }), key);
    expect((await send()).status).toBe(402);
    await service.admin.grantCredits('poor', 1);
    const paid = await send();
    expect([paid.status, paid.headers['x-credits-charged'], paid.headers['idempotency-replayed']]).toEqual([
      200,
      '2',
      undefined,
    ]);
    expect(await books(poor)).toMatchObject({ balance: 0, ledger: 0, paidFor: [1, 2] });
  });

  it('403 and 409, once access or the list is another', async () => {
    const id = await createList(service, tenant.userKey, 'Guarded');
    const eve = await service.createColleague(tenant, 'Eve');
    const [rename, replace] = [freshKey(), freshKey()];
    const grant = (access_level: string) =>
      rest().post(`/v1/lists/${id}/permissions`, { user_id: eve.userId, access_level });
    const asEve = () => keyed(service.rest(eve.userKey).patch(`/v1/lists/${id}`, { name: 'Mine' }), rename);
    await grant('viewer');
    expect((await asEve()).status).toBe(403);
    await grant('editor');
    expect((await asEve()).status).toBe(200);
    const put = () => keyed(rest().put(`/v1/lists/${id}/definition`, GERMAN).set('If-Match', '"2"'), replace);
    expect((await put()).status).toBe(409);
    await rest().put(`/v1/lists/${id}/definition`, KUBERNETES);
    expect((await put()).body).toEqual({ definition_version: 3, definition: GERMAN });
  });

  /** A document that was charged for before its second mutation failed. */
  async function halfDone(name: string) {
    const { pool } = service.database;
    const payer = await service.createTenant(name, 10);
    const listId = await createList(service, payer.userKey, 'Half done');
    const query = `mutation ($enrich: EnrichPartnershipsInput!, $domains: ListDomainsInput!) {
      enrichPartnerships(input: $enrich) { creditsCharged } addDomains(input: $domains) { added } }`;
    const key = freshKey();
    const send = (domain = 'hub.example') => {
      const variables = { enrich: ACME, domains: { listId, domains: [domain] } };
      return keyed(service.graphql(payer.userKey, query, variables), key);
    };
    await pool.query('ALTER TABLE list_event RENAME TO elsewhere');
    expect(codes(await send())).toEqual(['INTERNAL_ERROR']);
    await pool.query('ALTER TABLE elsewhere RENAME TO list_event');
    expect(await books(payer)).toMatchObject({ balance: 9, paidFor: [1] });
    return { payer, send };
  }

  it('500, and what was done before it is not done again', async () => {
    const { payer, send } = await halfDone('broken');
    expect(codes(await send('other.example'))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    const retry = await send();
    expect(retry.body.data).toEqual({
      enrichPartnerships: { creditsCharged: 1 },
      addDomains: { added: ['hub.example'] },
    });
    expect(retry.headers['idempotency-replayed']).toBe('true');
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('what was half done is forgotten after a day', async () => {
    const { send } = await halfDone('forgotten');
    service.clock.advance({ hours: 24 });
    const anew = await send();
    expect(anew.body.data.enrichPartnerships).toEqual({ creditsCharged: 0 });
    expect(anew.headers['idempotency-replayed']).toBeUndefined();
  });

  it('a body that is refused before anything runs', async () => {
    const key = freshKey();
    const send = (body: object | string) => keyed(rest().post(PATH, body), key);
    const statuses = [await send('{"domains": '), await send({ domains: 'acme.example' }), await send(ACME)];
    expect(statuses.map(({ status }) => status)).toEqual([400, 422, 200]);
  });
});

describe('an answer over 1 MiB', () => {
  it('is not kept, but built again from what was charged then', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO company (name, slug, primary_domain) SELECT 'Partner ' || n, 'partner-' || n, 'partner-' || n || '.example'
       FROM generate_series(1, 6000) n RETURNING id`,
    );
    await pool.query(
      `INSERT INTO partnership SELECT (SELECT id FROM company WHERE slug = 'delta'), id, now(), now(), 1 FROM unnest($1::int[]) id`,
      [rows.map(({ id }) => id)],
    );
    const payer = await service.createTenant('large', 10);
    const send = (key: string) =>
      keyed(service.rest(payer.userKey).post(PATH, { domains: ['delta.example'] }), key);
    const [first] = await twice(send);
    expect(first.text.length).toBeGreaterThan(1024 * 1024);
    expect(first.headers['x-credits-charged']).toBe('1');
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [4] });
    expect(await records(`organization_id = ${payer.organizationId} AND body IS NULL`)).toBe(1);
  });

  it('is refused, not charged again, when the catalogue finds other companies by then', async () => {
    const payer = await service.createTenant('moved', 10);
    const key = freshKey();
    const send = () =>
      keyed(service.rest(payer.userKey).post(PATH, { domains: ['delta.example', 'late.example'] }), key);
    expect((await send()).status).toBe(200);
    await service.database.pool.query(`INSERT INTO company_domain VALUES ('late.example', 3, false, 9)`);
    const retry = await send();
    expect([retry.status, retry.body.detail.error]).toEqual([409, 'idempotency_response_lost']);
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [4] });
  });
});

describe('what needs no key', () => {
  it('asks nothing of the records, sent without one or with one where nothing changes', async () => {
    const before = await records();
    await rest().post(PATH, ACME);
    const { statements } = await recordStatements(async () => {
      await rest().post(PATH, ACME);
      const read = freshKey();
      for (let time = 0; time < 2; time++) {
        await keyed(rest().post('/v1/lists/preview-count', GERMAN), read);
        await keyed(rest().get('/v1/companies/acme'), 'not a key');
        await keyed(service.graphql(tenant.userKey, '{ viewer { organization { name } } }'), read);
        await keyed(
          service.graphql(
            tenant.userKey,
            `query { estimateEnrichment(domains: ["beta.example"]) { creditsRequired } }`,
          ),
          read,
        );
      }
    });
    expect(statements.length).toBeGreaterThan(5);
    expect(statements.filter((sql) => sql.includes('idempotency'))).toEqual([]);
    expect(await records()).toBe(before);
  });
});

describe('records past their time', () => {
  it('are removed, and no others', async () => {
    service.clock.advance({ hours: 25 });
    await keyed(rest().post('/v1/companies/acme/flags'), 'still-known');
    service.clock.advance({ hours: 23 });
    const all = await records();
    expect(await removeExpired(service.database.pool, service.clock.now())).toBe(all - 1);
    expect([await records(), await records(`key = 'still-known'`)]).toEqual([1, 1]);
  });
});
