import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((resume, milliseconds = 0) => {
    waits.push(milliseconds);
    queueMicrotask(resume);
    return {} as NodeJS.Timeout;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Creates a client whose network returns the given outcomes in order, and then repeats the last one. */
function clientOf(outcomes: Outcome[], options: { retries?: number; maxRetryAfter?: number } = {}): Client {
  return createClient({
    baseUrl: 'https://data.example',
    apiKey: 'cds_user_x',
    fetch: async (url, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      calls.push({ method, url: String(url), key: new Headers(headers).get('Idempotency-Key'), body });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      const { status, body: answer = {}, headers: sent = {} } = outcome;
      const text = typeof answer === 'string' || answer instanceof ReadableStream;
      return new Response(text ? answer : JSON.stringify(answer), {
        status,
        headers: { 'Content-Type': 'application/json', ...sent },
      });
    },
    ...options,
  });
}

const LOST = new TypeError('fetch failed');
const DONE = { status: 200, body: { data: { ok: true } } };
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
  it('is retried after waits that double', async () => {
    expect((await get(clientOf([LOST, LOST, OK]))).data).toEqual({ name: 'Acme' });
    expect(waits).toEqual([200, 400]);
  });

  it('is retried after at most 30 seconds, and a quarter at random', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.8);
    await get(clientOf([...Array(9).fill(LOST), OK], { retries: 9 }));
    expect(waits).toEqual([240, 480, 960, 1920, 3840, 7680, 15_360, 30_720, 36_000]);
  });

  it('is retried for a POST with the same Idempotency-Key and body', async () => {
    await flag(clientOf([LOST, OK]));
    expect(calls).toHaveLength(2);
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
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

  it('is retried for a GraphQL mutation with the same key, that of the caller if there is one', async () => {
    const client = clientOf([LOST, DONE, LOST, DONE]);
    expect(await client.graphql('mutation { ok }')).toEqual({ ok: true });
    expect(await client.graphql('mutation { ok }', {}, { idempotencyKey: 'mine' })).toEqual({ ok: true });
    expect(calls[1]).toEqual(calls[0]);
    expect(calls.map(({ key }) => key)).toEqual([calls[0]?.key, expect.any(String), 'mine', 'mine']);
  });

  it('is retried when the connection breaks within the response', async () => {
    const broken = new ReadableStream({ start: (control) => control.error(LOST) });
    expect((await get(clientOf([{ status: 200, body: broken }, OK]))).data).toEqual({ name: 'Acme' });
    expect(waits).toEqual([200]);
  });

  it('is left to the caller once a stream was handed over', async () => {
    const csv = new ReadableStream({ start: (control) => control.error(LOST) });
    const client = clientOf([{ status: 200, body: csv, headers: { 'Content-Type': 'text/csv' } }]);
    const { csv: stream } = await client.exportCsv(1);
    await expect(stream.getReader().read()).rejects.toBe(LOST);
    expect(calls).toHaveLength(1);
  });

  it('is thrown as network_error when the retries fail', async () => {
    const failure = await get(clientOf([LOST], { retries: 1 })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompanyDataError);
    expect(failure).toMatchObject({ status: 0, code: 'network_error', cause: LOST });
    expect(calls).toHaveLength(2);
  });

  it('is not retried after the caller aborted: the reason is thrown', async () => {
    const signal = AbortSignal.abort('enough');
    const client = clientOf([LOST]);
    await expect(client.rest.GET('/v1/companies/{identifier}', { ...acme, signal })).rejects.toBe('enough');
    await expect(client.graphql('{ ok }', {}, { signal })).rejects.toBe('enough');
    expect([calls.length, waits]).toEqual([2, []]);
  });

  it('is not waited for after the caller aborts: the reason is thrown at once', async () => {
    const control = new AbortController();
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(() => {
      queueMicrotask(() => control.abort('enough'));
      return {} as NodeJS.Timeout;
    });
    const client = clientOf([LOST]);
    const { signal } = control;
    await expect(client.rest.GET('/v1/companies/{identifier}', { ...acme, signal })).rejects.toBe('enough');
    expect(calls).toHaveLength(1);
  });
});

describe('a refusal that passes', () => {
  const graphql = (status: number, code: string, extensions = {}, data?: unknown): Outcome => ({
    status,
    body: { data, errors: [{ message: 'No.', path: ['b'], extensions: { code, ...extensions } }] },
  });

  it.each<[string, Outcome]>([
    ['429 rate_limited', LIMITED],
    ['429 overloaded', problem(429, 'overloaded', { 'Retry-After': '7' })],
    ['503 unavailable', problem(503, 'unavailable', { 'Retry-After': '7' })],
    ['503 of a proxy', { status: 503, body: '<html>', headers: { 'Retry-After': '7' } }],
    ['409 idempotency_in_progress', problem(409, 'idempotency_in_progress', { 'Retry-After': '7' })],
  ])('is retried over REST after Retry-After, with any method: %s', async (_, outcome) => {
    await flag(clientOf([outcome, outcome, OK]));
    expect(waits).toEqual([7000, 7000]);
    expect(calls[1]).toEqual(calls[0]);
  });

  it('is waited for longer each time while Retry-After is short, for a service that was killed', async () => {
    const busy = problem(409, 'idempotency_in_progress', { 'Retry-After': '1' });
    await flag(clientOf([...Array<Outcome>(10).fill(busy), OK], { retries: 10 }));
    expect(waits).toEqual([1000, 1000, 1000, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });

  it.each<[string, Outcome]>([
    ['429 RATE_LIMITED', graphql(429, 'RATE_LIMITED', { retry_after: 7 })],
    ['429 OVERLOADED', graphql(429, 'OVERLOADED', { retry_after: 7 }, { a: 1, b: null })],
    ['503 UNAVAILABLE', graphql(503, 'UNAVAILABLE', { retry_after: 7 })],
    ['200 IDEMPOTENCY_IN_PROGRESS', graphql(200, 'IDEMPOTENCY_IN_PROGRESS', { retry_after: 7 })],
  ])('is retried over GraphQL with the same key: %s', async (_, outcome) => {
    expect(await clientOf([outcome, outcome, DONE]).graphql('mutation { ok }')).toEqual({ ok: true });
    expect(waits).toEqual([7000, 7000]);
    expect(calls[1]).toEqual(calls[0]);
  });

  it.each<[string, Outcome]>([
    ['500 internal_error', problem(500, 'internal_error')],
    ['500 of a proxy', { status: 500, body: '<html>' }],
    ['502 of a proxy', { status: 502, body: '<html>' }],
    ['503 of a proxy', { status: 503, body: '<html>' }],
    ['504 timeout', problem(504, 'timeout')],
    ['504 of a proxy', { status: 504, body: '' }],
  ])('is retried after waits that double, with the same key: %s', async (_, outcome) => {
    await get(clientOf([outcome, outcome, OK]));
    await flag(clientOf([outcome, outcome, OK]));
    await clientOf([outcome, DONE]).graphql('mutation { ok }');
    expect(waits).toEqual([200, 400, 200, 400, 200]);
    expect([calls[4], calls[5], calls[7]]).toEqual([calls[3], calls[3], calls[6]]);
    expect(calls[3]?.key).toEqual(expect.any(String));
  });

  it.each<[string, Outcome]>([
    ['500 INTERNAL_ERROR', graphql(500, 'INTERNAL_ERROR')],
    ['200 INTERNAL_ERROR beside data', graphql(200, 'INTERNAL_ERROR', {}, { a: 1, b: null })],
    ['504 TIMEOUT', graphql(504, 'TIMEOUT')],
  ])('is retried over GraphQL after waits that double: %s', async (_, outcome) => {
    expect(await clientOf([outcome, outcome, DONE]).graphql('mutation { ok }')).toEqual({ ok: true });
    expect([waits, calls[2]]).toEqual([[200, 400], calls[0]]);
  });

  it('of 500 is thrown as it is after the last retry', async () => {
    await expect(get(clientOf([problem(500, 'internal_error')]))).rejects.toMatchObject({
      status: 500,
      code: 'internal_error',
    });
    expect(calls).toHaveLength(3);
  });

  it('is retried even if it is not the first error of a GraphQL response', async () => {
    const errors = [{ message: 'Absent.', extensions: { code: 'LIST_NOT_FOUND' } }];
    errors.push({ message: 'Busy.', extensions: { code: 'OVERLOADED' } });
    const mixed = {
      status: 429,
      body: { data: { a: null, b: null }, errors },
      headers: { 'Retry-After': '7' },
    };
    const client = clientOf([mixed, DONE]);
    expect(await client.graphql('{ a b }')).toEqual({ ok: true });
  });

  it('is returned by graphql.partial beside the data when the retries fail', async () => {
    const { data, errors } = await clientOf([
      graphql(429, 'OVERLOADED', { retry_after: 7 }, { a: 1, b: null }),
    ]).graphql.partial('{ a b }');
    expect(data).toEqual({ a: 1, b: null });
    expect(errors).toMatchObject([{ code: 'overloaded', status: 429, retryAfter: 7, path: ['b'] }]);
    expect(calls).toHaveLength(3);
  });

  it('is retried after an increasing wait if a 503 has no Retry-After', async () => {
    await get(clientOf([problem(503, 'unavailable'), problem(503, 'unavailable'), OK]));
    expect(waits).toEqual([200, 400]);
  });

  it.each<[string, Outcome, object]>([
    ['a 429 has no Retry-After: another server refused it', problem(429, 'rate_limited'), {}],
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
  it.each([400, 401, 402, 404, 409, 422, 501])('of %i is thrown at once', async (status) => {
    await expect(get(clientOf([problem(status, 'some_code')]))).rejects.toMatchObject({
      status,
      code: 'some_code',
      message: 'No.',
      details: {},
      errors: [],
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

  it('lists the invalid values of the request, over either API', async () => {
    const errors = [{ pointer: '/name', message: 'Too long.' }];
    const rest = { status: 422, body: { detail: { error: 'validation_error', message: 'No.', errors } } };
    const extensions = { code: 'VALIDATION_ERROR', errors };
    const graphql = { status: 200, body: { errors: [{ message: 'No.', extensions }] } };
    const refusal = { code: 'validation_error', errors };
    await expect(get(clientOf([rest]))).rejects.toMatchObject(refusal);
    await expect(clientOf([graphql]).graphql('{ ok }')).rejects.toMatchObject(refusal);
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
