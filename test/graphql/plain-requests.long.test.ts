import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { type CapturedLog, captureLog, type LogLine } from '../harness/log.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import {
  ACCEPTED,
  CASES,
  type Case,
  COMPANY,
  CREATE,
  JSON_TYPE,
  RESPONSE_TYPE,
} from './plain-request-cases.ts';

/** Yoga takes every request whose URL is not exactly /graphql. */
const WAYS = { plain: '/graphql', other: '/graphql?' };
type Way = keyof typeof WAYS;

const log: CapturedLog = captureLog();
const tenants = {} as Record<Way, Tenant>;

const service = await startTestService({ logger: log.logger });
for (const way of ['plain', 'other'] as const) tenants[way] = await service.createTenant(way);
await seedPlain(service.database.pool, 'acme');
const beside = { beside: service, logger: log.logger };
const trustedDocuments = new Map([
  ['company', () => parse(COMPANY)],
  ['create', () => parse(CREATE)],
  ['schema', () => parse('{ __schema { queryType { name } } }')],
  ['watch', () => parse('subscription { listChanged(listId: 2000000000) { kind } }')],
]);
/** Runs only some documents, and hides the schema. */
const trusting = await startTestService({ ...beside, trustedDocuments, introspection: false });
const points = { read: 7, write: 6, evaluate: 6, enrich: 6, export: 6 };
/** Has few points for each key. */
const limited = await startTestService({ ...beside, rateLimit: { store: 'memory', points } });
// Each way has a tenant of its own, whose key is cached from here on.
for (const each of [service, trusting, limited]) {
  for (const { userKey } of Object.values(tenants)) await each.rest(userKey).get('/graphql?query=');
}
afterAll(async () => {
  await limited.close();
  await trusting.close();
  await service.close();
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  log: LogLine;
}

let requests = 0;

/** Sends a request by one of both ways, as a tenant of its own. @returns everything but times and ids of the request. */
async function send(
  way: Way,
  { body, headers }: Case,
  { to = service, accept }: { to?: TestService; accept?: string | undefined } = {},
): Promise<Answer> {
  requests += 1;
  const requestId = `request-${String(requests).padStart(4, '0')}`;
  const response = await fetch(to.url + WAYS[way], {
    method: 'POST',
    headers: {
      'X-API-Key': tenants[way].userKey,
      'X-Request-Id': requestId,
      'Content-Type': JSON_TYPE,
      'Accept-Encoding': 'identity',
      ...(accept === undefined ? {} : { Accept: accept }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const withoutTimes = (text: string) =>
    text
      .replace(/t=\d+/g, 't=N')
      .replace(/in \d+ seconds?/g, 'in N')
      .replace(/"retry_after":\d+/g, '"retry_after":N');
  const text = withoutTimes(await response.text());
  const {
    date,
    'x-request-id': id,
    'retry-after': retryAfter,
    ...fields
  } = Object.fromEntries(response.headers);
  expect([typeof date, id]).toEqual(['string', requestId]);
  // A request whose key has left the cache, after three seconds, sends a statement more.
  const { sqlMs, sqlStatements, sqlRows, ...measured } = await log.ofRequest(requestId);
  const { time, durationMs, requestId: logged, keyId, organizationId, ...line } = measured;
  expect([typeof durationMs, logged]).toEqual(['number', requestId]);
  const headersShown = Object.entries(fields).map(([name, value]) => [name, withoutTimes(value)]);
  return {
    status: response.status,
    headers: { ...Object.fromEntries(headersShown), 'retry-after': String(retryAfter !== undefined) },
    text: text.replaceAll(`"${way}"`, '"TENANT"'),
    log: line,
  };
}

describe('a plain request is answered as Yoga answers it', () => {
  it.each(Object.entries(CASES))('%s', async (_name, each) => {
    for (const accept of [JSON_TYPE, RESPONSE_TYPE]) {
      for (let time = 0; time < (each.times ?? 1); time++) {
        const [plain, other] = [await send('plain', each, { accept }), await send('other', each, { accept })];
        expect(plain).toEqual(other);
      }
    }
  });

  it.each(ACCEPTED)('by a client that accepts %s: %s', async (accept, expected) => {
    for (const name of ['a query', 'a syntax error', 'an unknown field', 'a look-up of nothing']) {
      const each = CASES[name] as Case;
      const [plain, other] = [await send('plain', each, { accept }), await send('other', each, { accept })];
      expect([name, plain]).toEqual([name, other]);
      const type = plain.headers['content-type']?.split(';', 1)[0];
      expect([name, plain.status === 406 ? 406 : type]).toEqual([name, expected]);
      if (plain.status !== 406) continue;
      const message = 'The header Accept allows no media type of GraphQL. Send Accept: application/json.';
      expect(JSON.parse(plain.text)).toEqual({
        errors: [{ message, extensions: { code: 'NOT_ACCEPTABLE' } }],
      });
    }
  });
});

describe('a request that names nothing to run', () => {
  const refused = (message: string, code: string) => ({
    errors: [{ message, extensions: { code, errors: [{ pointer: '', message }] } }],
  });

  it.each([
    [JSON_TYPE, 400],
    [RESPONSE_TYPE, 422],
  ])('has a code, for %s with the status %i', async (accept, expected) => {
    const query = 'query A { __typename } query B { __typename }';
    for (const operationName of [undefined, 'C']) {
      const { status, text } = await send('plain', { body: { query, operationName } }, { accept });
      const message = 'Could not determine what operation to execute.';
      expect([status, JSON.parse(text)]).toEqual([
        expected,
        refused(message, 'OPERATION_RESOLUTION_FAILURE'),
      ]);
    }
  });

  it('is 405 with a code, for a mutation by GET', async () => {
    const query = encodeURIComponent('mutation { leaveList(input: { listId: 1 }) { __typename } }');
    const { status, headers, body } = await service
      .rest(tenants.plain.userKey)
      .get(`/graphql?query=${query}`)
      .set('Accept', RESPONSE_TYPE);
    const message = 'Can only perform a mutation operation from a POST request.';
    expect([status, headers.allow, body]).toEqual([405, 'POST', refused(message, 'BAD_REQUEST')]);
  });
});

describe('with trusted documents, a plain request is answered as any other', () => {
  const hashed = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });
  const variables = { identifier: 'acme' };
  it.each<[string, object]>([
    ['an id', { documentId: 'company', variables }],
    ['an id with an algorithm', { documentId: 'sha256:company', variables }],
    ['a hash', { extensions: hashed('company'), variables }],
    ['a mutation', { documentId: 'create', variables: { name: 'Trusted' } }],
    ['a subscription', { documentId: 'watch' }],
    ['the schema, which is hidden', { documentId: 'schema' }],
    ['an unknown operation', { documentId: 'company', variables, operationName: 'Other' }],
    ['a wrong variable', { documentId: 'company', variables: { identifier: 7 } }],
    ['an unknown id', { documentId: 'other', variables }],
    ['an id that is no text', { documentId: 7, variables }],
    ['a text', { query: COMPANY, variables }],
    ['a text beside an id', { query: COMPANY, documentId: 'company', variables }],
    ['an unknown parameter', { documentId: 'company', variables, other: 1 }],
  ])('%s', async (_name, body) => {
    for (const accept of [JSON_TYPE, RESPONSE_TYPE, 'text/event-stream']) {
      const options = { to: trusting, accept };
      expect(await send('plain', { body }, options)).toEqual(await send('other', { body }, options));
    }
  });
});

describe('with a rate limit, a plain request is charged and refused as any other', () => {
  it('pays for operations, and for documents that never become one', async () => {
    const names = [
      'a query',
      'a syntax error',
      'an unknown field',
      'no query',
      'a batch',
      'an unknown operation',
      // From here on, nothing is left.
      'a query',
      'a syntax error',
      'no query',
      'a mutation',
    ];
    const answers: Record<Way, Answer[]> = { plain: [], other: [] };
    for (const way of ['plain', 'other'] as const) {
      for (const name of names)
        answers[way].push(await send(way, CASES[name] as Case, { to: limited, accept: JSON_TYPE }));
    }
    expect(answers.plain).toEqual(answers.other);
    expect(answers.plain.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 400, 400, 429, 429, 429, 200,
    ]);
  });
});

describe('a plain subscription', () => {
  it('is a stream of events, as over any other way', async () => {
    const { body: list } = await service.rest(tenants.plain.userKey).post('/v1/lists', { name: 'Watched' });
    const watch = (way: Way, accept: string) =>
      fetch(service.url + WAYS[way], {
        method: 'POST',
        headers: { 'X-API-Key': tenants.plain.userKey, 'Content-Type': JSON_TYPE, Accept: accept },
        body: JSON.stringify({
          query: 'subscription Watch($id: ID!) { listChanged(listId: $id) { kind } }',
          variables: { id: list.list_id },
        }),
      });
    const streams = await Promise.all([
      watch('plain', '*/*'),
      watch('plain', `${JSON_TYPE}, text/event-stream`),
      watch('other', '*/*'),
    ]);
    await service.rest(tenants.plain.userKey).delete(`/v1/lists/${list.list_id}`);
    for (const stream of streams) {
      expect([stream.status, stream.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
      expect(await stream.text()).toContain('{"data":{"listChanged":{"kind":"GONE"}}}');
    }
  });
});

describe('a look-up of a company', () => {
  it.each<[string, string, number]>([
    ['by itself', 'name domains investors firmographics { country }', 1],
    ['with technologies', 'name technologies(first: 20) { edges { node { techKey } } }', 2],
  ])(
    '%s takes as many statements as over REST, however often it is sent',
    async (_name, fields, expected) => {
      const body = { query: `{ company(identifier: "acme") { ${fields} } }` };
      for (let time = 0; time < 5; time++) {
        const { result, statements } = await recordStatements(() => send('plain', { body }));
        expect([result.status, statements.length]).toEqual([200, expected]);
      }
    },
  );
});
