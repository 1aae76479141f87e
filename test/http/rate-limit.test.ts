import { describe, expect, it } from '@jest/globals';
import { COST_CLASSES } from '../../src/lib/cost-class.ts';
import { generateApiKey } from '../../src/modules/access/key-format.ts';
import { answer, codes, withoutCost } from '../harness/errors.ts';
import { readBooks } from '../harness/ledger.ts';
import { recordStatements } from '../harness/statements.ts';
import { COSTS, detailsOf, limitFields, POINTS, SAMPLES, usedUp } from './limit-support.ts';
import { repeat, useLimitedCaller } from './limited-caller.ts';

const caller = useLimitedCaller();
const { acme, graphql } = caller;

describe.each(COST_CLASSES)('the class %s', (costClass) => {
  const limit = POINTS[costClass];
  const policy = `"${costClass}";q=${limit};qu="points";w=60`;
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

  it('accepts exactly its points over GraphQL, then answers 429', async () => {
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

  it('has one budget for both APIs, and does not affect other classes', async () => {
    await repeat(times, () => caller.sample(costClass));
    expect(codes(await graphql(SAMPLES[costClass].graphql))).toEqual(['RATE_LIMITED']);
    for (const other of COST_CLASSES.filter((each) => each !== costClass)) {
      expect([other, (await graphql(SAMPLES[other].graphql)).status]).toEqual([other, 200]);
    }
  });
});

describe('a budget', () => {
  it('belongs to the user: further keys and a rotated one share it', async () => {
    const further = (await caller.service.admin.createKey({ user: caller.user.email }, {})).key;
    const viewer = await graphql('{ viewer { apiKeys { edges { node { keyId } } } } }');
    const { keyId } = viewer.body.data.viewer.apiKeys.edges.at(-1).node;
    const rotated = await graphql(`mutation { rotateApiKey(input: { keyId: ${keyId} }) { key } }`);
    const keys = [caller.key, further, rotated.body.data.rotateApiKey.key];
    await repeat(POINTS.read - 1, () => acme(further));
    for (const own of keys) expect([own, (await acme(own)).status]).toEqual([own, 429]);
    expect((await acme((await caller.newUser()).userKey)).status).toBe(200);
  });

  it('of an organization is shared by its keys, but not by its users', async () => {
    const other = await caller.service.createTenant('other');
    const second = (await caller.service.admin.createKey({ organization: other.name }, {})).key;
    await repeat(POINTS.read / 2, () => acme(other.orgKey));
    await repeat(POINTS.read / 2, () => acme(second));
    expect([(await acme(other.orgKey)).status, (await acme(second)).status]).toEqual([429, 429]);
    expect((await acme(other.userKey)).headers.ratelimit).toBe(`"read";r=${POINTS.read - 1};t=60`);
  });

  it('accepts exactly its points for parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => acme()));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(POINTS.read);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - POINTS.read);
  });

  it('refills when its window has ended, and not before', async () => {
    await repeat(POINTS.read, acme);
    caller.wall.advance({ seconds: 18.9 });
    const midway = await acme();
    expect(midway.body.detail).toMatchObject({ message: usedUp('read', 42), retry_after: 42 });
    expect(limitFields(midway)).toMatchObject({ ratelimit: '"read";r=0;t=42', 'retry-after': '42' });
    caller.wall.advance({ seconds: 40.6 });
    const early = await acme();
    expect(early.body.detail).toMatchObject({ error: 'rate_limited', retry_after: 1 });
    expect(early.body.detail.message).toMatch(/Try again in 1 second\.$/);
    expect(limitFields(early)).toMatchObject({ ratelimit: '"read";r=0;t=1', 'retry-after': '1' });
    caller.wall.advance({ seconds: 1 });
    const later = await acme();
    expect([later.status, later.headers.ratelimit]).toEqual([200, `"read";r=${POINTS.read - 1};t=60`]);
  });

  it('is neither shown to callers without a valid key, nor used by them', async () => {
    for (const made of [undefined, 'nonsense', generateApiKey('user').key]) {
      const rest = await acme(made ?? '');
      const overGraphql = await caller.service.graphql(made, '{ viewer { user { name } } }');
      const introspection = await caller.service.graphql(made, '{ __schema { queryType { name } } }');
      expect([rest.status, overGraphql.status, introspection.status]).toEqual([401, 401, 200]);
      expect([rest, overGraphql, introspection].map(limitFields)).toEqual([{}, {}, {}]);
    }
    expect((await acme()).headers.ratelimit).toBe(`"read";r=${POINTS.read - 1};t=60`);
  });
});

describe('a request refused with 429', () => {
  it('is neither executed nor charged, over both APIs', async () => {
    await repeat(POINTS.enrich, () =>
      graphql('mutation { enrichPartnerships(input: { domains: [] }) { creditsCharged } }'),
    );
    const before = await readBooks(caller.service.database.pool, caller.tenant.organizationId);
    const { statements } = await recordStatements(async () => {
      const rest = await caller.rest().post('/v1/enrich/partnerships', { domains: ['delta.example'] });
      const overGraphql = await graphql(
        'mutation { enrichPartnerships(input: { domains: ["delta.example"] }) { creditsCharged } }',
      );
      expect([rest.status, overGraphql.status]).toEqual([429, 429]);
    });
    expect(statements).toEqual([]);
    expect(await readBooks(caller.service.database.pool, caller.tenant.organizationId)).toEqual(before);
  });

  it('changes nothing', async () => {
    const flags = async () =>
      (await caller.service.database.pool.query('SELECT count(*)::int AS n FROM data_flag')).rows;
    await repeat(POINTS.write, () => caller.sample('write'));
    const before = await flags();
    expect((await caller.sample('write')).status).toBe(429);
    expect(await flags()).toEqual(before);
  });
});

describe('rateLimit', () => {
  const QUERY = '{ rateLimit { limited classes { costClass limit remaining resetAt windowSeconds } } }';

  it('returns what is left of each class, and takes no points', async () => {
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
    caller.wall.advance({ seconds: 20 });
    const resetAt = new Date(caller.service.clock.now().getTime() + 40_000).toISOString();
    const [read, ...others] = full;
    const used = { ...read, remaining: POINTS.read - 1, resetAt };
    const response = await graphql(QUERY);
    expect(withoutCost(response)).toEqual({
      data: { rateLimit: { limited: true, classes: [used, ...others] } },
    });
    expect(limitFields(response)).toEqual({
      'ratelimit-policy':
        '"read";q=6;qu="points";w=60, "write";q=5;qu="points";w=60, "evaluate";q=12;qu="points";w=60, "enrich";q=3;qu="points";w=60, "export";q=20;qu="points";w=60',
      ratelimit:
        '"read";r=5;t=40, "write";r=5;t=60, "evaluate";r=12;t=60, "enrich";r=3;t=60, "export";r=20;t=60',
    });
    caller.wall.advance({ seconds: 40 });
    expect((await graphql(QUERY)).body.data.rateLimit.classes).toEqual(full);
  });

  it('is answered even when everything else is refused', async () => {
    await repeat(POINTS.read, acme);
    const response = await graphql('{ rateLimit { classes { costClass remaining } } }');
    expect([response.status, response.body.data.rateLimit.classes[0]]).toEqual([
      200,
      { costClass: 'READ', remaining: 0 },
    ]);
  });

  it('requires a key', async () => {
    expect((await caller.service.graphql(undefined, QUERY)).status).toBe(401);
  });
});

describe('a health endpoint', () => {
  it.each(['/healthz', '/readyz'])('is never limited: %s', async (path) => {
    const responses = await repeat(POINTS.read + 1, () => caller.rest().get(path));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(responses.map(limitFields)).toEqual(responses.map(() => ({})));
  });
});
