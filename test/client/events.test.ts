import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClient, type EventOptions, type FeedEvent } from '../../clients/typescript/src/client.ts';
import { startTestService } from '../harness/service.ts';

const service = await startTestService();
afterAll(() => service.close());

const event = (event_id: number) =>
  ({ event_id, type: 'credits.low', at: '2026-03-01T12:00:00.000Z', data: {} }) as const;
const page = (next_cursor: string, ...ids: number[]) =>
  Response.json({ events: ids.map(event), next_cursor });
const problem = (status: number, error: string) =>
  Response.json({ detail: { error, message: 'No.' } }, { status });
const LOST = new TypeError('fetch failed');

/** Follows a feed over a network that does these things in order, and then repeats the last one. */
function follow(script: (Response | Error)[], options?: EventOptions) {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'https://data.example',
    apiKey: 'cds_user_x',
    retries: 0,
    fetch: async (url) => {
      asked.push(new URL(String(url)).search);
      const next = (script.length > 1 ? script.shift() : script[0]) ?? LOST;
      if (next instanceof Error) throw next;
      return next.clone();
    },
  });
  return { events: client.events(options), asked };
}

/** Takes so many events. @returns their ids. */
async function take(events: AsyncIterator<FeedEvent>, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const { value, done } = await events.next();
    if (done) break;
    ids.push(value.event_id);
  }
  return ids;
}

describe('client.events', () => {
  let waits: number[];

  beforeEach(() => {
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

  it('yields the events of all pages, and asks for more with the cursor and the other parameters', async () => {
    const { events, asked } = follow([page('b', 1, 2), page('c', 3), page('c'), page('d', 4)], {
      cursor: 'a',
      types: ['credits.low', 'list.deleted'],
      limit: 2,
    });
    expect(await take(events, 4)).toEqual([1, 2, 3, 4]);
    const others = 'types=credits.low%2Clist.deleted&limit=2';
    expect(asked).toEqual(['a', 'b', 'c', 'c'].map((cursor) => `?${others}&cursor=${cursor}`));
  });

  it('keeps the cursor of the events that were taken, so that none is missed later', async () => {
    const { events } = follow([page('b', 1, 2), page('c', 3)]);
    expect(events.cursor).toBeUndefined();
    await take(events, 2);
    expect(events.cursor).toBeUndefined();
    await take(events, 1);
    expect(events.cursor).toBe('b');
  });

  it('waits longer and longer while there are no events, and begins anew after one', async () => {
    const idle = Array.from({ length: 7 }, () => page('a'));
    const { events } = follow([...idle, page('b', 1), page('b'), page('c', 2)], { maxPause: 10 });
    await take(events, 2);
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 1_000]);
  });

  it('survives failures of the network and the service, without a gap or a repetition', async () => {
    const { events, asked } = follow([
      page('b', 1),
      LOST,
      problem(503, 'unavailable'),
      LOST,
      page('c', 2),
      LOST,
      page('d', 3),
    ]);
    expect(await take(events, 3)).toEqual([1, 2, 3]);
    expect(asked).toEqual(['', ...Array<string>(4).fill('?cursor=b'), ...Array<string>(2).fill('?cursor=c')]);
    expect(waits).toEqual([200, 400, 800, 200]);
  });

  it('throws after too many failures in a row, and at once for a refusal', async () => {
    const lost = follow([LOST], { reconnects: 3 });
    await expect(lost.events.next()).rejects.toMatchObject({ code: 'network_error' });
    expect(lost.asked).toHaveLength(4);
    const expired = follow([problem(409, 'cursor_expired')], { cursor: 'old' });
    await expect(expired.events.next()).rejects.toMatchObject({ status: 409, code: 'cursor_expired' });
    expect(expired.asked).toHaveLength(1);
  });

  it('ends without an error when the signal aborts, also while it waits', async () => {
    const control = new AbortController();
    const { events } = follow([page('b', 1, 2), page('b')], { signal: control.signal });
    expect(await take(events, 1)).toEqual([1]);
    control.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe('client.events at a service', () => {
  it('follows the events that others write', async () => {
    const tenant = await service.createTenant('followers');
    const client = createClient({ baseUrl: service.url, apiKey: tenant.userKey });
    const events = client.events({ types: ['list.deleted'], cursor: 'now', maxPause: 0.05 });
    const first = events.next();
    // The iteration begins with its first request.
    while (events.cursor === 'now') await new Promise((resolve) => setTimeout(resolve, 10));
    const { data } = await client.lists.create({ name: 'Short-lived' });
    await client.lists.delete(data.list_id);
    expect((await first).value).toMatchObject({ type: 'list.deleted', list_id: data.list_id });
    await events.return();
  });
});
