import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../clients/typescript/src/client.ts';

/** Pieces of a stream that ends with them, a response, or a failure. */
type Attempt = readonly string[] | Response | Error;

const SILENCE_MS = 45_000;
const PING = ':\n\n';
const LOST = new TypeError('fetch failed');
const DONE = 'event: complete\ndata:\n\n';
const next = (n: number) => `event: next\ndata: {"data": {"counted": ${n}}}\n\n`;
const refusal = (code: string, more = {}) =>
  `event: next\ndata: ${JSON.stringify({ errors: [{ message: 'No.', extensions: { code, ...more } }] })}\n\n`;

let waits: number[];
let attempts = 0;
let bodies: unknown[];
let onSilence: ((expire: () => void) => void) | undefined;

beforeEach(() => {
  waits = [];
  attempts = 0;
  bodies = [];
  onSilence = undefined;
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((resume, milliseconds = 0) => {
    if (milliseconds === SILENCE_MS) {
      onSilence?.(resume);
    } else {
      waits.push(milliseconds);
      queueMicrotask(resume);
    }
    return {} as NodeJS.Timeout;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function streamOf(pieces: readonly string[], init?: ResponseInit): Response {
  const encoder = new TextEncoder();
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(control) {
      const piece = left.shift();
      if (piece === undefined) control.close();
      else control.enqueue(encoder.encode(piece));
    },
  });
  return new Response(body, { ...init, headers: { 'Content-Type': 'text/event-stream', ...init?.headers } });
}

/** Subscribes over a network that does these things in order, and then repeats the last one. */
function subscribe(...script: Attempt[]) {
  const client = createClient({
    baseUrl: 'https://data.example',
    apiKey: 'cds_user_x',
    fetch: async (_, init) => {
      attempts += 1;
      bodies.push(JSON.parse(String(init?.body)));
      const attempt = script.length > 1 ? script.shift() : script[0];
      if (attempt instanceof Response) return attempt;
      if (attempt === undefined || attempt instanceof Error) throw attempt;
      return streamOf(attempt);
    },
  });
  return (options?: { reconnects?: number }) => client.subscribe<number>(DOCUMENT, VARIABLES, options);
}

async function take<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

/** Sent with every attempt. */
const DOCUMENT = 'subscription ($from: Int!) { counted(from: $from) }';
const VARIABLES = { from: 1 };
const RESYNC = { kind: 'RESYNC' };

describe('a stream that ends without being complete', () => {
  it('is opened again after waits that double, until it lasts', async () => {
    const changes = subscribe([PING, next(1)], [PING], [PING], [PING, next(2)], [PING, next(3), DONE])();
    expect(await take(changes)).toEqual([1, RESYNC, RESYNC, RESYNC, 2, RESYNC, 3]);
    expect(waits).toEqual([200, 400, 800, 200]);
    expect(bodies).toEqual(Array(5).fill({ query: DOCUMENT, variables: VARIABLES }));
  });

  it('counts as lasting when a comment arrives after the first one', async () => {
    const changes = subscribe([PING], [PING, PING], [PING, PING], [PING, DONE])();
    expect(await take(changes)).toEqual([RESYNC, RESYNC, RESYNC]);
    expect(waits).toEqual([200, 200, 200]);
  });

  it('is thrown when the attempts in a row are used up', async () => {
    const changes = subscribe([PING, next(1)], LOST)({ reconnects: 3 });
    expect((await changes.next()).value).toBe(1);
    await expect(changes.next()).rejects.toMatchObject({ code: 'network_error', cause: LOST });
    expect(waits).toEqual([200, 400, 800]);
    expect(await changes.next()).toEqual({ done: true, value: undefined });
  });

  it('is thrown after the retries of a request if it was never open', async () => {
    await expect(subscribe(LOST)().next()).rejects.toMatchObject({ code: 'network_error' });
    expect(waits).toEqual([200, 400]);
  });
});

describe('a stream that falls silent', () => {
  it('is closed and opened again', async () => {
    let cancelled: unknown;
    const silent = new ReadableStream<Uint8Array>({
      cancel(reason) {
        cancelled = reason;
      },
    });
    const headers = { 'Content-Type': 'text/event-stream' };
    const client = createClient({
      baseUrl: 'https://data.example',
      apiKey: 'cds_user_x',
      // As `fetch` does, the body breaks when the signal aborts.
      fetch: async (_, init) => {
        attempts += 1;
        if (attempts === 2) return streamOf([PING, next(1), DONE]);
        const body = silent.pipeThrough(new TransformStream(), init?.signal ? { signal: init.signal } : {});
        return new Response(body, { headers });
      },
    });
    let timers = 0;
    onSilence = (expire) => {
      timers += 1;
      // The second timer is that of the first read.
      if (timers === 2) queueMicrotask(expire);
    };
    expect(await take(client.subscribe('subscription { counted }'))).toEqual([RESYNC, 1]);
    expect(cancelled).toMatchObject({ code: 'network_error' });
  });
});

describe('a refusal in a stream', () => {
  it.each([
    [
      'of the request',
      streamOf([PING, refusal('RATE_LIMITED', { retry_after: 7 }), DONE], { status: 429 }),
      7000,
    ],
    ['as JSON', Response.json({ detail: { error: 'unavailable', message: 'No.' } }, { status: 503 }), 200],
    ['at an event', [PING, refusal('UNAVAILABLE', { retry_after: 5 })], 5000],
  ])('is retried if it passes: %s', async (_, attempt, wait) => {
    expect(await take(subscribe(attempt, [PING, next(1), DONE])()).then((all) => all.at(-1))).toBe(1);
    expect(waits).toEqual([wait]);
  });

  it('is thrown when it does not pass within the attempts', async () => {
    const busy = [PING, PING, refusal('UNAVAILABLE', { retry_after: 5 })];
    await expect(take(subscribe(busy)({ reconnects: 2 }))).rejects.toMatchObject({ code: 'unavailable' });
    expect([attempts, waits]).toEqual([3, [5000, 5000]]);
  });

  it.each([
    ['INVALID_API_KEY', 'invalid_api_key'],
    ['LIST_NOT_FOUND', 'list_not_found'],
  ])('is thrown at once otherwise: %s', async (sent, code) => {
    const changes = subscribe([PING, next(1), refusal(sent), DONE])();
    expect((await changes.next()).value).toBe(1);
    await expect(changes.next()).rejects.toMatchObject({ name: 'CompanyDataError', code });
    expect([attempts, waits]).toEqual([1, []]);
  });

  it.each<[string, Attempt]>([
    ['a page', new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['another JSON', Response.json({ data: { counted: 1 } })],
    ['an event without JSON', [PING, 'event: next\ndata: {"data":\n\n']],
    ['an event without data', [PING, 'event: next\ndata: {}\n\n']],
  ])('is thrown as unexpected_answer if it is %s', async (_, attempt) => {
    await expect(take(subscribe(attempt)())).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect([attempts, waits]).toEqual([1, []]);
  });
});
