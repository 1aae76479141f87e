import { describe, expect, it } from '@jest/globals';
import { createClient } from '../../clients/typescript/src/client.ts';

/** Creates a client that gets these bodies in order, and notes what it asked for. */
function clientOf(...bodies: object[]) {
  const asked: unknown[] = [];
  const client = createClient({
    baseUrl: 'https://data.example',
    apiKey: 'cds_user_x',
    fetch: async (url, init) => {
      init?.signal?.throwIfAborted();
      asked.push(init?.body ? JSON.parse(String(init.body)).variables : new URL(String(url)).search);
      return Response.json(bodies.shift());
    },
  });
  return { client, asked };
}

async function take<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

describe('rest.pages', () => {
  const page = (lists: unknown[], next_cursor: string | null) => ({ lists, total: 3, limit: 2, next_cursor });
  const params = { query: { limit: 2, offset: 4 } };

  it('begin at the given offset, follow the cursors and keep the other parameters', async () => {
    const { client, asked } = clientOf(page([1, 2], 'a'), page([], 'b'), page([3], null));
    expect(await take(client.rest.pages('/v1/lists', { params }))).toEqual([1, 2, 3]);
    expect(asked).toEqual(['?limit=2&offset=4', '?limit=2&cursor=a', '?limit=2&cursor=b']);
  });

  it('are read when their first item is asked for', async () => {
    const { client, asked } = clientOf(page([1, 2], 'a'), page([3], null));
    for await (const item of client.rest.pages('/v1/lists')) if (item === (2 as unknown)) break;
    expect(asked).toEqual(['']);
  });

  it('end with the reason of the signal, between two items and before the next page', async () => {
    for (const stopAt of [1, 2]) {
      const control = new AbortController();
      const { client, asked } = clientOf(page([1, 2], 'a'), page([3], null));
      const pages = client.rest.pages('/v1/lists', { signal: control.signal });
      for (let i = 0; i < stopAt; i += 1) await pages.next();
      control.abort('enough');
      await expect(pages.next()).rejects.toBe('enough');
      expect(asked).toEqual(['']);
    }
  });

  it('are refused for a response that lists items of several kinds', async () => {
    const { client } = clientOf({ lists: [], others: [], total: 0, limit: 100, next_cursor: null });
    await expect(take(client.rest.pages('/v1/lists'))).rejects.toThrow(TypeError);
  });
});

describe('graphql.connection', () => {
  const page = (nodes: number[], hasNextPage: boolean, endCursor: string | null) => ({
    data: { list: { edges: nodes.map((node) => ({ node })), pageInfo: { hasNextPage, endCursor } } },
  });
  const select = (result: { list: ReturnType<typeof page>['data']['list'] | null }) => result.list;

  it('passes the end of each page on as $after, and keeps the other variables', async () => {
    const { client, asked } = clientOf(page([1, 2], true, 'a'), page([], true, 'b'), page([3], false, 'c'));
    const edges = client.graphql.connection('query', { id: 7 }, select);
    expect(await take(edges)).toEqual([{ node: 1 }, { node: 2 }, { node: 3 }]);
    expect(asked).toEqual([{ id: 7 }, { id: 7, after: 'a' }, { id: 7, after: 'b' }]);
  });

  it.each<[string, object]>([
    ['the connection is not where it was', { data: { list: null } }],
    ['the cursor does not advance', page([2], true, 'a')],
    ['the cursor was not selected', page([2], true, null)],
  ])('throws rather than ending early or never, if %s', async (_, second) => {
    const { client } = clientOf(page([1], true, 'a'), second);
    await expect(take(client.graphql.connection('query', {}, select))).rejects.toMatchObject({
      code: 'unexpected_answer',
    });
  });

  it('throws an error that any page has', async () => {
    const errors = [{ message: 'Begin again.', path: ['list'], extensions: { code: 'CURSOR_EXPIRED' } }];
    const { client } = clientOf(page([1], true, 'a'), { data: { list: null }, errors });
    await expect(take(client.graphql.connection('query', {}, select))).rejects.toMatchObject({
      code: 'cursor_expired',
      path: ['list'],
    });
  });

  it('ends with the reason of the signal', async () => {
    const control = new AbortController();
    const { client, asked } = clientOf(page([1, 2], true, 'a'));
    const edges = client.graphql.connection('query', {}, select, { signal: control.signal });
    await edges.next();
    control.abort('enough');
    await expect(edges.next()).rejects.toBe('enough');
    expect(asked).toHaveLength(1);
  });
});
