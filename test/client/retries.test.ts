import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, CompanyDataError, createClient } from '../../clients/typescript/src/client.ts';

type Outcome = Error | { status: number; body?: unknown; headers?: Record<string, string> };

interface Call {
  method: string;
  url: string;
  key: string | null;
  body: unknown;
}

let calls: Call[];
let waits: number[];

beforeEach(() => {
  calls = [];
  waits = [];
});

/** Creates a client whose network returns the given outcomes in order, and then repeats the last one. */
function clientOf(outcomes: Outcome[], options: { retries?: number; maxRetryAfter?: number } = {}): Client {
  return createClient({
    baseUrl: 'https://data.example',
    apiKey: 'cds_user_x',
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    fetch: async (url, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      calls.push({ method, url: String(url), key: new Headers(headers).get('Idempotency-Key'), body });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      return Response.json(outcome.body ?? {}, { status: outcome.status, headers: outcome.headers ?? {} });
    },
    ...options,
  });
}

const LOST = new TypeError('fetch failed');
const OK = { status: 200, body: { name: 'Acme' } };
const problem = (status: number, error: string, headers = {}) => ({
  status,
  headers,
  body: { detail: { error, message: 'No.' } },
});
const LIMITED = problem(429, 'rate_limited', { 'Retry-After': '7' });
const acme = { params: { path: { identifier: 'acme' } } } as const;
const get = (client: Client) => client.rest.GET('/v1/companies/{identifier}', acme);
const flag = (client: Client) => client.rest.POST('/v1/companies/{identifier}/flags', acme);

describe('a network failure', () => {
  it('is retried after increasing waits', async () => {
    expect((await get(clientOf([LOST, LOST, OK]))).data).toEqual({ name: 'Acme' });
    expect(waits).toEqual([200, 400]);
  });

  it('is retried for a POST with the same Idempotency-Key and body', async () => {
    await flag(clientOf([LOST, OK]));
    expect(calls).toHaveLength(2);
    expect(calls[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[1]).toEqual(calls[0]);
  });

  it('does not mix keys: each call has a new one, unless the caller sets it', async () => {
    const client = clientOf([OK]);
    await flag(client);
    await flag(client);
    await client.rest.POST('/v1/companies/{identifier}/flags', { ...acme, idempotencyKey: 'mine' });
    const [first, second, third] = calls.map(({ key }) => key);
    expect(first).not.toBe(second);
    expect(third).toBe('mine');
  });

  it('is retried for a GraphQL mutation with the same key', async () => {
    const client = clientOf([LOST, { status: 200, body: { data: { ok: true } } }]);
    expect(await client.graphql('mutation { ok }')).toEqual({ ok: true });
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[0]?.key).not.toBeNull();
  });

  it('is thrown as network_error when the retries fail', async () => {
    const failure = await get(clientOf([LOST], { retries: 1 })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompanyDataError);
    expect(failure).toMatchObject({ status: 0, code: 'network_error', cause: LOST });
    expect(calls).toHaveLength(2);
  });

  it('is not retried after the caller aborted', async () => {
    const signal = AbortSignal.abort();
    const client = clientOf([LOST]);
    await expect(client.rest.GET('/v1/companies/{identifier}', { ...acme, signal })).rejects.toBe(LOST);
    expect(calls).toHaveLength(1);
  });
});

describe('a 429 response', () => {
  it('is retried after the given number of seconds, with any method', async () => {
    await flag(clientOf([LIMITED, LIMITED, OK]));
    expect(waits).toEqual([7000, 7000]);
  });

  it.each<[string, Outcome, object]>([
    ['it has no Retry-After', problem(429, 'rate_limited'), {}],
    ['the wait exceeds the maximum', LIMITED, { maxRetryAfter: 6 }],
    ['retries are off', LIMITED, { retries: 0 }],
  ])('is thrown when %s', async (_, outcome, options) => {
    await expect(get(clientOf([outcome], options))).rejects.toMatchObject({ code: 'rate_limited' });
    expect([calls.length, waits]).toEqual([1, []]);
  });

  it('is finally thrown with the time to wait', async () => {
    await expect(get(clientOf([LIMITED]))).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    expect(calls).toHaveLength(3);
  });
});

describe('any other refusal', () => {
  it.each([400, 401, 402, 404, 422, 500, 504])('of %i is thrown at once', async (status) => {
    await expect(get(clientOf([problem(status, 'some_code')]))).rejects.toMatchObject({
      status,
      code: 'some_code',
      message: 'No.',
      details: {},
    });
    expect(calls).toHaveLength(1);
  });

  it('is thrown as unexpected_answer if the service did not send it', async () => {
    const client = clientOf([{ status: 502, body: '<html>', headers: { 'X-Request-Id': 'r-1' } }]);
    await expect(get(client)).rejects.toMatchObject({
      status: 502,
      code: 'unexpected_answer',
      requestId: 'r-1',
    });
  });

  it('of a premature retry is retried after Retry-After', async () => {
    const early = problem(409, 'idempotency_in_progress', { 'Retry-After': '1' });
    await flag(clientOf([LOST, early, OK]));
    expect(waits).toEqual([200, 1000]);
  });
});

describe('pages', () => {
  it('end with an empty page, even if the total promises more', async () => {
    const page = (companies: unknown[]) => ({
      status: 200,
      body: { lists: companies, total: 5, limit: 2, offset: 0 },
    });
    const client = clientOf([page([1, 2]), page([3]), page([])]);
    const seen: unknown[] = [];
    for await (const list of client.rest.pages('/v1/lists', { params: { query: { limit: 2 } } }))
      seen.push(list);
    expect(seen).toEqual([1, 2, 3]);
    expect(calls.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2&offset=0',
      '?limit=2&offset=2',
      '?limit=2&offset=3',
    ]);
  });
});

describe('a path', () => {
  it('is not requested while one of its parameters is missing', async () => {
    const client = clientOf([OK]);
    const params = { path: { identifier: '' } };
    await expect(client.rest.GET('/v1/companies/{identifier}', { params })).rejects.toThrow(TypeError);
    expect(calls).toEqual([]);
  });
});
