import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../clients/typescript/src/client.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const OK = () => new Response(JSON.stringify({ name: 'Acme' }), { headers: JSON_TYPE });
const acme = { params: { path: { identifier: 'acme' } } } as const;

/** Time limits that were started, in milliseconds. Those for which `expire` holds end at once, the others never. */
function stubTimeouts(expire: (attempt: number) => boolean): number[] {
  const started: number[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    started.push(milliseconds);
    const control = new AbortController();
    const end = () => control.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    if (expire(started.length)) queueMicrotask(() => queueMicrotask(end));
    return control.signal;
  });
  return started;
}

/** A fetch that answers when `isAnswered` says so for an attempt, and otherwise never. */
function slowFetch(isAnswered: (attempt: number) => boolean) {
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) => {
    signals.push(init?.signal);
    if (isAnswered(signals.length)) return Promise.resolve(OK());
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
    });
  };
  return { fetch, signals };
}

const clientOf = (
  fetch: typeof globalThis.fetch,
  options: { timeout?: number; totalTimeout?: number; retries?: number } = {},
) => createClient({ baseUrl: 'https://data.example', apiKey: 'cds_user_x', fetch, ...options });

describe('an attempt', () => {
  it('that takes too long is repeated', async () => {
    const started = stubTimeouts((attempt) => attempt === 1);
    const { fetch, signals } = slowFetch((attempt) => attempt === 2);
    expect((await clientOf(fetch).rest.GET('/v1/companies/{identifier}', acme)).data).toEqual({
      name: 'Acme',
    });
    expect([started[0], signals.length]).toEqual([60_000, 2]);
    expect(started[1]).toBeLessThanOrEqual(60_000);
  });

  it('that takes too long each time is a network error, over both APIs', async () => {
    stubTimeouts(() => true);
    const { fetch, signals } = slowFetch(() => false);
    const client = clientOf(fetch, { retries: 1 });
    const failed = { code: 'network_error', status: 0, cause: { name: 'TimeoutError' } };
    await expect(client.rest.GET('/v1/companies/{identifier}', acme)).rejects.toMatchObject(failed);
    await expect(client.graphql('{ ok }')).rejects.toMatchObject(failed);
    expect(signals).toHaveLength(4);
  });

  it('has no limit once its stream was handed over', async () => {
    const control = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(control.signal);
    let signal: AbortSignal | null | undefined;
    const csv = new ReadableStream({ start: (stream) => stream.close() });
    const client = clientOf(async (_url, init) => {
      signal = init?.signal;
      return new Response(csv, { headers: { 'Content-Type': 'text/csv' } });
    });
    await client.exportCsv(1);
    control.abort(new Error('late'));
    expect(signal?.aborted).toBe(false);
  });

  it('has no limit if the caller wants none', async () => {
    const started = stubTimeouts(() => true);
    const { fetch } = slowFetch(() => true);
    const none = { timeout: Number.POSITIVE_INFINITY, totalTimeout: Number.POSITIVE_INFINITY };
    await clientOf(fetch, none).rest.GET('/v1/companies/{identifier}', acme);
    expect(started).toEqual([]);
  });
});

describe('a call', () => {
  it('gives each attempt no more than what is left of its time', async () => {
    const started = stubTimeouts(() => false);
    const { fetch } = slowFetch(() => true);
    await clientOf(fetch, { timeout: 60, totalTimeout: 10 }).rest.GET('/v1/companies/{identifier}', acme);
    expect(started[0]).toBeLessThanOrEqual(10_000);
  });

  it('is not repeated after a wait that its time does not allow', async () => {
    stubTimeouts(() => false);
    let sent = 0;
    const client = clientOf(
      async () => {
        sent += 1;
        const body = JSON.stringify({ detail: { error: 'unavailable', message: 'No.' } });
        return new Response(body, { status: 503, headers: { ...JSON_TYPE, 'Retry-After': '30' } });
      },
      { totalTimeout: 20 },
    );
    const failed = { code: 'unavailable', retryAfter: 30 };
    await expect(client.rest.GET('/v1/companies/{identifier}', acme)).rejects.toMatchObject(failed);
    expect(sent).toBe(1);
  });

  it('throws the reason of its signal at once, although the time of the attempt is not over', async () => {
    stubTimeouts(() => false);
    const control = new AbortController();
    const { fetch, signals } = slowFetch(() => false);
    const reason = new Error('stopped by the caller');
    queueMicrotask(() => control.abort(reason));
    const call = clientOf(fetch).rest.GET('/v1/companies/{identifier}', { ...acme, signal: control.signal });
    await expect(call).rejects.toBe(reason);
    expect(signals.length).toBeLessThanOrEqual(1);
  });
});
