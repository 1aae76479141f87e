import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import type { Response } from 'supertest';
import { type ConsoleFiles, loadConsole } from '../../src/http/console.ts';
import { buildConsole, hashOf } from '../harness/console.ts';
import { codes, withoutCost } from '../harness/errors.ts';
import { startTestService, type Tenant, type TestService, testConfig } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { LAG_MS, WORK } from './limit-support.ts';

const VIEWER = 'query Viewer { viewer { organization { name } } }';
const COMPANY = 'query Company($id: String!) { company(identifier: $id) { name } }';
const PAGE = 'query Page($first: Int!) { companies(search: "a", first: $first) { edges { node { name } } } }';
const COUNT = 'query Count($definition: JSON!) { previewCount(definitionJson: $definition) { count } }';
const FLAG = 'mutation Flag($id: String!) { flagCompany(input: { identifier: $id }) { flag { flagId } } }';
const WATCH = 'subscription Watch($id: ID!) { listChanged(listId: $id) { kind } }';
/** So long that a caller who sends it as a new text pays for its length. */
const LONG = `query Long { ${Array.from({ length: 80 }, (_, i) => `name${i}: viewer { user { name } }`).join(' ')} }`;
const OTHER = 'query Other { __typename }';

const DEFINITION = {
  registry_version: '1',
  root: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
};

let build: Awaited<ReturnType<typeof buildConsole>>;
let consoleFiles: ConsoleFiles | undefined;
let tenant: Tenant;
/** Runs any document. */
let open: TestService;
/** Has TRUSTED_DOCUMENTS as well. */
let trusting: TestService;
/** Has TRUSTED_DOCUMENTS and no console, as with CONSOLE=off. */
let off: TestService;

beforeAll(async () => {
  build = await buildConsole([VIEWER, COMPANY, PAGE, COUNT, FLAG, WATCH, LONG]);
  consoleFiles = loadConsole(build.folder);
  const limits = { operationLimits: { ...testConfig().operationLimits, maxCost: 200 } };
  open = await startTestService({ consoleFiles, ...limits });
  const trustedDocuments = new Map([['other', () => parse(OTHER)]]);
  trusting = await startTestService({ beside: open, consoleFiles, trustedDocuments, ...limits });
  off = await startTestService({ beside: open, trustedDocuments });
  tenant = await open.createTenant('screens');
  await seedSmallCatalogue(open.database.pool);
});
afterAll(async () => {
  await off.close();
  await trusting.close();
  await open.close();
  await build.remove();
});

const services = [
  ['any document', () => open],
  ['trusted documents only', () => trusting],
] as const;

const hashed = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });
const send = (service: TestService, body: object, accept = 'application/json') =>
  service.rest(tenant.userKey).post('/graphql', body).set('Accept', accept);
const get = (service: TestService, query: Record<string, string>) =>
  service
    .rest(tenant.userKey)
    .get(`/graphql?${new URLSearchParams(query)}`)
    .set('Accept', 'application/json');

/** Ways to name a document. */
const NAMES: ReadonlyArray<readonly [string, (hash: string) => object]> = [
  ['documentId', (hash) => ({ documentId: hash })],
  ['documentId with its algorithm', (hash) => ({ documentId: `sha256:${hash}` })],
  ['extensions.persistedQuery', (hash) => ({ extensions: hashed(hash) })],
  ['extensions.persistedQuery beside an empty query', (hash) => ({ query: '', extensions: hashed(hash) })],
  ['documentId beside null as query', (hash) => ({ query: null, documentId: hash })],
];

describe.each(services)('on a service that runs %s, a document of the console', (_name, service) => {
  it.each(NAMES)('runs by %s, without its text', async (_way, name) => {
    // Plain requests and those that Yoga reads take different ways; a document runs compiled after some uses.
    for (const accept of [
      'application/json',
      'application/graphql-response+json',
      'text/plain, */*',
      '*/*',
    ]) {
      const response = await send(service(), { ...name(hashOf(VIEWER)) }, accept);
      expect([
        response.status,
        withoutCost({ ...response, body: JSON.parse(response.text) } as Response),
      ]).toEqual([200, { data: { viewer: { organization: { name: 'screens' } } } }]);
    }
  });

  it('runs with variables and the name of its operation', async () => {
    for (const [, name] of NAMES) {
      const body = { ...name(hashOf(COMPANY)), operationName: 'Company', variables: { id: 'acme' } };
      expect((await send(service(), body)).body.data).toEqual({ company: { name: 'Acme Cloud' } });
    }
  });

  it('runs over GET, by both names', async () => {
    const hash = hashOf(VIEWER);
    const queries = [
      { documentId: hash },
      { documentId: `sha256:${hash}` },
      { extensions: JSON.stringify(hashed(hash)) },
    ];
    for (const query of queries) {
      const response = await get(service(), query as Record<string, string>);
      expect([response.status, withoutCost(response)]).toEqual([
        200,
        { data: { viewer: { organization: { name: 'screens' } } } },
      ]);
    }
  });

  it('runs no mutation over GET, and needs a key', async () => {
    const variables = JSON.stringify({ id: 'acme' });
    expect((await get(service(), { documentId: hashOf(FLAG), variables })).status).toBe(405);
    const { rows } = await open.database.pool.query('SELECT 1 FROM data_flag');
    expect(rows).toEqual([]);
    const response = await service()
      .rest()
      .post('/graphql', { documentId: hashOf(VIEWER) });
    expect([response.status, codes(response)]).toEqual([401, ['INVALID_API_KEY']]);
  });

  it('has its variables checked like those of any document', async () => {
    const response = await send(service(), { documentId: hashOf(COMPANY), variables: { id: 7 } });
    expect(codes(response)).toEqual(['VALIDATION_ERROR']);
  });

  it('may cost no more than a document that a caller wrote', async () => {
    const named = await send(service(), { documentId: hashOf(PAGE), variables: { first: 100 } });
    const written = await send(open, { query: PAGE, variables: { first: 100 } });
    expect(codes(named)).toEqual(['COST_LIMIT_EXCEEDED']);
    expect([named.status, named.body]).toEqual([written.status, written.body]);
    const small = await send(service(), { documentId: hashOf(PAGE), variables: { first: 2 } });
    expect(small.body).toEqual((await send(open, { query: PAGE, variables: { first: 2 } })).body);
    expect(small.body.extensions.cost).toMatchObject({ limit: 200 });
  });

  it.each(NAMES)('may be a subscription over server-sent events, by %s', async (_way, name) => {
    const { body: list } = await open.rest(tenant.userKey).post('/v1/lists', { name: 'Watched' });
    const response = await fetch(`${service().url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        Accept: 'text/event-stream',
        'X-API-Key': tenant.userKey,
      },
      body: JSON.stringify({
        ...name(hashOf(WATCH)),
        operationName: 'Watch',
        variables: { id: list.list_id },
      }),
    });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    await service().rest(tenant.userKey).delete(`/v1/lists/${list.list_id}`);
    const text = await response.text();
    expect(text).toContain('event: next\ndata: {"data":{"listChanged":{"kind":"GONE"}}}');
    expect(text).toContain('event: complete');
  });
});

describe('without trusted documents, any other document', () => {
  it('runs by its text, also beside an id', async () => {
    for (const body of [
      { query: OTHER },
      { query: OTHER, documentId: 'unknown' },
      { query: OTHER, documentId: hashOf(VIEWER) },
    ])
      expect(withoutCost(await send(open, body))).toEqual({ data: { __typename: 'Query' } });
  });

  it.each(['unknown', `sha256:${hashOf('unknown')}`, 7, 'constructor', ''])(
    'gets an error that says what to do for an unknown id without a text: %j',
    async (documentId) => {
      const byPost = await send(open, { documentId });
      const byGet = await get(open, { documentId: String(documentId) });
      for (const response of [byPost, byGet]) {
        expect([response.status, response.body]).toEqual([
          200,
          {
            errors: [
              {
                message:
                  'No document of this service has this documentId. Send the text of the document as query instead.',
                extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
              },
            ],
          },
        ]);
      }
      const strict = await send(open, { documentId }, 'application/graphql-response+json');
      expect(strict.status).toBe(400);
    },
  );
});

describe('with trusted documents, any other document', () => {
  it('runs if the file has it', async () => {
    expect(withoutCost(await send(trusting, { documentId: 'other' }))).toEqual({
      data: { __typename: 'Query' },
    });
  });

  it('is refused without the console, whose documents are then not trusted', async () => {
    for (const [, name] of NAMES) {
      const response = await send(off, name(hashOf(VIEWER)));
      expect([response.status, codes(response)]).toEqual([403, ['DOCUMENT_NOT_TRUSTED']]);
    }
  });
});

describe('a document of the console', () => {
  const READ = 100;
  const points = { read: READ, write: 100, evaluate: 100, enrich: 100, export: 100 };
  const left = ({ headers }: Response) => Number(/"read";r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);

  it('is never charged for being new, unlike a text of its length', async () => {
    const limited = await startTestService({
      beside: open,
      consoleFiles,
      rateLimit: { store: 'memory', points },
    });
    const named = await send(limited, { documentId: hashOf(LONG) });
    const cost = READ - left(named);
    expect([named.status, codes(named)]).toEqual([200, []]);
    const again = await send(limited, { extensions: hashed(hashOf(LONG)) });
    expect(left(again)).toBe(READ - 2 * cost);
    const written = await send(limited, { query: LONG });
    expect(left(written)).toBeLessThan(READ - 3 * cost);
    await limited.close();
  });

  it('is refused before it is charged while too much work waits, also at its first use', async () => {
    let lag = 0;
    const eventLoop = { lagMs: () => lag, close: () => undefined };
    const rateLimit = { store: 'memory' as const, points };
    const busy = await startTestService({ beside: open, consoleFiles, overload: WORK, eventLoop, rateLimit });
    await send(busy, { documentId: hashOf(VIEWER) });
    lag = LAG_MS + 1;
    const variables = { definition: DEFINITION };
    for (const [, name] of NAMES) {
      for (const headers of [{}, { Origin: busy.url }]) {
        const refused = await send(busy, { ...name(hashOf(COUNT)), variables }).set(headers);
        expect([refused.status, codes(refused)]).toEqual([429, ['OVERLOADED']]);
        expect(refused.headers).not.toHaveProperty('ratelimit');
      }
    }
    const written = await send(busy, { query: COUNT, variables });
    expect([written.status, codes(written)]).toEqual([429, ['OVERLOADED']]);
    expect(written.headers).not.toHaveProperty('ratelimit');
    lag = 0;
    const count = await send(busy, { documentId: hashOf(COUNT), variables });
    expect(count.body.data.previewCount.count).toBeGreaterThan(0);
    await busy.close();
  });
});
