import { beforeEach, describe, expect, it } from '@jest/globals';
import { lockTables, untilWaiting } from '../../harness/locks.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, seedSmallCatalogue } from '../filters/support.ts';

const { service, tenant, rest } = useService('deleters', { tenantPerTest: true, seed: seedSmallCatalogue });

const GERMAN = condition('country', 'any_of', ['DE']);
const SCORED = condition('org.score', 'gte', [5]);
const versionNow = async (): Promise<string> =>
  (await rest().get('/v1/lists/filter-fields')).body.registry_version;
const stamped = async (root: object) => ({ registry_version: await versionNow(), root });
const declare = (key: string, type: string) =>
  rest().post('/v1/fields', { key, label: key, type }).expect(201);
const remove = (key: string) => rest().delete(`/v1/fields/${key}?force=true`).expect(204);
const setValues = (values: object) =>
  rest()
    .post('/v1/fields/values', {
      values: Object.entries(values).map(([identifier, fields]) => ({ identifier, fields })),
    })
    .expect(200);
async function create(root: object): Promise<number> {
  const { status, body } = await rest().post('/v1/lists', { name: 'List', definition: await stamped(root) });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.list_id;
}
const save = async (listId: number, root: object, version?: string) => {
  const definition = { registry_version: version ?? (await versionNow()), root };
  const { status, body } = await rest().put(`/v1/lists/${listId}/definition`, definition);
  const { errors = [] } = body.detail ?? {};
  return [status, ...errors.map(({ code }: { code: string }) => code)];
};
const membersOf = async (listId: number) => {
  await rest().post(`/v1/lists/${listId}/materialize`, {}).expect(200);
  const { body } = await rest().get(`/v1/lists/${listId}/members`).expect(200);
  return body.members.map(({ slug }: { slug: string }) => slug);
};
const explained = async (listId: number) =>
  (await rest().get(`/v1/lists/${listId}/explain?company=acme`).expect(200)).body.conditions;

beforeEach(async () => {
  await declare('org.score', 'number');
  await declare('org.kind', 'category');
  await setValues({
    acme: { 'org.score': 9, 'org.kind': 'red' },
    beta: { 'org.score': 5 },
    hub: { 'org.score': 7 },
  });
});

describe('a deleted field', () => {
  it('has no value at any company: none_of and is_known false match all, the others none', async () => {
    const within = (tree: object) => ({ and: [GERMAN, tree] });
    const cases: [tree: object, before: string[], after: string[]][] = [
      [SCORED, ['acme', 'beta', 'hub'], []],
      [condition('org.kind', 'any_of', ['red']), ['acme'], []],
      [condition('org.score', 'is_known', [true]), ['acme', 'beta', 'hub'], []],
      [within(condition('org.kind', 'none_of', ['red'])), ['beta'], ['acme', 'beta']],
      [within(condition('org.kind', 'is_known', [false])), ['beta'], ['acme', 'beta']],
      [within({ not: condition('org.score', 'between', [8, 10]) }), ['beta'], ['acme', 'beta']],
      [within({ not: condition('org.score', 'is_known', [false]) }), ['acme', 'beta'], []],
      [within(condition('org.score', 'eq', [9])), ['acme'], []],
      [{ or: [GERMAN, SCORED] }, ['acme', 'beta', 'hub'], ['acme', 'beta']],
    ];
    const lists: number[] = [];
    for (const [tree, before] of cases) {
      const id = await create(tree);
      lists.push(id);
      expect(await membersOf(id)).toEqual(before);
    }
    await remove('org.score');
    await remove('org.kind');
    for (const [index, [tree, , after]] of cases.entries())
      expect([tree, await membersOf(lists[index] ?? 0)]).toEqual([tree, after]);
    const [first, second] = await explained(lists[3] ?? 0);
    expect(first).not.toHaveProperty('deleted_fields');
    expect(second).toEqual({
      pointer: '/root/and/1',
      condition: { field: 'org.kind', operator: 'none_of', values: ['red'] },
      deleted_fields: ['org.kind'],
      negated: true,
      met: true,
    });
    const { rows } = await service.database.pool.query(
      `SELECT (SELECT count(*)::int FROM own_field_values WHERE scope_id = $1) AS "values",
        (SELECT count(*)::int FROM facet_posting WHERE field LIKE 'org:' || $1 || ':%') AS postings`,
      [tenant.organizationId],
    );
    expect(rows).toEqual([{ values: 0, postings: 0 }]);
  });

  it('stays in a definition that has it, and enters no other', async () => {
    const list = await create({ and: [GERMAN, SCORED] });
    const plain = await create(GERMAN);
    await remove('org.score');
    expect(await save(list, { and: [SCORED, GERMAN] })).toEqual([200]);
    expect(await membersOf(list)).toEqual([]);
    expect(await save(plain, { and: [GERMAN, SCORED] })).toEqual([422, 'unknown_field']);
    expect(await save(list, { and: [GERMAN, condition('org.skore', 'gte', [1])] })).toEqual([
      422,
      'unknown_field',
    ]);
    const unsaved = await rest().post('/v1/lists/preview-count', await stamped(SCORED));
    expect(unsaved.body.detail.errors[0].code).toBe('unknown_field');
    // The list's editor counts what a save would keep.
    const definition = await stamped({ and: [GERMAN, { not: SCORED }] });
    const counted = (list_id: number) => rest().post('/v1/lists/preview-count', { ...definition, list_id });
    const { status, body } = await counted(list);
    expect([status, body.count]).toEqual([200, (await membersOf(plain)).length]);
    expect((await counted(plain)).body.detail.errors[0].code).toBe('unknown_field');
    expect(await save(list, GERMAN)).toEqual([200]);
    expect(await save(list, { and: [GERMAN, SCORED] })).toEqual([422, 'unknown_field']);
  });

  it('is another one than its key declared anew, in copies and lists that name it too', async () => {
    const list = await create(SCORED);
    const naming = await create(condition('list', 'any_of', [list]));
    const draft = await rest()
      .post('/v1/drafts', { definition: await stamped(SCORED) })
      .expect(201);
    await remove('org.score');
    await declare('org.score', 'category');
    await setValues({ gamma: { 'org.score': '9' } });
    const copied = await rest().post(`/v1/lists/${list}/duplicate`, { name: 'Copy' }).expect(201);
    for (const id of [list, naming, copied.body.list_id]) expect(await membersOf(id)).toEqual([]);
    expect((await explained(list))[0].deleted_fields).toEqual(['org.score']);
    expect((await rest().get(`/v1/drafts/${draft.body.draft_id}`)).body).toEqual(draft.body);
    // Saved again, the condition means the present field, which compares otherwise.
    expect(await save(list, SCORED)).toEqual([422, 'operator_not_allowed']);
    expect(await save(list, condition('org.score', 'any_of', ['9']))).toEqual([200]);
    for (const id of [list, naming]) expect(await membersOf(id)).toEqual(['gamma']);
    expect(await membersOf(copied.body.list_id)).toEqual([]);
    // An older version comes back as it was.
    await rest().post(`/v1/lists/${list}/definition/versions/1/restore`, {}).expect(200);
    expect(await membersOf(list)).toEqual([]);
  });

  it('binds conditions of earlier registry versions when they are saved', async () => {
    for (const version of ['1', '2', '2.0.1', await versionNow()]) {
      const list = await create(GERMAN);
      expect([version, ...(await save(list, SCORED, version))]).toEqual([version, 200]);
      const { body } = await rest().get(`/v1/lists/${list}`);
      expect(body.definition.registry_version).toBe(await versionNow());
      expect(await membersOf(list)).toEqual(['acme', 'beta', 'hub']);
    }
    for (const version of ['2.0.3', '2.1.2', '2.0.02', '2.0.-1', '2.0', '3', '2.0.9999999999'])
      expect([version, ...(await save(await create(GERMAN), SCORED, version))]).toEqual([
        version,
        422,
        'unknown_registry_version',
      ]);
  });
});

describe('a field that is deleted while a list that uses it is saved', () => {
  it('is in use when the save came first, and is not deleted', async () => {
    const listId = await create(GERMAN);
    const held = await lockTables(service.database, 'list_event');
    const saving = save(listId, SCORED);
    await untilWaiting(service.database, 1);
    const deleting = rest().delete('/v1/fields/org.score').then();
    await untilWaiting(service.database, 2);
    await held.release();
    expect(await saving).toEqual([200]);
    const { status, body } = await deleting;
    expect([status, body.detail.error, body.detail.list_ids]).toEqual([409, 'field_in_use', [listId]]);
    expect(await membersOf(listId)).toEqual(['acme', 'beta', 'hub']);
  });

  it('is gone when the deletion came first, and the save is told to be sent again', async () => {
    const listId = await create(GERMAN);
    const [created, saved] = [rest(), rest()];
    const definition = await stamped(SCORED);
    const held = await lockTables(service.database, 'admin_event');
    const deleting = rest().delete('/v1/fields/org.score').then();
    await untilWaiting(service.database, 1);
    const answers = [
      created.post('/v1/lists', { name: 'Late', definition }).then(),
      saved.put(`/v1/lists/${listId}/definition`, definition).then(),
    ];
    await untilWaiting(service.database, 3);
    await held.release();
    expect((await deleting).status).toBe(204);
    for (const { status, body } of await Promise.all(answers))
      expect([status, body.detail.error]).toEqual([503, 'unavailable']);
    const { body } = await rest().get('/v1/lists').expect(200);
    expect(body.lists.map(({ name }: { name: string }) => name)).toEqual(['List']);
    expect(await membersOf(listId)).toEqual(['acme', 'beta']);
  });
});
