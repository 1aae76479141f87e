import { beforeAll, describe, expect, it } from '@jest/globals';
import { answer, invalid } from '../../harness/errors.ts';
import type { Colleague } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService, useTenant } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, KUBERNETES } from '../lists/operations.ts';
import { endOf, readAll, readEvents } from './support.ts';

const { service, tenant, rest, graphql } = useService('feed', { seed: seedSmallCatalogue });
const stranger = useTenant(service, 'elsewhere');
const vera = {} as Colleague;
const otto = {} as Colleague;
/** The administrators of the organization beside the owner of lists. */
const adele = {} as Colleague;

beforeAll(async () => {
  Object.assign(vera, await service.createColleague(tenant, 'Vera'));
  Object.assign(otto, await service.createColleague(tenant, 'Otto'));
  Object.assign(adele, await service.createColleague(tenant, 'Adele'));
  await service.admin.setRole(adele.email, 'admin');
});

const now = () => service.clock.now().toISOString();
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('events of lists', () => {
  it('are written with the change, with the data of the audit log and its author', async () => {
    const cursor = await endOf(service, tenant.userKey);
    const id = await createList(service, tenant.userKey, 'Told');
    const owner = rest();
    await owner.patch(`/v1/lists/${id}`, { name: 'Not told' });
    await owner.put(`/v1/lists/${id}/definition`, KUBERNETES);
    await owner.post(`/v1/lists/${id}/definition/versions/1/restore`);
    const { body } = await owner.post(`/v1/lists/${id}/permissions`, {
      user_id: vera.userId,
      access_level: 'viewer',
    });
    await owner.delete(`/v1/lists/${id}/permissions/${body.permission_id}`);
    await owner.post(`/v1/lists/${id}/owner`, { user_id: vera.userId });
    await service.rest(vera.userKey).delete(`/v1/lists/${id}`);

    const permission = { permission_id: body.permission_id, access_level: 'viewer', user_id: vera.userId };
    const byOwner = { actor_id: tenant.userId };
    const event = (type: string, data: object) => ({
      event_id: expect.any(Number),
      type,
      at: now(),
      list_id: id,
      data,
    });
    const events = await readAll(service, tenant.userKey, cursor);
    expect(events).toEqual([
      event('list.definition_changed', { version: 2, ...byOwner }),
      event('list.definition_changed', { version: 3, restored_version: 1, ...byOwner }),
      event('list.shared', { ...permission, ...byOwner }),
      event('list.unshared', { ...permission, ...byOwner }),
      event('list.transferred', { from: tenant.userId, to: vera.userId, ...byOwner }),
      event('list.deleted', { name: 'Not told', actor_id: vera.userId }),
    ]);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(6);
  });
});

describe('who sees an event', () => {
  /** Types of the events after a cursor, by reader. */
  async function seen(cursor: string) {
    const keys = {
      owner: tenant.userKey,
      vera: vera.userKey,
      otto: otto.userKey,
      admin: adele.userKey,
      organization: tenant.orgKey,
      stranger: stranger.userKey,
    };
    const entries = Object.entries(keys).map(
      async ([name, key]) => [name, typesOf(await readAll(service, key, cursor))] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
  const nobody = { owner: [], vera: [], otto: [], admin: [], organization: [], stranger: [] };

  it('is who can see the list then: events before a share, and after its end, stay hidden', async () => {
    const id = await createList(service, tenant.userKey, 'Shared for a while');
    const cursor = await endOf(service, tenant.userKey);
    const owner = rest();
    const save = () => owner.put(`/v1/lists/${id}/definition`, KUBERNETES).expect(200);
    await save();
    const { body } = await owner.post(`/v1/lists/${id}/permissions`, {
      user_id: vera.userId,
      access_level: 'viewer',
    });
    await save();
    await owner.delete(`/v1/lists/${id}/permissions/${body.permission_id}`);
    await save();
    const [changed, shared, unshared] = ['list.definition_changed', 'list.shared', 'list.unshared'];
    expect(await seen(cursor)).toEqual({
      ...nobody,
      owner: [changed, shared, changed, unshared, changed],
      vera: [shared, changed, unshared],
    });
  });

  it('is every user of the organization while a list is shared with it, and no organization key', async () => {
    const id = await createList(service, tenant.userKey, 'Shared with all');
    const cursor = await endOf(service, tenant.userKey);
    const path = `/v1/lists/${id}/permissions`;
    const { body } = await rest().post(path, { org_wide: true, access_level: 'viewer' });
    await rest().delete(`${path}/${body.permission_id}`);
    await rest().delete(`/v1/lists/${id}`);
    const both = ['list.shared', 'list.unshared'];
    expect(await seen(cursor)).toEqual({
      ...nobody,
      owner: [...both, 'list.deleted'],
      vera: both,
      otto: both,
      admin: both,
    });
  });

  it('is the admin, too, once the owner of the list is disabled', async () => {
    const id = await createList(service, otto.userKey, 'Left behind');
    const cursor = await endOf(service, tenant.userKey);
    await service.rest(otto.userKey).put(`/v1/lists/${id}/definition`, KUBERNETES);
    await rest().patch(`/v1/account/users/${otto.userId}`, { disabled: true }).expect(200);
    await rest().post(`/v1/lists/${id}/owner`, { user_id: vera.userId }).expect(200);
    await rest().patch(`/v1/account/users/${otto.userId}`, { disabled: false }).expect(200);
    const [changed, transferred] = ['list.definition_changed', 'list.transferred'];
    expect(await seen(cursor)).toEqual({
      ...nobody,
      // Who transferred the list became its viewer. The other admin lost access with the transfer.
      owner: [transferred],
      vera: [transferred],
      otto: [changed, transferred],
    });
  });
});

describe('a page of events', () => {
  it('begins with the oldest event, and ends with a cursor for those to come', async () => {
    const { userKey } = await service.createTenant('paging');
    expect(await readEvents(service, userKey, { types: 'list.deleted' })).toEqual({
      events: [],
      next_cursor: expect.any(String),
    });
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await createList(service, userKey, `List ${n}`);
      await service.rest(userKey).delete(`/v1/lists/${id}`);
      ids.push(id);
    }
    const listsOf = (events: readonly { list_id?: number }[]) => events.map(({ list_id }) => list_id);
    expect(listsOf(await readAll(service, userKey, undefined, 2))).toEqual(ids);
    const first = await readEvents(service, userKey, { limit: 2 });
    expect(listsOf(first.events)).toEqual(ids.slice(0, 2));
    const again = await readEvents(service, userKey, { limit: 2, cursor: first.next_cursor });
    expect(listsOf(again.events)).toEqual(ids.slice(2, 4));
    expect((await readEvents(service, userKey, { cursor: 'now' })).events).toEqual([]);
  });

  it('holds the types and the list that are asked for, and its cursor passes the others', async () => {
    const { userKey } = await service.createTenant('choosing');
    const [one, two] = [await createList(service, userKey, 'One'), await createList(service, userKey, 'Two')];
    const owner = service.rest(userKey);
    for (const id of [one, two]) {
      await owner.put(`/v1/lists/${id}/definition`, KUBERNETES);
      await owner.delete(`/v1/lists/${id}`);
    }
    const read = async (query: Record<string, string | number>) =>
      (await readEvents(service, userKey, query)).events.map(({ type, list_id }) => [type, list_id]);
    const [changed, deleted] = ['list.definition_changed', 'list.deleted'];
    expect(await read({ list_id: two })).toEqual([
      [changed, two],
      [deleted, two],
    ]);
    expect(await read({ types: changed })).toEqual([
      [changed, one],
      [changed, two],
    ]);
    const all = [one, two].flatMap((id) => [changed, deleted].map((type) => [type, id]));
    const both = { types: `${deleted},${changed}` };
    expect(await read(both)).toEqual(all);
    const first = await readEvents(service, userKey, { ...both, limit: 3 });
    expect(await read({ ...both, cursor: first.next_cursor })).toEqual(all.slice(3));
    expect(await read({ ...both, list_id: one, limit: 1 })).toEqual([[changed, one]]);
    const twice = '{ events(types: [LIST_DELETED, LIST_DELETED]) { edges { node { listId } } } }';
    const { body } = await service.graphql(userKey, twice);
    const nodes = body.data.events.edges.map(({ node }: { node: { listId: number } }) => node.listId);
    expect(nodes).toEqual([one, two]);
    expect(await read({ list_id: 999_999 })).toEqual([]);
    const { next_cursor } = await readEvents(service, userKey, { types: 'credits.low' });
    expect(next_cursor).toBe(await endOf(service, userKey));
  });

  it('can be read from the end over GraphQL, and its cursors lead in both directions', async () => {
    const { userKey } = await service.createTenant('backwards');
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await createList(service, userKey, `List ${n}`);
      await service.rest(userKey).delete(`/v1/lists/${id}`);
      ids.push(id);
    }
    const read = async (args: string, key = userKey) => {
      const { body } = await service.graphql(
        key,
        `{ events(${args}) { edges { cursor node { listId } } nextCursor
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      );
      return body.data.events;
    };
    const listsOf = (page: { edges: { node: { listId: number } }[] }) =>
      page.edges.map(({ node }) => node.listId);
    const newest = await read('last: 2');
    expect(listsOf(newest)).toEqual(ids.slice(3));
    expect(newest.nextCursor).toBe(await endOf(service, userKey));
    expect(newest.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: newest.edges[0].cursor,
      endCursor: newest.edges[1].cursor,
    });
    const older = await read(`last: 3, before: "${newest.pageInfo.startCursor}"`);
    expect(listsOf(older)).toEqual(ids.slice(0, 3));
    expect(older.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(listsOf(await read(`first: 1, after: "${older.nextCursor}"`))).toEqual([ids[3]]);
    expect(listsOf(await read(`last: 9, before: "${newest.edges[1].cursor}", listId: ${ids[1]}`))).toEqual([
      ids[1],
    ]);
    expect(listsOf(await read('last: 9, types: CREDITS_LOW'))).toEqual([]);
    const { orgKey } = await service.createTenant('remote');
    expect(listsOf(await read('last: 9', orgKey))).toEqual([]);
  });

  it('names the lists over GraphQL that the caller can still see, by one statement', async () => {
    const mine = await service.createTenant('naming');
    const { userId, userKey } = await service.createColleague(mine, 'Nina');
    const [kept, lost] = [
      await createList(service, mine.userKey, 'Kept'),
      await createList(service, mine.userKey, 'Lost'),
    ];
    for (const id of [kept, lost])
      await service
        .rest(mine.userKey)
        .post(`/v1/lists/${id}/permissions`, { user_id: userId, access_level: 'viewer' })
        .expect(201);
    await service.rest(mine.userKey).delete(`/v1/lists/${lost}`).expect(204);
    await endOf(service, userKey);
    const read = (key: string) =>
      service.graphql(key, '{ events { edges { node { type listId list { name } } } } }');
    const { result, statements } = await recordStatements(() => read(userKey));
    expect(result.body.data.events.edges.map(({ node }: { node: object }) => node)).toEqual([
      { type: 'LIST_SHARED', listId: kept, list: { name: 'Kept' } },
      { type: 'LIST_SHARED', listId: lost, list: null },
      { type: 'LIST_DELETED', listId: lost, list: null },
    ]);
    expect(statements).toHaveLength(2);
  });

  it('refuses what is malformed, over both APIs', async () => {
    const fault = (pointer: string, message: string) => invalid(pointer, message);
    const cases: [string, object][] = [
      ['cursor=b2Zmc2V0Ojk5', fault('/cursor', 'must be a cursor of an earlier page')],
      ['cursor=%00', fault('/cursor', 'must be a cursor of an earlier page')],
      ['cursor=', fault('/cursor', 'must not be empty; leave it out to get the oldest events')],
      ['limit=1001', fault('/limit', 'must be a whole number from 1 to 1000')],
      ['limit=0', fault('/limit', 'must be a whole number from 1 to 1000')],
      ['list_id=x', fault('/list_id', 'must be a whole number from 1 to 2147483647')],
      ['offset=1', fault('/offset', 'is not a known parameter')],
    ];
    for (const [query, expected] of cases)
      expect(answer(await rest().get(`/v1/events?${query}`))).toEqual(expected);
    const unknown = await rest().get('/v1/events?types=list.deleted,nonsense');
    expect(unknown.body.detail.errors[0].message).toMatch(
      /^"nonsense" is not known here; use list.members_changed, list.definition_changed, /,
    );
    for (const [args, pointer, message] of [
      ['after: "nonsense", first: 5', '/after', 'must be a cursor of an earlier page'],
      ['before: "nonsense", last: 5', '/before', 'must be a cursor of an earlier page'],
      ['before: "now"', '/before', 'needs `last`'],
      ['after: "now", last: 5', '/after', 'must not be sent beside `last`'],
      ['last: 1001', '/last', 'must be 1 to 1000'],
    ]) {
      const { body } = await graphql(`{ events(${args}) { nextCursor } }`);
      expect(body.errors[0].extensions).toEqual({ code: 'VALIDATION_ERROR', errors: [{ pointer, message }] });
    }
  });

  it('takes one statement, however many events there are', async () => {
    const { userKey, organizationId } = await service.createTenant('steady');
    await service.database.pool.query(
      `INSERT INTO event (organization_id, type, at, data)
       SELECT $1, 'credits.low', $2, '{"balance": 1, "threshold": 2}' FROM generate_series(1, 5000)`,
      [organizationId, service.clock.now()],
    );
    const { next_cursor } = await readEvents(service, userKey, { limit: 1000 });
    for (const query of [
      { cursor: next_cursor, limit: 1000 },
      { cursor: 'now' },
      { list_id: 1 },
      { types: 'list.shared' },
    ]) {
      const { statements } = await recordStatements(() => readEvents(service, userKey, query));
      expect(statements).toEqual([expect.stringMatching(/^\s*SELECT f\.epoch/)]);
    }
  });
});
