import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { type EncodedAnswer, requestEncoded } from '../harness/raw-http.ts';
import { startTestService } from '../harness/service.ts';
import { useTenant, useTestService } from '../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN } from '../modules/lists/operations.ts';

const CODINGS = ['br', 'gzip'] as const;
/** A definition of about 2 kB. */
const LONG = definition(
  condition(
    'name',
    'contains',
    Array.from({ length: 20 }, (_, i) => `${i} ${'long '.repeat(19)}`.trim()),
  ),
);

let long: string;
let short: string;

const service = useTestService({
  operationLimits: { ...readConfig({}).operationLimits, maxAnswerBytes: 100_000 },
});
const tenant = useTenant(service, 'tenant');
beforeAll(async () => {
  await seedSmallCatalogue(service.database.pool);
  long = `/v1/lists/${await createList(service, tenant.userKey, 'Long', LONG)}`;
  short = `/v1/lists/${await createList(service, tenant.userKey, 'Short', GERMAN)}`;
  for (let i = 0; i < 30; i += 1) await createList(service, tenant.userKey, `${i} ${'many '.repeat(38)}`);
});

interface Sent {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

function send(
  path: string,
  accepted?: string,
  { method = 'GET', body, headers = {} }: Sent = {},
): Promise<EncodedAnswer> {
  return requestEncoded(
    service.url + path,
    {
      'X-API-Key': tenant.userKey,
      ...(accepted === undefined ? {} : { 'Accept-Encoding': accepted }),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    { method, body: body && JSON.stringify(body) },
  );
}

function decode({ headers, body }: EncodedAnswer): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

const codingOf = ({ headers }: EncodedAnswer) => headers['content-encoding'];

const ANSWERS: [name: string, send: (accepted?: string) => Promise<EncodedAnswer>, status: number][] = [
  ['of a GET over REST', (accepted) => send('/v1/lists', accepted), 200],
  [
    'of a POST over REST',
    (accepted) =>
      send('/v1/enrich/partnerships', accepted, {
        method: 'POST',
        body: { domains: Array.from({ length: 50 }, (_, i) => `unknown-${i}.example`) },
      }),
    200,
  ],
  [
    'over GraphQL',
    (accepted) =>
      send('/graphql', accepted, {
        method: 'POST',
        body: { query: '{ lists { edges { node { name definition } } } }' },
      }),
    200,
  ],
  [
    'over REST with an error',
    (accepted) =>
      send('/v1/lists/preview-count', accepted, {
        method: 'POST',
        body: definition({
          and: Array.from({ length: 20 }, (_, i) => condition('country', 'any_of', [`X${i}`])),
        }),
      }),
    422,
  ],
  [
    'over GraphQL with an error',
    (accepted) =>
      send('/graphql', accepted, {
        method: 'POST',
        body: { query: `{ ${Array.from({ length: 20 }, (_, i) => `unknownField${i}`).join(' ')} }` },
      }),
    200,
  ],
];

describe.each(ANSWERS)('a response %s', (_name, ask, status) => {
  it('is the same text in every coding, with the length of what is sent', async () => {
    const plain = await ask();
    expect([plain.status, codingOf(plain)]).toEqual([status, undefined]);
    expect(plain.body.length).toBeGreaterThan(1024);
    for (const coding of CODINGS) {
      const coded = await ask(coding);
      expect([coded.status, codingOf(coded), coded.headers.vary]).toEqual([
        status,
        coding,
        'Accept-Encoding',
      ]);
      expect(decode(coded)).toBe(plain.body.toString());
      expect(coded.body.length).toBeLessThan(plain.body.length / 2);
      expect(coded.headers['content-length']).toBe(String(coded.body.length));
      expect(coded.headers['content-type']).toBe(plain.headers['content-type']);
      expect(coded.headers['cache-control']).toBe(plain.headers['cache-control']);
    }
    for (const header of ['identity', 'br;q=0, gzip;q=0', '*;q=0', 'deflate']) {
      const answer = await ask(header);
      expect([codingOf(answer), answer.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
      expect(answer.body).toEqual(plain.body);
      expect(answer.headers['content-length']).toBe(String(plain.body.length));
    }
  });
});

describe('a response below 1,024 bytes', () => {
  it.each([
    ['a result', () => send(`${short}/definition`, 'br'), 200],
    ['an error', () => send('/v1/companies/nobody', 'br'), 404],
    ['a result of GraphQL', () => send('/graphql?query={viewer{user{name}}}', 'br'), 200],
  ])('is not compressed: %s', async (_name, ask, status) => {
    const answer = await ask();
    expect([answer.status, codingOf(answer), answer.headers.vary]).toEqual([status, undefined, undefined]);
    expect(answer.body.length).toBeLessThan(1024);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
  });
});

describe('the response to HEAD', () => {
  it.each([...CODINGS, 'identity'])('has the headers of GET and no body: %s', async (accepted) => {
    const [get, head] = [
      await send('/v1/lists', accepted),
      await send('/v1/lists', accepted, { method: 'HEAD' }),
    ];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const headersOf = ({ headers: { date: _, 'x-request-id': __, ...others } }: EncodedAnswer) => others;
    expect(headersOf(head)).toEqual(headersOf(get));
  });
});

describe('the entity tag of a compressed response', () => {
  const known = (tag: unknown, accepted?: string) =>
    send('/v1/lists', accepted, { headers: { 'If-None-Match': String(tag) } });

  it('differs for each coding, and is fresh for a client that has that coding or the uncompressed text', async () => {
    const plain = (await send('/v1/lists')).headers.etag;
    for (const coding of CODINGS) {
      const tag = (await send('/v1/lists', coding)).headers.etag;
      expect(tag).toBe(`${plain?.slice(0, -1)}-${coding}"`);
      for (const current of [tag, `W/${tag}`, plain]) {
        const answer = await known(current, coding);
        expect([answer.status, answer.body.length, answer.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
        expect(answer.headers.etag).toBe(current === plain ? plain : tag);
        expect([codingOf(answer), answer.headers['content-length']]).toEqual([undefined, undefined]);
      }
      expect((await known(tag)).status).toBe(200);
    }
    const [br, gzip] = [await send('/v1/lists', 'br'), await known('"other"', 'gzip')];
    expect([gzip.status, (await known(br.headers.etag, 'gzip')).status]).toEqual([200, 200]);
  });

  it('names the version of a definition for If-Match', async () => {
    const put = (tag: unknown) =>
      send(`${long}/definition`, 'gzip', { method: 'PUT', body: LONG, headers: { 'If-Match': String(tag) } });
    for (const [version, coding] of [...CODINGS, ...CODINGS].entries()) {
      const { headers } = await send(`${long}/definition`, coding);
      expect(headers.etag).toBe(`"${version + 1}-${coding}"`);
      const stored = await put(headers.etag);
      expect([stored.status, codingOf(stored), stored.headers.etag]).toEqual([
        200,
        'gzip',
        `"${version + 2}"`,
      ]);
      expect((await put(headers.etag)).status).toBe(409);
    }
    expect((await put('"5-other"')).status).toBe(409);
  });
});

describe('compression', () => {
  it('adds to the Vary of CORS', async () => {
    const open = await startTestService({ beside: service, corsOrigins: ['https://app.example'] });
    try {
      const headers = { 'X-API-Key': tenant.userKey, 'Accept-Encoding': 'br', Origin: 'https://app.example' };
      const answer = await requestEncoded(`${open.url}/v1/lists`, headers);
      expect([codingOf(answer), answer.headers.vary]).toEqual(['br', 'Origin, Accept-Encoding']);
    } finally {
      await open.close();
    }
  });

  it('does not change which responses are too large', async () => {
    const { pool } = service.database;
    await pool.query(
      `INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
       SELECT $1, $2, $3, 'domains_added', json_build_object('domains', ARRAY[repeat('x', 5000)]), now()
       FROM generate_series(1, 60)`,
      [tenant.organizationId, Number(long.split('/').at(-1)), tenant.userId],
    );
    const answer = await send(`${long}/audit-log?limit=100`, 'br');
    expect([answer.status, JSON.parse(decode(answer)).detail.error]).toEqual([422, 'answer_too_large']);
  });

  it('leaves responses without a body as they are', async () => {
    const doomed = `/v1/lists/${await createList(service, tenant.userKey, 'Doomed')}`;
    const answer = await send(doomed, 'br', { method: 'DELETE' });
    expect([answer.status, codingOf(answer), answer.body.length]).toEqual([204, undefined, 0]);
  });

  it('applies to introspection without a key', async () => {
    const body = JSON.stringify({ query: '{ __schema { types { name description } } }' });
    const ask = (accepted: string) =>
      requestEncoded(
        `${service.url}/graphql`,
        { 'Content-Type': 'application/json', 'Accept-Encoding': accepted },
        { method: 'POST', body },
      );
    const [plain, coded] = [await ask('identity'), await ask('br')];
    expect([plain.status, codingOf(plain), codingOf(coded)]).toEqual([200, undefined, 'br']);
    expect(decode(coded)).toBe(plain.body.toString());
  });

  it('does not apply to event streams', async () => {
    const stop = new AbortController();
    const events = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'X-API-Key': tenant.userKey,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'Accept-Encoding': 'br, gzip',
      },
      body: JSON.stringify({
        query: `subscription { listChanged(listId: ${Number(long.split('/').at(-1))}) { kind } }`,
      }),
      signal: stop.signal,
    });
    expect([events.status, events.headers.get('Content-Type')?.split(';')[0]]).toEqual([
      200,
      'text/event-stream',
    ]);
    expect([events.headers.get('Content-Encoding'), events.headers.get('Vary')]).toEqual(['none', null]);
    stop.abort();
  });

  it('of an export gives the same bytes', async () => {
    const csv = (accepted?: string) => send(`${short}/export.csv`, accepted);
    const plain = await csv();
    expect([plain.status, codingOf(plain)]).toEqual([200, undefined]);
    expect(plain.body.toString().split('\n').length).toBeGreaterThan(3);
    for (const coding of CODINGS) {
      const coded = await csv(coding);
      expect([coded.status, codingOf(coded), coded.headers.vary, coded.headers['content-length']]).toEqual([
        200,
        coding,
        'Accept-Encoding',
        undefined,
      ]);
      expect(decode(coded)).toBe(plain.body.toString());
    }
  });
});
