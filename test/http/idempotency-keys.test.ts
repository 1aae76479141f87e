import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '../../src/lib/principal.ts';
import type { ReplayLogUsage } from '../../src/modules/idempotency/replay-log-usage.ts';
import { createIdempotencyService } from '../../src/modules/idempotency/service.ts';
import { answer, codes, problem, withoutCost } from '../harness/errors.ts';
import { recordStatements } from '../harness/statements.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';
import { ACME, ENRICH, FLAG, freshKey, keyed, PATH, twice, useSender } from './idempotent.ts';

const { books, records, rest, service, tenant } = useSender();

describe('an Idempotency-Key', () => {
  it('has the same meaning bare and quoted', async () => {
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
  ])('is refused as %j, without any effect', async (key) => {
    const message = 'must be 1 to 255 visible ASCII characters without spaces, bare or in double quotes';
    const errors = [{ pointer: '/headers/idempotency-key', message }];
    const before = await books(tenant);
    const headers = {
      'X-API-Key': tenant.userKey,
      'Idempotency-Key': Buffer.from(key).toString('latin1'),
    };
    const post = async (path: string, body: object) => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
    expect(await post(PATH, ACME)).toEqual(
      problem(422, 'validation_error', `/headers/idempotency-key: ${message}`, { errors }),
    );
    const graphql = await post('/graphql', { query: ENRICH, variables: { input: ACME } });
    expect(graphql.body.errors[0].extensions).toEqual({ code: 'VALIDATION_ERROR', errors });
    expect(await books(tenant)).toEqual(before);
  });

  it('may have 255 characters', async () => {
    await twice((key) => keyed(rest().post('/v1/companies/acme/flags'), key.padEnd(255, '~')));
  });

  it('is separate for each API key and route', async () => {
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

describe('422 idempotency_key_reused', () => {
  const message =
    'This Idempotency-Key was sent with another request within 24 hours. Send each new request with a new key.';
  const refusal = problem(422, 'idempotency_key_reused', message);

  it('is sent over REST for another body, but not for another order or spacing', async () => {
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
      `{"definition": ${JSON.stringify({ root: GERMAN.root, registry_version: GERMAN.registry_version })}, "name": "A"}`,
    );
    expect(swapped.headers['idempotency-replayed']).toBe('true');
    expect(answer(await list('{"name": "A"}'))).toEqual(refusal);
    const id = await createList(service, tenant.userKey, 'Reused', KUBERNETES);
    const put = (version: string) =>
      keyed(rest().put(`/v1/lists/${id}/definition`, GERMAN).set('If-Match', version), key);
    expect([(await put('"1"')).status, answer(await put('"2"'))]).toEqual([200, refusal]);
    expect(await records(`key = '${key}'`)).toBe(3);
  });

  it('is sent over GraphQL for another document or other variables, but not for another layout', async () => {
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

  it('gives way to validation_error for JSON that is too deep to be compared', async () => {
    const body = `{"name": "Deep", "definition": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const response = await keyed(rest().post('/v1/lists', body), freshKey());
    expect([response.status, response.body.detail.error]).toEqual([422, 'validation_error']);
  });
});

describe('a request that needs no key', () => {
  it('does not use the replay log, with or without a key', async () => {
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

const DONE = { answer: { status: 200, headers: {}, body: '{}' }, errors: [] };
const NO_QUOTA: ReplayLogUsage = {
  isFull: async () => false,
  add: () => undefined,
  refusal: () => Promise.reject(new Error('nothing is refused')),
  used: async () => 0,
};
let principal: Principal;

beforeAll(async () => {
  const { organizationId, userId } = tenant;
  const { apiKey } = await service.admin.createKey({ organization: tenant.name }, {});
  principal = { kind: 'user', isSession: false, keyId: apiKey.id, organizationId, userId, role: 'admin' };
});

const start = () => {
  const errors: unknown[] = [];
  const { pool } = service.database;
  const idempotency = createIdempotencyService({
    db: pool,
    leases: pool,
    clock: service.clock,
    sweeps: { add: () => undefined },
    usage: NO_QUOTA,
    onError: (error) => errors.push(error),
  });
  return { idempotency, errors };
};
const request = (header: string) => ({ principal, header, route: 'POST /somewhere', content: {} });

describe('a request that fails unexpectedly', () => {
  it('can be retried with the same key at once', async () => {
    const { idempotency, errors } = start();
    const fail = () => Promise.reject(new Error('unforeseen'));
    await expect(idempotency.once(request('fails'), fail)).rejects.toThrow('unforeseen');
    expect(await idempotency.once(request('fails'), async () => DONE)).toEqual({
      answer: DONE.answer,
      replayed: false,
    });
    expect((await idempotency.once(request('fails'), fail)).replayed).toBe(true);
    expect(errors).toEqual([]);
    idempotency.close();
  });
});

describe('a response that cannot be stored', () => {
  it('is sent nevertheless, and the failure is reported', async () => {
    const { idempotency, errors } = start();
    const { answer } = await idempotency.once(request('unstorable'), async () => {
      await service.database.pool.query('ALTER TABLE idempotency_record RENAME TO elsewhere');
      return DONE;
    });
    await service.database.pool.query('ALTER TABLE elsewhere RENAME TO idempotency_record');
    expect(answer).toEqual(DONE.answer);
    expect(errors).toHaveLength(1);
    idempotency.close();
  });
});
