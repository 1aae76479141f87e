import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../harness/use-service.ts';
import { endOf, readAll } from '../events/support.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from '../lists/operations.ts';
import { changesOf } from '../lists/watch/support.ts';

const { service, tenant, ids, rest, beside } = useService('fresh', {
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});
const other = beside();

const setValues = (values: object, from = rest()) =>
  from
    .post('/v1/fields/values', {
      values: Object.entries(values).map(([identifier, fields]) => ({ identifier, fields })),
    })
    .expect(200);
const stamped = async (root: object) => {
  const { body } = await rest().get('/v1/lists/filter-fields');
  return { registry_version: body.registry_version, root };
};
const create = async (name: string, root: object) =>
  createList(service, tenant.userKey, name, await stamped(root));
const members = async (listId: number, from = rest()) =>
  (await from.get(`/v1/lists/${listId}/members`).expect(200)).body.members.map(
    ({ slug }: { slug: string }) => slug,
  );
const isStale = async (listId: number) => {
  const { body } = await rest().get(`/v1/lists/${listId}/materializations`).expect(200);
  return body.materializations.map(({ stale }: { stale: boolean }) => stale);
};
const onList = (id: number) => condition('list', 'any_of', [id]);
const HIGH = condition('org.score', 'gte', [5]);

beforeEach(async () => {
  for (const key of ['org.score', 'org.rank'])
    await rest().post('/v1/fields', { key, label: key, type: 'number' }).expect(201);
  await setValues({ acme: { 'org.score': 9 } });
});

describe('a write of values', () => {
  it('shows in the next preview of each process, whichever wrote', async () => {
    const processes = [service, other];
    for (let round = 0; round < 4; round += 1) {
      const [writer = service, reader = other] = round % 2 === 0 ? processes : [other, service];
      const isHigh = round % 2 === 0;
      await setValues({ beta: { 'org.score': isHigh ? 5 : 4 } }, writer.rest(tenant.orgKey));
      for (const from of [reader, writer]) {
        const body = await stamped(HIGH);
        const answer = await from.rest(tenant.userKey).post('/v1/lists/preview-count', body);
        expect(answer.body.count).toBe(isHigh ? 2 : 1);
      }
    }
  });

  it('makes materializations stale that used the field, also through lists, and no others', async () => {
    const direct = await create('Direct', HIGH);
    const rank = await create('Rank', condition('org.rank', 'is_known', [true]));
    const naming = await create('Naming', onList(direct));
    const above = await create('Above', onList(naming));
    const german = await createList(service, tenant.userKey, 'German', GERMAN);
    const all = { direct, rank, naming, above, german };
    for (const id of Object.values(all)) await members(id);
    const stale = async () => {
      const shown: string[] = [];
      for (const [name, id] of Object.entries(all)) if ((await isStale(id)).includes(true)) shown.push(name);
      return shown;
    };
    expect(await stale()).toEqual([]);
    await setValues({ beta: { 'org.rank': 1 } });
    expect(await stale()).toEqual(['rank']);
    await setValues({ acme: { 'org.score': 9 } });
    expect(await stale()).toEqual(['rank']);
    await setValues({ gamma: { 'org.score': 6 } });
    expect(await stale()).toEqual(['direct', 'rank', 'naming', 'above']);
    for (const id of [above, naming, direct, rank])
      await rest().post(`/v1/lists/${id}/materialize`, {}).expect(200);
    expect([await members(above), await members(rank)]).toEqual([['acme', 'gamma'], ['beta']]);
    // The newest ones are first.
    expect((await isStale(above))[0]).toBe(false);
    // A list that names a list whose definition begins to use a field depends on it from then on.
    const late = await create('Late', onList(german));
    expect(await members(late)).toEqual(['acme', 'beta']);
    await rest()
      .put(`/v1/lists/${german}/definition`, await stamped(HIGH))
      .expect(200);
    await rest().post(`/v1/lists/${late}/materialize`, {}).expect(200);
    expect((await isStale(late))[0]).toBe(false);
    await setValues({ hub: { 'org.score': 8 } });
    expect((await isStale(late))[0]).toBe(true);
  });

  it('clears by null and by an empty list, and counts each value once', async () => {
    await rest().post('/v1/fields', { key: 'org.tags', label: 'Tags', type: 'category', multiple: true });
    const write = async (value: unknown) => (await setValues({ acme: { 'org.tags': value } })).body;
    const numbers = (set: number, cleared: number, unchanged: number) => ({
      ...{ set, cleared, unchanged },
      ...{ not_tracked: [], invalid: [] },
    });
    expect(await write(['a', 'b', 'A'])).toEqual(numbers(1, 0, 0));
    expect(await write(['a', 'b'])).toEqual(numbers(0, 0, 1));
    expect(await write([])).toEqual(numbers(0, 1, 0));
    expect(await write([])).toEqual(numbers(0, 0, 1));
    expect(await write(null)).toEqual(numbers(0, 0, 1));
    const known = await stamped(condition('org.tags', 'is_known', [true]));
    expect((await rest().post('/v1/lists/preview-count', known)).body.count).toBe(0);
    const { rows } = await service.database.pool.query(
      'SELECT "values" FROM own_field_values WHERE scope_id = $1',
      [tenant.organizationId],
    );
    expect(rows.map(({ values }) => Object.values(values))).toEqual([[9]]);
  });
});

describe('a watched list', () => {
  beforeAll(() => service.service.beginWork());
  const turnOf = async (listId: number) => {
    const { rows } = await service.database.pool.query(
      'SELECT fields_version AS version FROM list_watch WHERE list_id = $1',
      [listId],
    );
    return rows[0].version;
  };
  const evaluated = async (listId: number) => {
    const isDue = `SELECT own_fields_changed(list_id, fields_version) OR lease_until IS NOT NULL AS due
      FROM list_watch WHERE list_id = $1`;
    for (;;) {
      const { rows } = await service.database.pool.query(isDue, [listId]);
      if (!rows[0].due) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const announced = async (cursor: string) =>
    (await readAll(service, tenant.userKey, cursor)).filter(({ type }) => type === 'list.members_changed');

  it('announces a write to its fields once, and no write to others wakes it', async () => {
    const direct = await create('Direct', HIGH);
    const naming = await create('Naming', onList(direct));
    for (const id of [direct, naming]) await rest().put(`/v1/lists/${id}/watch`).expect(204);
    for (const id of [direct, naming]) await evaluated(id);
    const cursor = await endOf(service, tenant.userKey);
    const before = [await turnOf(direct), await turnOf(naming)];
    await setValues({ beta: { 'org.rank': 3 } });
    await rest().delete('/v1/fields/org.rank').expect(204);
    for (const id of [direct, naming]) await evaluated(id);
    expect([await turnOf(direct), await turnOf(naming)]).toEqual(before);
    expect(await announced(cursor)).toEqual([]);

    await setValues({ beta: { 'org.score': 7 }, gamma: { 'org.score': 5 }, acme: { 'org.score': null } });
    for (const id of [direct, naming]) await evaluated(id);
    const events = await announced(cursor);
    expect(events.map(({ list_id }) => list_id).sort()).toEqual([direct, naming].sort());
    for (const event of events) {
      expect(event.data).toMatchObject({
        entered: 2,
        left: 1,
        tier_changed: 0,
        counts: { total: 2, high: 2, medium: 0, exploratory: 0 },
      });
      expect(await changesOf(service, tenant.userKey, event)).toEqual({
        entered: [
          [ids.beta, undefined, 'high'],
          [ids.gamma, undefined, 'high'],
        ],
        left: [[ids.acme, 'high', undefined]],
        tier_changed: [],
      });
    }
    // A write that changes no member announces nothing, and a forced deletion empties the lists.
    await setValues({ beta: { 'org.score': 8 } });
    for (const id of [direct, naming]) await evaluated(id);
    expect(await announced(cursor)).toHaveLength(2);
    await rest().delete('/v1/fields/org.score?force=true').expect(204);
    for (const id of [direct, naming]) await evaluated(id);
    const last = (await announced(cursor)).slice(2);
    expect(last.map(({ data }) => [data.entered, data.left])).toEqual([
      [0, 2],
      [0, 2],
    ]);
    expect(await members(naming)).toEqual([]);
    const kept = await rest().put(`/v1/lists/${direct}/definition`, definition(HIGH));
    expect([kept.status, kept.body.detail?.errors]).toEqual([200, undefined]);
  });
});
