import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStream, subscribe } from '../../harness/events.ts';
import type { Colleague } from '../../harness/service.ts';
import { recordStatements, untilQuiet } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { until } from '../lists/audit/watching.ts';
import { createList } from '../lists/operations.ts';
import { endOf } from './support.ts';

const { service, tenant, rest, beside } = useService('listeners', {
  streams: { perHolder: 3, perOrganization: 5 },
});
const elsewhere = beside();
const vera = {} as Colleague;
let opened: EventStream[] = [];

beforeAll(async () => {
  Object.assign(vera, await service.createColleague(tenant, 'Vera'));
});
afterEach(async () => {
  for (const stream of opened) stream.leave();
  opened = [];
  await until(() => service.service.subscriptions() === 0);
});

const QUERY = 'subscription ($after: String) { events(after: $after) { cursor node { type listId } } }';

async function follow(after?: string, key = tenant.userKey): Promise<EventStream> {
  const stream = await subscribe(service.url, { key, query: QUERY, variables: { after } });
  opened.push(stream);
  return stream;
}

interface Edge {
  cursor: string;
  node: { type: string; listId: number | null };
}

/** The next event of a stream, and its cursor. */
async function next(stream: EventStream): Promise<Edge> {
  const result = await stream.next();
  if (!result?.data) throw new Error(`no event: ${JSON.stringify(result)}`);
  return result.data.events as Edge;
}

/** Creates and deletes a list at another process, which writes an event. @returns the event. */
async function deleteList(key = tenant.userKey): Promise<Edge['node']> {
  const id = await createList(elsewhere, key, 'Short-lived');
  await elsewhere.rest(key).delete(`/v1/lists/${id}`);
  return { type: 'LIST_DELETED', listId: id };
}

describe('the subscription to events', () => {
  it('reports the events from now on, whichever process writes them', async () => {
    await deleteList();
    const stream = await follow();
    const [first, second] = [await deleteList(), await deleteList()];
    expect([(await next(stream)).node, (await next(stream)).node]).toEqual([first, second]);
  });

  it('selects events by type and list, beside a stream of the same reader that selects nothing', async () => {
    const [all, ofList] = [
      await createList(service, tenant.userKey, 'A'),
      await createList(service, tenant.userKey, 'B'),
    ];
    const query = `subscription ($listId: ID) { events(types: [LIST_SHARED], listId: $listId) { cursor node { type listId } } }`;
    const selected = await subscribe(service.url, {
      key: tenant.userKey,
      query,
      variables: { listId: String(ofList) },
    });
    opened.push(selected);
    const stream = await follow();
    const share = (id: number) =>
      rest()
        .post(`/v1/lists/${id}/permissions`, { user_id: vera.userId, access_level: 'viewer' })
        .expect(201);
    await share(all);
    const deleted = await deleteList();
    await share(ofList);
    const shared = [all, ofList].map((listId) => ({ type: 'LIST_SHARED', listId }));
    expect((await next(selected)).node).toEqual(shared[1]);
    expect([(await next(stream)).node, (await next(stream)).node, (await next(stream)).node]).toEqual([
      shared[0],
      deleted,
      shared[1],
    ]);
  });

  it('resumes after the cursor of any event, without a gap or a repetition', async () => {
    const written = [await deleteList(), await deleteList(), await deleteList()];
    const start = await endOf(service, tenant.userKey);
    written.push(await deleteList(), await deleteList());
    const stream = await follow(start);
    const { cursor, node } = await next(stream);
    expect(node).toEqual(written[3]);
    stream.leave();
    const missed = await deleteList();
    const resumed = await follow(cursor);
    expect([(await next(resumed)).node, (await next(resumed)).node]).toEqual([written[4], missed]);
    const live = await deleteList();
    expect((await next(resumed)).node).toEqual(live);
  });

  it('catches up on more events than it reads at once', async () => {
    const start = await endOf(service, tenant.userKey);
    await service.database.pool.query(
      `INSERT INTO event (organization_id, type, at, list_id, user_ids, data)
       SELECT $1, 'list.shared', $2, n, ARRAY[$3::int], '{}' FROM generate_series(1, 250) n`,
      [tenant.organizationId, service.clock.now(), tenant.userId],
    );
    const stream = await follow(start);
    const ids: (number | null)[] = [];
    while (ids.length < 250) ids.push((await next(stream)).node.listId);
    expect(ids).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
  });

  it('shows each caller what they may see', async () => {
    const [mine, theirs, ofOrganization] = [
      await follow(),
      await follow(undefined, vera.userKey),
      await follow(undefined, tenant.orgKey),
    ];
    const [hers, his] = [await deleteList(vera.userKey), await deleteList()];
    await service.database.pool.query(
      `INSERT INTO event (organization_id, type, at, data) VALUES ($1, 'credits.low', $2, '{"balance": 1, "threshold": 2}')
       RETURNING pg_notify('events', $3)`,
      [tenant.organizationId, service.clock.now(), String(tenant.organizationId)],
    );
    const low = { type: 'CREDITS_LOW', listId: null };
    expect([(await next(mine)).node, (await next(mine)).node]).toEqual([his, low]);
    expect([(await next(theirs)).node, (await next(theirs)).node]).toEqual([hers, low]);
    expect((await next(ofOrganization)).node).toEqual(low);
  });

  it('is refused for a malformed cursor, and beyond the streams of a user, with those of lists', async () => {
    const malformed = await follow('nonsense');
    expect(await malformed.rest()).toMatchObject([
      { errors: [{ extensions: { code: 'VALIDATION_ERROR', errors: [{ pointer: '/after' }] } }] },
    ]);
    const id = await createList(service, tenant.userKey, 'Watched');
    await Promise.all([follow(), follow()]);
    opened.push(await subscribe(service.url, { key: tenant.userKey, variables: { id } }));
    await until(() => service.service.subscriptions() === 3);
    const fourth = await follow();
    expect(await fourth.rest()).toMatchObject([{ errors: [{ extensions: { code: 'RATE_LIMITED' } }] }]);
  });

  it('ends when the key is revoked, without another event', async () => {
    const { body } = await rest().post('/v1/keys', { kind: 'user' });
    const stream = await follow(undefined, body.key);
    await rest().delete(`/v1/keys/${body.key_id}`);
    await deleteList();
    const [result, ...more] = await stream.rest();
    expect([result?.errors?.[0]?.extensions.code, result?.data ?? null, more]).toEqual([
      'INVALID_API_KEY',
      null,
      [],
    ]);
  });
});

describe('the streams of one user', () => {
  /** Opens so many streams with so many keys. */
  async function followWith(keys: readonly string[], count: number): Promise<EventStream[]> {
    return Promise.all(Array.from({ length: count }, (_, n) => follow(undefined, keys[n % keys.length])));
  }

  it('share each read of the feed, and the check of their keys', async () => {
    const made = await rest().post('/v1/keys', { kind: 'user' }).expect(201);
    const streams = await followWith([tenant.userKey, made.body.key], 3);
    // Read once without a recording, so that the positions of all events are there.
    const written = [await deleteList()];
    const first = await Promise.all(streams.map(next));
    expect(first.map(({ node }) => node)).toEqual(streams.map(() => written[0]));
    const { result, statements } = await recordStatements(async () => {
      await service.database.pool.query(
        `WITH written AS (
           INSERT INTO event (organization_id, type, at, list_id, user_ids, data)
           SELECT $1, 'list.shared', $2, n, ARRAY[$3::int], '{}' FROM generate_series(1, 20) n)
         SELECT pg_notify('events', $4)`,
        [tenant.organizationId, service.clock.now(), tenant.userId, String(tenant.organizationId)],
      );
      const seen = streams.map(async (stream) => {
        const ids: (number | null)[] = [];
        while (ids.length < 20) ids.push((await next(stream)).node.listId);
        return ids;
      });
      return Promise.all(seen);
    });
    const all = Array.from({ length: 20 }, (_, n) => n + 1);
    expect(result).toEqual(streams.map(() => all));
    await untilQuiet(statements);
    const count = (pattern: RegExp) => statements.filter((sql) => pattern.test(sql)).length;
    // Before and after the events get their positions, and once behind the last event.
    expect(count(/FROM event_feed f LEFT JOIN/)).toBeLessThanOrEqual(3);
    // Once a read that has events; each stream by itself would ask three times at least.
    expect(count(/k\.id = ANY/)).toBeLessThanOrEqual(2);
  });
});
