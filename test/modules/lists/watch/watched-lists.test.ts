import { beforeAll, describe, expect, it } from '@jest/globals';
import { bringBack, deleteCompanies, importRows, mergeCompany } from '../../../harness/retire.ts';
import type { Colleague } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { endOf, readAll, type ShownEvent } from '../../events/support.ts';
import { AS_OF, condition, daysBefore, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';
import { announcedSince, changesOf, untilEvaluated } from './support.ts';

const { service, tenant, ids, rest, graphql } = useService('watchers', { seed: seedSmallCatalogue });
const vera = {} as Colleague;
const olga = {} as Colleague;
let listId: number;
let cursor: string;

beforeAll(async () => {
  Object.assign(vera, await service.createColleague(tenant, 'Vera'));
  Object.assign(olga, await service.createColleague(tenant, 'Olga'));
  service.service.beginWork();
});

const list = (path = '') => `/v1/lists/${listId}${path}`;
const watch = (key = tenant.userKey) => service.rest(key).put(list('/watch'));
const unwatch = (key = tenant.userKey) => service.rest(key).delete(list('/watch'));
const since = (key = tenant.userKey) => announcedSince(service, key, listId, cursor);
/** Watches a new list. */
async function watched(tree: object = GERMAN): Promise<void> {
  listId = await createList(service, tenant.userKey, 'Watched', tree);
  await watch().expect(204);
  cursor = await endOf(service, tenant.userKey);
}
let companies = 0;
/** Imports a new company. @returns its slug and id. */
async function importCompany(country = 'DE'): Promise<{ slug: string; id: number }> {
  companies += 1;
  const slug = `new-${companies}`;
  await importRows(service.database.pool, 'companies', {
    name: slug,
    primary_domain: `${slug}.example`,
    country,
  });
  const { rows } = await service.database.pool.query<{ id: number }>(
    'SELECT id FROM company WHERE slug = $1',
    [slug],
  );
  return { slug, id: rows[0]?.id ?? 0 };
}
const counts = (high: number, medium = 0, exploratory = 0) => ({
  total: high + medium + exploratory,
  high,
  medium,
  exploratory,
});

const domains = (path: string, ...names: string[]) => rest().post(list(path), { domains: names }).expect(200);
/** What REST shows of an event. */
const shownBy = (event: ShownEvent | undefined) => {
  if (!event) throw new Error('there is no such event');
  return changesOf(service, tenant.userKey, event);
};
const log = async () => {
  const { body } = await rest().get(list('/audit-log')).expect(200);
  return body.events.map(({ action, actor, details }: Record<string, { name: string }>) => [
    action,
    actor?.name,
    details,
  ]);
};

describe('watching a list', () => {
  it('changes nothing when repeated, and stands in the log of the list', async () => {
    await watched();
    await watch().expect(204);
    await untilEvaluated(service);
    expect(await since()).toEqual([]);
    const shown = async () => (await rest().get(list()).expect(200)).body.watched;
    expect(await shown()).toBe(true);
    for (let time = 0; time < 2; time += 1) await unwatch().expect(204);
    expect(await shown()).toBe(false);
    for (let time = 0; time < 2; time += 1) await watch().expect(204);
    expect(await shown()).toBe(true);
    const name = (await log())[0][1];
    expect((await log()).map(([action]: string[]) => action)).toEqual([
      'list_watched',
      'list_unwatched',
      'list_watched',
      'list_created',
    ]);
    expect((await log())[0]).toEqual(['list_watched', name, {}]);
  });

  it('announces an import by one event, which shows the companies that entered and left', async () => {
    await watched();
    const before = (await rest().get(list('/members')).expect(200)).body.total;
    const first = await importCompany();
    const [entered, ...others] = await since();
    expect(others).toEqual([]);
    const { rows } = await service.database.pool.query('SELECT version FROM facet_index');
    expect(entered?.data).toEqual({
      materialization_id: expect.any(Number),
      previous_materialization_id: expect.any(Number),
      index_version: rows[0]?.version,
      entered: 1,
      left: 0,
      tier_changed: 0,
      counts: counts(before + 1),
    });
    const changes = { entered: [[first.id, undefined, 'high']], left: [], tier_changed: [] };
    expect(await shownBy(entered)).toEqual(changes);
    // Readers use what the service has stored.
    const { body } = await rest().get(list('/materializations')).expect(200);
    expect(body.materializations[0]).toMatchObject({
      materialization_id: entered?.data.materialization_id,
      stale: false,
      counts: counts(before + 1),
    });

    await deleteCompanies(service.database.pool, first.slug);
    const [, left] = await since();
    expect(left?.data).toMatchObject({
      previous_materialization_id: entered?.data.materialization_id,
      entered: 0,
      left: 1,
      tier_changed: 0,
      counts: counts(before),
    });
    expect(await shownBy(left)).toEqual({
      entered: [],
      left: [[first.id, 'high', undefined]],
      tier_changed: [],
    });
    // Also the first event still shows it.
    expect(await shownBy(entered)).toEqual(changes);
  });

  it('announces nothing where an import changes none of its members', async () => {
    await watched();
    const { id } = await importCompany('FR');
    expect(id).toBeGreaterThan(0);
    expect(await since()).toEqual([]);
    const { body } = await rest().get(list('/materializations')).expect(200);
    expect(body.materializations[0].stale).toBe(false);
  });

  it('announces a tier that changes alone', async () => {
    await watched(KUBERNETES);
    await importRows(service.database.pool, 'company_technologies', {
      domain: 'gamma.example',
      tech_key: 'kubernetes',
      detection_count: 2,
      first_seen: daysBefore(300),
      last_seen: AS_OF,
    });
    const [event, ...others] = await since();
    expect([event?.data, others]).toMatchObject([
      { entered: 0, left: 0, tier_changed: 1, counts: counts(3, 0, 1) },
      [],
    ]);
    expect(await shownBy(event)).toEqual({
      entered: [],
      left: [],
      tier_changed: [[ids.gamma, 'medium', 'high']],
    });
  });

  it('announces an edited definition, and domains that were added and excluded', async () => {
    await watched();
    await rest().put(list('/definition'), KUBERNETES).expect(200);
    const [edited] = await since();
    expect(edited?.data).toMatchObject({ entered: 2, tier_changed: 0 });
    await domains('/domains', 'hub.example');
    await untilEvaluated(service);
    await domains('/excluded-domains', 'acme.example');
    const events = await since();
    expect(events).toHaveLength(3);
    const [, added, excluded] = events;
    expect(await shownBy(added)).toEqual({
      entered: [[ids.hub, undefined, 'high']],
      left: [],
      tier_changed: [],
    });
    expect(await shownBy(excluded)).toEqual({
      entered: [],
      left: [[ids.acme, 'high', undefined]],
      tier_changed: [],
    });
    // A new name changes no member.
    await rest().patch(list(), { name: 'Renamed' }).expect(200);
    expect(await since()).toHaveLength(3);
  });

  it('announces what changes in the lists that its definition names, at any depth', async () => {
    const named = await createList(service, tenant.userKey, 'Named', GERMAN);
    const onList = (id: number) => definition(condition('list', 'any_of', [id]));
    const between = await createList(service, tenant.userKey, 'Between', onList(named));
    await watched(onList(between));
    await rest()
      .post(`/v1/lists/${named}/domains`, { domains: ['gamma.example'] })
      .expect(200);
    const [added] = await since();
    expect(await shownBy(added)).toEqual({
      entered: [[ids.gamma, undefined, 'high']],
      left: [],
      tier_changed: [],
    });
    await rest().delete(`/v1/lists/${named}`).expect(204);
    const [, gone] = await since();
    expect(gone?.data).toMatchObject({ entered: 0, left: 3, counts: counts(0) });
  });

  it('announces a company that was merged into another one, and one that came back', async () => {
    const [a, b] = [await importCompany('DE'), await importCompany('FR')];
    await watched();
    await mergeCompany(service.database.pool, a.slug, b.slug);
    const [merged] = await since();
    expect(merged?.data).toMatchObject({ entered: 0, left: 1 });
    expect(await shownBy(merged)).toEqual({
      entered: [],
      left: [[a.id, 'high', undefined]],
      tier_changed: [],
    });
    // The domain now leads to the other company, which has left and come back since.
    await domains('/domains', `${b.slug}.example`);
    await untilEvaluated(service);
    await deleteCompanies(service.database.pool, b.slug);
    await untilEvaluated(service);
    await bringBack(service.database.pool, b.slug);
    const [, ...later] = await since();
    const change = [b.id, undefined, 'high'];
    expect(await Promise.all(later.map(shownBy))).toEqual([
      { entered: [change], left: [], tier_changed: [] },
      { entered: [], left: [[b.id, 'high', undefined]], tier_changed: [] },
      { entered: [change], left: [], tier_changed: [] },
    ]);
  });

  it('announces nothing any more once nobody watches it, and begins anew when it is watched again', async () => {
    await watched();
    await unwatch().expect(204);
    const missed = await importCompany();
    expect(await since()).toEqual([]);
    await watch().expect(204);
    expect(await since()).toEqual([]);
    await deleteCompanies(service.database.pool, missed.slug);
    expect((await since()).map(({ data }) => [data.entered, data.left])).toEqual([[0, 1]]);
  });

  it('ends with the list', async () => {
    await watched();
    await rest().delete(list()).expect(204);
    await importCompany();
    expect(await since()).toEqual([]);
  });
});

describe('an event of a watched list', () => {
  it('is seen by those who could see the list then', async () => {
    await watched();
    await rest().post(list('/permissions'), { user_id: vera.userId, access_level: 'viewer' }).expect(201);
    await importCompany();
    const [event] = await since();
    expect(await since(vera.userKey)).toEqual([event]);
    expect(await since(olga.userKey)).toEqual([]);
    const all = await readAll(service, tenant.orgKey);
    expect(all.filter(({ type }) => type === 'list.members_changed')).toEqual([]);
    // Who gets access later sees the next one.
    await rest().post(list('/permissions'), { user_id: olga.userId, access_level: 'viewer' }).expect(201);
    await importCompany();
    expect((await since(olga.userKey)).length).toBe(1);
    expect((await since(vera.userKey)).length).toBe(2);
  });

  it('keeps showing its companies when its materializations are pruned', async () => {
    await watched();
    const { id } = await importCompany();
    const [event] = await since();
    if (!event) throw new Error('no event');
    for (let count = 0; count < 31; count += 1) await rest().post(list('/materialize')).expect(200);
    const { body } = await rest().get(list('/materializations?limit=100')).expect(200);
    const kept = body.materializations.map((each: { materialization_id: number }) => each.materialization_id);
    expect(kept).not.toContain(event.data.materialization_id);
    expect((await shownBy(event)).entered).toEqual([[id, undefined, 'high']]);
    const { materialization_id: until, previous_materialization_id: from } = event.data;
    const query = `query ($id: ID!) { list(listId: $id) { changes(sinceMaterializationId: ${from}, untilMaterializationId: ${until}) {
      materialization { materializationId stale counts { total } } entered { totalCount edges { node { companyId from to } } } left { totalCount } } } }`;
    const { changes } = (await graphql(query, { id: listId })).body.data.list;
    expect(changes).toEqual({
      materialization: { materializationId: until, stale: false, counts: { total: expect.any(Number) } },
      entered: { totalCount: 1, edges: [{ node: { companyId: id, from: null, to: 'HIGH' } }] },
      left: { totalCount: 0 },
    });
  });

  it('shows its companies until it is deleted', async () => {
    await watched();
    await importCompany();
    const [event] = await since();
    if (!event) throw new Error('no event');
    await service.database.pool.query('DELETE FROM event WHERE id = $1', [event.event_id]);
    await service.database.pool.query('DELETE FROM list_materialization WHERE list_id = $1', [listId]);
    const { materialization_id: until, previous_materialization_id: from } = event.data;
    const gone = await rest().get(list(`/changes?since=${from}&until=${until}`));
    expect([gone.status, gone.body.detail.errors[0].pointer]).toEqual([422, '/since']);
  });
});

describe('changes between two materializations', () => {
  it('are compared where no event announced them', async () => {
    await watched();
    await unwatch().expect(204);
    const materialize = async () => {
      await rest().post(list('/materialize')).expect(200);
      return (await rest().get(list('/materializations?limit=1'))).body.materializations[0]
        .materialization_id;
    };
    const from = await materialize();
    const { id } = await importCompany();
    const until = await materialize();
    await importCompany();
    await materialize();
    const { body } = await rest()
      .get(list(`/changes?since=${from}&until=${until}`))
      .expect(200);
    expect([
      body.entered.map((each: { company_id: number }) => each.company_id),
      body.total,
      body.materialization_id,
    ]).toEqual([[id], 1, until]);
    const refused = await rest().get(list(`/changes?since=${from}&until=999999`));
    expect([refused.status, refused.body.detail.errors[0].pointer]).toEqual([422, '/until']);
  });
});
