import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../src/modules/access/key-format.ts';
import { answer, problem } from '../harness/errors.ts';
import { seedPlain } from '../harness/seed.ts';
import { recordStatements } from '../harness/statements.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';

const WITH_KEYS = { ofKeys: true };

const service = useTestService();
const tenant = useTenant(service, 'tenant');
beforeAll(() => seedPlain(service.database.pool, 'acme'));

const REFUSAL =
  'The request has no valid API key. Send one in the X-API-Key header; revoked and expired keys no longer work.';
const REST_REFUSAL = problem(401, 'invalid_api_key', REFUSAL);
const GRAPHQL_REFUSAL = {
  status: 401,
  body: { errors: [{ message: REFUSAL, extensions: { code: 'INVALID_API_KEY' } }] },
};

async function unusableKeys(): Promise<Record<string, string | undefined>> {
  const expiresAt = new Date(service.clock.now().getTime() + 1000);
  const expired = await service.admin.createKey({ user: tenant.email }, { expiresAt });
  const revoked = await service.admin.createKey({ organization: tenant.name }, {});
  await service.admin.revokeKey(revoked.apiKey.id);
  service.clock.advance({ seconds: 1 });
  return {
    none: undefined,
    nonsense: 'nonsense',
    unknown: generateApiKey('user').key,
    'bad checksum': `${tenant.userKey.slice(0, -1)}${tenant.userKey.endsWith('0') ? '1' : '0'}`,
    expired: expired.key,
    revoked: revoked.key,
    'a list of two': `${tenant.userKey}, ${tenant.userKey}`,
  };
}

describe('a request without a valid key', () => {
  it.each([
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('is refused over GraphQL in the media type that it accepts: %s', async (accept, type) => {
    const response = await service.graphql(undefined, '{ viewer { __typename } }').set('Accept', accept);
    expect([response.status, response.headers['content-type'], JSON.parse(response.text)]).toEqual([
      401,
      type,
      GRAPHQL_REFUSAL.body,
    ]);
  });

  it('gets the same 401 for every reason, over both APIs', async () => {
    for (const [reason, key] of Object.entries(await unusableKeys())) {
      const rest = await service.rest(key).get('/v1/companies/acme');
      const graphql = await service.graphql(key, '{ viewer { organization { name } } }');
      expect({ reason, ...answer(rest) }).toEqual({ reason, ...REST_REFUSAL });
      expect({ reason, ...answer(graphql) }).toEqual({ reason, ...GRAPHQL_REFUSAL });
    }
  });

  it('is refused before its body is read or its parameters are validated', async () => {
    const response = await service.rest().post('/v1/enrich/partnerships', '{"broken');
    expect(answer(response)).toEqual(REST_REFUSAL);
  });

  it('is refused although the query string contains the key', async () => {
    const key = encodeURIComponent(tenant.userKey);
    for (const name of ['api_key', 'apiKey', 'key', 'X-API-Key', 'access_token']) {
      expect(answer(await service.rest().get(`/v1/companies/acme?${name}=${key}`))).toEqual(REST_REFUSAL);
    }
  });
});

describe('an API key', () => {
  it.each(['X-API-Key', 'x-api-key'])('is accepted in %s', async (header) => {
    const response = await service.rest().get('/v1/companies/acme').set(header, tenant.userKey);
    expect(response.status).toBe(200);
  });

  it.each(['Bearer', 'bearer'])('is accepted in Authorization: %s', async (scheme) => {
    const response = await service
      .rest()
      .get('/v1/companies/acme')
      .set('Authorization', `${scheme} ${tenant.orgKey}`);
    expect(response.status).toBe(200);
  });

  it('is looked up once, not for each request', async () => {
    const { key } = await service.admin.createKey({ organization: tenant.name }, {});
    const { statements } = await recordStatements(async () => {
      for (let i = 0; i < 5; i++) await service.rest(key).get('/v1/companies/acme');
    }, WITH_KEYS);
    expect(statements.filter((sql) => sql.includes('FROM api_key'))).toHaveLength(1);
  });

  it('causes no statement if its checksum is wrong', async () => {
    const { statements } = await recordStatements(async () => {
      await service.rest(`${tenant.userKey.slice(0, -1)}!`).get('/v1/companies/acme');
    }, WITH_KEYS);
    expect(statements.filter((sql) => !sql.includes('api_key_usage'))).toEqual([]);
  });

  it('stops working when it expires, cached or not', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 60_000);
    const { key } = await service.admin.createKey({ user: tenant.email }, { expiresAt });
    expect((await service.rest(key).get('/v1/companies/acme')).status).toBe(200);
    service.clock.advance({ seconds: 60 });
    expect(answer(await service.rest(key).get('/v1/companies/acme'))).toEqual(REST_REFUSAL);
  });

  it('has the time of its last use recorded', async () => {
    const { key, apiKey } = await service.admin.createKey({ organization: tenant.name }, {});
    await service.rest(key).get('/v1/companies/acme');
    await service.service.flush();
    const { rows } = await service.database.pool.query('SELECT last_used_at FROM api_key WHERE id = $1', [
      apiKey.id,
    ]);
    expect(rows).toEqual([{ last_used_at: service.clock.now() }]);
  });

  it('is not stored: the database has only its hash and first characters', async () => {
    const { rows } = await service.database.pool.query('SELECT row_to_json(k)::text AS row FROM api_key k');
    const stored = rows.map(({ row }) => row).join('\n');
    for (const key of [tenant.userKey, tenant.orgKey]) {
      expect(stored).toContain(key.slice(0, 12));
      expect(stored).not.toContain(key.slice(0, 20));
    }
  });
});

describe('the request id of a response', () => {
  it('is that of the request if it is valid, else a new one', async () => {
    const given = await service.rest().get('/v1/nothing').set('X-Request-Id', 'trace-42');
    const made = await service.rest().get('/v1/nothing').set('X-Request-Id', 'not valid!');
    expect(given.headers['x-request-id']).toBe('trace-42');
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('health endpoints', () => {
  it('answer without a key', async () => {
    expect(answer(await service.rest().get('/healthz'))).toEqual({ status: 200, body: { status: 'ok' } });
    expect(answer(await service.rest().get('/readyz'))).toEqual({
      status: 200,
      body: { status: 'ready', database: 'ok' },
    });
  });
});
