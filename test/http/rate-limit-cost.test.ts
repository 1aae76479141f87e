import { describe, expect, it } from '@jest/globals';
import { answer, codes, refusal } from '../harness/errors.ts';
import { detailsOf, limitFields, POINTS, SAMPLES, usedUp } from './limit-support.ts';
import { repeat, useLimitedCaller } from './limited-caller.ts';

const caller = useLimitedCaller();
const { acme, graphql } = caller;

describe('the rate limit of a request that fails for another reason', () => {
  const counted = { 'ratelimit-policy': '"read";q=6;qu="points";w=60', ratelimit: '"read";r=5;t=60' };

  it.each([
    ['an unknown company', '/v1/companies/nobody', 404],
    ['an invalid parameter', '/v1/companies/acme?include=nonsense', 422],
    ['an invisible list', '/v1/lists/999999', 404],
  ])('counts it and sends limit headers over REST: %s', async (_name, path, status) => {
    const response = await caller.rest().get(path);
    expect([response.status, limitFields(response)]).toEqual([status, counted]);
  });

  it('counts it before its body is read', async () => {
    const broken = () => caller.rest().post('/v1/enrich/partnerships', '{"broken');
    const [first] = await repeat(POINTS.enrich, broken);
    expect([first?.status, first?.headers.ratelimit]).toEqual([400, '"enrich";r=2;t=60']);
    expect((await broken()).status).toBe(429);
  });

  it.each([
    ['a syntax error', '{ company('],
    ['an unknown field', '{ nothing }'],
    ['an unknown operation', 'query A { viewer { user { name } } }'],
    ['an invalid variable', 'query B($first: Int!) { lists(first: $first) { totalCount } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
  ])('takes one point of read over GraphQL: %s', async (_name, query) => {
    const operationName = query.startsWith('query A') ? 'C' : undefined;
    const send = () =>
      caller.rest().post('/graphql', { query, operationName, variables: { id: 'no number' } });
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

  it.each(['{"broken', '[]', '{}'])('takes one point of read over GraphQL: the body %s', async (body) => {
    const send = () => caller.rest().post('/graphql', body);
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

  it('takes one point of read over GraphQL for a GET with a mutation', async () => {
    const query = encodeURIComponent(SAMPLES.write.graphql);
    const response = await caller.rest().get(`/graphql?query=${query}`).set('Accept', 'application/json');
    expect([response.status, limitFields(response)]).toEqual([405, counted]);
  });
});

describe('the rate limit of an operation with several fields', () => {
  it('takes a point for each started 1,000 of cost in each class, including aliases and fragments', async () => {
    const response = await graphql(
      `query { a: companies(search: "acme", first: 1) { totalCount } ...F }
       fragment F on Query { b: company(identifier: "acme") { name } previewCount(definitionJson: {registry_version: "1", root: {condition: {field: "country", operator: "any_of", values: ["DE"]}}}) { count } }`,
      {},
    );
    expect(response.body.errors).toBeUndefined();
    expect(limitFields(response)).toEqual({
      'ratelimit-policy': '"read";q=6;qu="points";w=60, "evaluate";q=12;qu="points";w=60',
      ratelimit: '"read";r=3;t=60, "evaluate";r=11;t=60',
    });
  });

  it('refuses all of it when one of its classes is used up, and names that class', async () => {
    await repeat(POINTS.evaluate, () => graphql(SAMPLES.evaluate.graphql));
    const query = 'query ($id: ID!) { list(listId: $id) { explain(identifier: "acme") { member } } }';
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

  it('refuses it when it needs more points than are left, and takes those', async () => {
    const two = '{ companies(search: "acme", first: 1) { totalCount } }';
    await repeat(POINTS.read - 1, acme);
    const response = await graphql(two);
    expect([response.status, response.body.data, response.headers.ratelimit]).toEqual([
      429,
      undefined,
      '"read";r=0;t=60',
    ]);
    expect((await acme()).status).toBe(429);
  });

  it('refuses it with 429 for any media type that the caller accepts', async () => {
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

  it('refuses it when it needs more points than a whole window has, says so, and takes none', async () => {
    const fields = ['a', 'b', 'c'].map(
      (name) => `${name}: companies(search: "acme", first: 100) { edges { node { name } } }`,
    );
    const preview = SAMPLES.evaluate.graphql.slice(1, -1);
    const response = await graphql(`{ ${preview} ${fields.join(' ')} }`);
    expect(answer(response)).toEqual({
      status: 422,
      body: {
        errors: [
          {
            message:
              'This operation takes 7 points of read, and you have 6 a minute. It can never run as it is: ask for less at a time.',
            extensions: { code: 'COST_TOO_LARGE', class: 'read', limit: 6, window_seconds: 60, points: 7 },
          },
        ],
        // Its cost is what to change.
        extensions: { cost: { requested: 6822, remaining: 493_178, limit: 500_000 } },
      },
    });
    expect(limitFields(response)).toEqual({
      'ratelimit-policy': '"read";q=6;qu="points";w=60, "evaluate";q=12;qu="points";w=60',
      ratelimit: '"read";r=6;t=60, "evaluate";r=12;t=60',
    });
  });
});

describe('a forced refresh of members', () => {
  const both = (read: number, evaluate: number) => `"read";r=${read};t=60, "evaluate";r=${evaluate};t=60`;

  it('costs an evaluation over GraphQL, as a literal, a variable or its default', async () => {
    const members = (head: string, value: string, variables: object = {}) =>
      graphql(
        `${head} { list(listId: ${caller.listId}) { members(forceRefresh: ${value}) { totalCount } } }`,
        variables,
      );
    expect((await members('query', 'false')).headers.ratelimit).toBe('"read";r=5;t=60');
    expect((await members('query', 'true')).headers.ratelimit).toBe(both(4, 6));
    expect((await members('query ($f: Boolean)', '$f', { f: true })).headers.ratelimit).toBe(both(3, 0));
    caller.wall.advance({ seconds: 60 });
    expect((await members('query ($f: Boolean = true)', '$f')).headers.ratelimit).toBe(both(5, 6));
    const off = await members('query ($f: Boolean = true)', '$f', { f: null });
    expect([off.status, off.headers.ratelimit]).toEqual([200, '"read";r=4;t=60']);
  });
});
