import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../src/modules/access/api-key-format.ts';
import { COST_CLASSES } from '../../src/modules/limits/cost-class.ts';
import { answer, codes, refusal, withoutCost } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { type Colleague, startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { stopWallClock, type WallClock } from '../harness/wall-clock.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { COSTS, detailsOf, limitFields, POINTS, RATE_LIMIT, SAMPLES, usedUp } from './limit-support.ts';

let service: TestService;
let tenant: Tenant;
let listId: number;
let wall: WallClock;
let user: Colleague;
let key: string;

beforeAll(async () => {
  service = await startTestService({ rateLimit: RATE_LIMIT });
  tenant = await service.createTenant('limited');
  await seedSmallCatalogue(service.database.pool);
  listId = await createList(service, tenant.userKey, 'Members', KUBERNETES);
  await service
    .rest(tenant.userKey)
    .post(`/v1/lists/${listId}/permissions`, { org_wide: true, access_level: 'editor' });
});
beforeEach(async () => {
  wall = stopWallClock();
  user = await newUser();
  key = user.userKey;
});
afterEach(() => wall.restore());
afterAll(() => service.close());

/** A key of a user who has used nothing yet. */
async function newUser(): Promise<Colleague> {
  users += 1;
  return service.createColleague(tenant, `user${users}`);
}

let users = 0;

const acme = (own = key) => service.rest(own).get('/v1/companies/acme');
const graphql = (query: string, variables: object = { id: listId }) => service.graphql(key, query, variables);

async function repeat<T>(times: number, work: () => PromiseLike<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < times; i++) results.push(await work());
  return results;
}

describe.each(COST_CLASSES)('the class %s', (costClass) => {
  const limit = POINTS[costClass];
  const policy = `"${costClass}";q=${limit};w=60`;
  const cost = COSTS[costClass];
  const times = limit / cost;
  const countdown = Array.from({ length: times }, (_, used) => ({
    'ratelimit-policy': policy,
    ratelimit: `"${costClass}";r=${limit - (used + 1) * cost};t=60`,
  }));
  const refusedFields = {
    'ratelimit-policy': policy,
    ratelimit: `"${costClass}";r=0;t=60`,
    'retry-after': '60',
  };

  it('lets exactly its points by over REST, then answers 429', async () => {
    const passed = await repeat(times, () => SAMPLES[costClass].rest(service, key, listId));
    expect(passed.map(({ ok }) => ok)).toEqual(passed.map(() => true));
    expect(passed.map(limitFields)).toEqual(countdown);
    const refused = await SAMPLES[costClass].rest(service, key, listId);
    expect(limitFields(refused)).toEqual(refusedFields);
    expect(answer(refused)).toEqual({
      status: 429,
      body: { detail: { error: 'rate_limited', message: usedUp(costClass), ...detailsOf(costClass) } },
    });
  });

  it('lets exactly its points by over GraphQL, then answers 429', async () => {
    const passed = await repeat(times, () => graphql(SAMPLES[costClass].graphql));
    expect(passed.map(({ status, body }) => [status, body.errors])).toEqual(
      passed.map(() => [200, undefined]),
    );
    expect(passed.map(limitFields)).toEqual(countdown);
    const refused = await graphql(SAMPLES[costClass].graphql);
    expect(limitFields(refused)).toEqual(refusedFields);
    expect(answer(refused)).toEqual({
      status: 429,
      body: {
        errors: [
          {
            message: usedUp(costClass),
            extensions: { code: 'RATE_LIMITED', ...detailsOf(costClass) },
          },
        ],
      },
    });
  });

  it('is one budget for both doors, and leaves the other classes alone', async () => {
    await repeat(times, () => SAMPLES[costClass].rest(service, key, listId));
    expect(codes(await graphql(SAMPLES[costClass].graphql))).toEqual(['RATE_LIMITED']);
    for (const other of COST_CLASSES.filter((each) => each !== costClass)) {
      expect([other, (await graphql(SAMPLES[other].graphql)).status]).toEqual([other, 200]);
    }
  });
});

describe('a budget', () => {
  it('belongs to the user: further keys and a rotated one bring no other', async () => {
    const further = (await service.admin.createKey({ user: user.email }, {})).key;
    const viewer = await graphql('{ viewer { apiKeys { keyId } } }');
    const { keyId } = viewer.body.data.viewer.apiKeys.at(-1);
    const rotated = await graphql(`mutation { rotateApiKey(input: { keyId: ${keyId} }) { key } }`);
    const keys = [key, further, rotated.body.data.rotateApiKey.key];
    await repeat(POINTS.read - 1, () => acme(further));
    for (const own of keys) expect([own, (await acme(own)).status]).toEqual([own, 429]);
    expect((await acme((await newUser()).userKey)).status).toBe(200);
  });

  it('of an organization belongs to all its keys together, and to none of its users', async () => {
    const other = await service.createTenant('other');
    const second = (await service.admin.createKey({ organization: other.name }, {})).key;
    await repeat(POINTS.read / 2, () => acme(other.orgKey));
    await repeat(POINTS.read / 2, () => acme(second));
    expect([(await acme(other.orgKey)).status, (await acme(second)).status]).toEqual([429, 429]);
    expect((await acme(other.userKey)).headers.ratelimit).toBe(`"read";r=${POINTS.read - 1};t=60`);
  });

  it('lets exactly its points by when requests come all at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => acme()));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(POINTS.read);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - POINTS.read);
  });

  it('is whole again once its window is over, and not before', async () => {
    await repeat(POINTS.read, acme);
    wall.advance({ seconds: 18.9 });
    const midway = await acme();
    expect(midway.body.detail).toMatchObject({ message: usedUp('read', 42), retry_after: 42 });
    expect(limitFields(midway)).toMatchObject({ ratelimit: '"read";r=0;t=42', 'retry-after': '42' });
    wall.advance({ seconds: 40.6 });
    const early = await acme();
    expect(early.body.detail).toMatchObject({ error: 'rate_limited', retry_after: 1 });
    expect(early.body.detail.message).toMatch(/Try again in 1 second\.$/);
    expect(limitFields(early)).toMatchObject({ ratelimit: '"read";r=0;t=1', 'retry-after': '1' });
    wall.advance({ seconds: 1 });
    const later = await acme();
    expect([later.status, later.headers.ratelimit]).toEqual([200, `"read";r=${POINTS.read - 1};t=60`]);
  });

  it('is not shown to, nor used up by, whoever has no valid key', async () => {
    for (const made of [undefined, 'nonsense', generateApiKey('user').key]) {
      const rest = await acme(made ?? '');
      const overGraphql = await service.graphql(made, '{ viewer { user { name } } }');
      const introspection = await service.graphql(made, '{ __schema { queryType { name } } }');
      expect([rest.status, overGraphql.status, introspection.status]).toEqual([401, 401, 200]);
      expect([rest, overGraphql, introspection].map(limitFields)).toEqual([{}, {}, {}]);
    }
    expect((await acme()).headers.ratelimit).toBe(`"read";r=${POINTS.read - 1};t=60`);
  });
});

describe('a request that fails for another reason', () => {
  const counted = { 'ratelimit-policy': '"read";q=6;w=60', ratelimit: '"read";r=5;t=60' };

  it.each([
    ['an unknown company', '/v1/companies/nobody', 404],
    ['a wrong parameter', '/v1/companies/acme?include=nonsense', 422],
    ['an invisible list', '/v1/lists/999999', 404],
  ])('is counted and told its limits over REST: %s', async (_name, path, status) => {
    const response = await service.rest(key).get(path);
    expect([response.status, limitFields(response)]).toEqual([status, counted]);
  });

  it('is counted before its body is read', async () => {
    const broken = () => service.rest(key).post('/v1/enrich/partnerships', '{"broken');
    const [first] = await repeat(POINTS.enrich, broken);
    expect([first?.status, first?.headers.ratelimit]).toEqual([400, '"enrich";r=2;t=60']);
    expect((await broken()).status).toBe(429);
  });

  it.each([
    ['no GraphQL', '{ company('],
    ['an unknown field', '{ nothing }'],
    ['an unknown operation', 'query A { viewer { user { name } } }'],
    ['a wrong variable', 'query B($id: Int!) { list(listId: $id) { name } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
  ])('costs one read over GraphQL: %s', async (_name, query) => {
    const operationName = query.startsWith('query A') ? 'C' : undefined;
    const send = () =>
      service.rest(key).post('/graphql', { query, operationName, variables: { id: 'no number' } });
    expect(limitFields(await send())).toEqual(counted);
    await repeat(POINTS.read - 1, send);
    const refused = await send();
    expect(answer(refused)).toEqual({
      status: 429,
      body: {
        errors: [{ message: usedUp('read'), extensions: { code: 'RATE_LIMITED', ...detailsOf('read') } }],
      },
    });
    expect(limitFields(refused)).toEqual({ ...counted, ratelimit: '"read";r=0;t=60', 'retry-after': '60' });
  });

  it.each(['{"broken', '[]', '{}'])('costs one read over GraphQL: the body %s', async (body) => {
    const send = () => service.rest(key).post('/graphql', body);
    const first = await send();
    expect([first.status, limitFields(first)]).toEqual([400, counted]);
    await repeat(POINTS.read - 1, send);
    const refused = await send();
    expect([refused.status, codes(refused), refused.headers['retry-after']]).toEqual([
      429,
      ['RATE_LIMITED'],
      '60',
    ]);
  });

  it('over GraphQL by a method that changes nothing costs one read', async () => {
    const query = encodeURIComponent(SAMPLES.write.graphql);
    const response = await service.rest(key).get(`/graphql?query=${query}`).set('Accept', 'application/json');
    expect([response.status, limitFields(response)]).toEqual([405, counted]);
  });
});

describe('an operation of several fields', () => {
  it('costs a point for each begun thousand of cost in each class, behind aliases and in fragments', async () => {
    const response = await graphql(
      `query { a: companySearch(q: "acme", first: 1) { name } ...F }
       fragment F on Query { b: company(identifier: "acme") { name } previewCount(definitionJson: {registry_version: "1", root: {condition: {field: "country", operator: "any_of", values: ["DE"]}}}) { count } }`,
      {},
    );
    expect(response.body.errors).toBeUndefined();
    expect(limitFields(response)).toEqual({
      'ratelimit-policy': '"read";q=6;w=60, "evaluate";q=12;w=60',
      ratelimit: '"read";r=3;t=60, "evaluate";r=11;t=60',
    });
  });

  it('is refused as a whole when one of its classes is used up, naming that class', async () => {
    await repeat(POINTS.evaluate, () => graphql(SAMPLES.evaluate.graphql));
    const query = 'query ($id: Int!) { list(listId: $id) { explain(identifier: "acme") { member } } }';
    const response = await graphql(query);
    expect([response.status, refusal(response)]).toEqual([
      429,
      {
        status: 429,
        data: undefined,
        errors: [
          {
            message: usedUp('evaluate'),
            path: undefined,
            extensions: { code: 'RATE_LIMITED', ...detailsOf('evaluate') },
          },
        ],
      },
    ]);
    expect(response.headers.ratelimit).toBe('"read";r=5;t=60, "evaluate";r=0;t=60');
  });

  it('that asks for more than is left is refused and leaves nothing', async () => {
    const two = '{ companySearch(q: "acme", first: 1) { name } }';
    await repeat(POINTS.read - 1, acme);
    const response = await graphql(two);
    expect([response.status, response.body.data, response.headers.ratelimit]).toEqual([
      429,
      undefined,
      '"read";r=0;t=60',
    ]);
    expect((await acme()).status).toBe(429);
  });

  it('is refused with 429 whatever form of answer the caller accepts', async () => {
    await repeat(POINTS.read, acme);
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
      const response = await graphql('{ viewer { user { name } } }').set('Accept', accept);
      expect([accept, response.status, JSON.parse(response.text).errors[0].extensions]).toEqual([
        accept,
        429,
        { code: 'RATE_LIMITED', ...detailsOf('read') },
      ]);
    }
  });

  it('that costs more than there is in a whole window is told so, and takes nothing', async () => {
    const fields = ['a', 'b', 'c'].map((name) => `${name}: companySearch(q: "acme", first: 100) { name }`);
    const preview = SAMPLES.evaluate.graphql.slice(1, -1);
    const response = await graphql(`{ ${preview} ${fields.join(' ')} }`);
    expect(answer(response)).toEqual({
      status: 429,
      body: {
        errors: [
          {
            message:
              'This operation takes 7 points of read, and you have 6 a minute. It can never run as it is: ask for less at a time.',
            extensions: { code: 'RATE_LIMITED', class: 'read', limit: 6, window_seconds: 60, points: 7 },
          },
        ],
      },
    });
    expect(limitFields(response)).toEqual({
      'ratelimit-policy': '"read";q=6;w=60, "evaluate";q=12;w=60',
      ratelimit: '"read";r=6;t=60, "evaluate";r=12;t=60',
    });
  });

  it('that costs more than there is in a whole window is told so over REST', async () => {
    const domains = Array.from({ length: 100 }, (_, i) => `nobody${i}.example`);
    const response = await service.rest(key).post('/v1/enrich/partnerships', { domains });
    expect(answer(response)).toEqual({
      status: 429,
      body: {
        detail: {
          error: 'rate_limited',
          message:
            'This operation takes 11 points of enrich, and you have 3 a minute. It can never run as it is: ask for less at a time.',
          class: 'enrich',
          limit: 3,
          window_seconds: 60,
          points: 11,
        },
      },
    });
    expect(limitFields(response)).toEqual({
      'ratelimit-policy': '"enrich";q=3;w=60',
      ratelimit: '"enrich";r=2;t=60',
    });
  });
});

describe('forcing a refresh of members', () => {
  const both = (read: number, evaluate: number) => `"read";r=${read};t=60, "evaluate";r=${evaluate};t=60`;

  it('costs an evaluation over REST, reading them does not', async () => {
    const members = (query: string) => service.rest(key).get(`/v1/lists/${listId}/members${query}`);
    expect((await members('')).headers.ratelimit).toBe('"read";r=5;t=60');
    expect((await members('?force_refresh=false')).headers.ratelimit).toBe('"read";r=4;t=60');
    await repeat(POINTS.evaluate - 6, () => graphql(SAMPLES.evaluate.graphql));
    const last = await members('?force_refresh=true');
    expect([last.status, limitFields(last)]).toEqual([
      200,
      { 'ratelimit-policy': '"read";q=6;w=60, "evaluate";q=12;w=60', ratelimit: both(3, 0) },
    ]);
    const refused = await members('?force_refresh=true');
    expect([refused.status, refused.body.detail.class]).toEqual([429, 'evaluate']);
    expect((await members('')).status).toBe(200);
  });

  it('costs an evaluation over GraphQL, by a literal, a variable or its default', async () => {
    const members = (head: string, value: string, variables: object = {}) =>
      graphql(
        `${head} { list(listId: ${listId}) { members(forceRefresh: ${value}) { totalCount } } }`,
        variables,
      );
    expect((await members('query', 'false')).headers.ratelimit).toBe('"read";r=5;t=60');
    expect((await members('query', 'true')).headers.ratelimit).toBe(both(4, 6));
    expect((await members('query ($f: Boolean)', '$f', { f: true })).headers.ratelimit).toBe(both(3, 0));
    wall.advance({ seconds: 60 });
    expect((await members('query ($f: Boolean = true)', '$f')).headers.ratelimit).toBe(both(5, 6));
    const off = await members('query ($f: Boolean = true)', '$f', { f: null });
    expect([off.status, off.headers.ratelimit]).toEqual([200, '"read";r=4;t=60']);
  });
});

describe('a refused request', () => {
  it('is neither run nor charged, over either door', async () => {
    await repeat(POINTS.enrich, () =>
      graphql('mutation { enrichPartnerships(input: { domains: [] }) { creditsCharged } }'),
    );
    const before = await readBooks(service.database.pool, tenant.organizationId);
    const { statements } = await recordStatements(async () => {
      const rest = await service.rest(key).post('/v1/enrich/partnerships', { domains: ['delta.example'] });
      const overGraphql = await graphql(
        'mutation { enrichPartnerships(input: { domains: ["delta.example"] }) { creditsCharged } }',
      );
      expect([rest.status, overGraphql.status]).toEqual([429, 429]);
    });
    expect(statements).toEqual([]);
    expect(await readBooks(service.database.pool, tenant.organizationId)).toEqual(before);
  });

  it('changes nothing', async () => {
    const flags = async () =>
      (await service.database.pool.query('SELECT count(*)::int AS n FROM data_flag')).rows;
    await repeat(POINTS.write, () => SAMPLES.write.rest(service, key, listId));
    const before = await flags();
    expect((await SAMPLES.write.rest(service, key, listId)).status).toBe(429);
    expect(await flags()).toEqual(before);
  });
});

describe('rateLimit', () => {
  const QUERY = '{ rateLimit { limited classes { costClass limit remaining resetAt windowSeconds } } }';

  it('says what the key has left of every class, and costs nothing', async () => {
    const full = COST_CLASSES.map((each) => ({
      costClass: each.toUpperCase(),
      limit: POINTS[each],
      remaining: POINTS[each],
      resetAt: null,
      windowSeconds: 60,
    }));
    await repeat(POINTS.read + 1, () => graphql(QUERY));
    expect(withoutCost(await graphql(QUERY))).toEqual({
      data: { rateLimit: { limited: true, classes: full } },
    });
    await acme();
    wall.advance({ seconds: 20 });
    const resetAt = new Date(service.clock.now().getTime() + 40_000).toISOString();
    const [read, ...others] = full;
    const used = { ...read, remaining: POINTS.read - 1, resetAt };
    const response = await graphql(QUERY);
    expect(withoutCost(response)).toEqual({
      data: { rateLimit: { limited: true, classes: [used, ...others] } },
    });
    expect(limitFields(response)).toEqual({
      'ratelimit-policy':
        '"read";q=6;w=60, "write";q=5;w=60, "evaluate";q=12;w=60, "enrich";q=3;w=60, "export";q=20;w=60',
      ratelimit:
        '"read";r=5;t=40, "write";r=5;t=60, "evaluate";r=12;t=60, "enrich";r=3;t=60, "export";r=20;t=60',
    });
    wall.advance({ seconds: 40 });
    expect((await graphql(QUERY)).body.data.rateLimit.classes).toEqual(full);
  });

  it('answers when everything else is refused', async () => {
    await repeat(POINTS.read, acme);
    const response = await graphql('{ rateLimit { classes { costClass remaining } } }');
    expect([response.status, response.body.data.rateLimit.classes[0]]).toEqual([
      200,
      { costClass: 'READ', remaining: 0 },
    ]);
  });

  it('needs a key', async () => {
    expect((await service.graphql(undefined, QUERY)).status).toBe(401);
  });
});

describe('what is never limited', () => {
  it.each(['/healthz', '/readyz'])('%s', async (path) => {
    const responses = await repeat(POINTS.read + 1, () => service.rest(key).get(path));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(responses.map(limitFields)).toEqual(responses.map(() => ({})));
  });
});
