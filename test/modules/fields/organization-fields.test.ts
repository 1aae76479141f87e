import { describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedPlain } from '../../harness/seed.ts';
import { useService } from '../../harness/use-service.ts';

const COMPANIES = Array.from({ length: 8 }, (_, n) => `plain${n}`);
const { tenant, rest, beside } = useService('own-fields', {
  tenantPerTest: true,
  seed: async (pool) => {
    const ids: Record<string, number> = {};
    for (const slug of COMPANIES) ids[slug] = (await seedPlain(pool, slug)) as unknown as number;
    await rebuildIndex(pool);
    return ids;
  },
});
const other = beside();

const declare = (key: string, type: string, more: object = {}) =>
  rest().post('/v1/fields', { key, label: key, type, ...more });
const setValues = (values: object) =>
  rest().post('/v1/fields/values', {
    values: Object.entries(values).map(([identifier, fields]) => ({ identifier, fields })),
  });
const condition = (field: string, operator: string, ...values: unknown[]) => ({
  condition: { field, operator, values },
});
async function count(root: object, from = rest()) {
  const catalog = await from.get('/v1/lists/filter-fields');
  const { registry_version } = catalog.body;
  const { status, body } = await from.post('/v1/lists/preview-count', { registry_version, root });
  return status === 200 ? body.count : body;
}

describe('fields of an organization', () => {
  it('are declared, listed in their order, changed and deleted', async () => {
    const created = await declare('org.score', 'number', { unit: 'points', columns: ['Score'] });
    expect(created).toMatchObject({ status: 201, headers: { location: '/v1/fields/org.score' } });
    const field = {
      key: 'org.score',
      scope: 'organization',
      label: 'org.score',
      type: 'number',
      multiple: false,
      unit: 'points',
      columns: ['Score'],
      position: 0,
      company_count: 0,
      created_at: expect.any(String),
    };
    expect(created.body).toEqual(field);
    await declare('org.owner', 'category');
    // Processes hold fields until they change.
    const labels = async () => {
      const { body } = await other.rest(tenant.userKey).get('/v1/lists/filter-fields').expect(200);
      const own = body.fields.filter(({ scope }: { scope?: string }) => scope);
      return own.map(({ label }: { label: string }) => label);
    };
    expect(await labels()).toEqual(['org.score', 'org.owner']);
    const moved = await rest().patch('/v1/fields/org.owner', { position: 0, label: 'Owner' });
    expect(moved.body).toMatchObject({ key: 'org.owner', label: 'Owner', position: 0 });
    expect(await labels()).toEqual(['Owner', 'org.score']);
    const { body } = await rest().get('/v1/fields');
    expect(body.fields.map(({ key }: { key: string }) => key)).toEqual(['org.owner', 'org.score']);
    expect((await rest().get('/v1/fields/org.score')).body).toEqual({ ...field, position: 1 });
    expect(await rest().delete('/v1/fields/org.score')).toMatchObject({ status: 204 });
    expect(await rest().get('/v1/fields/org.score')).toMatchObject({
      status: 404,
      body: { detail: { error: 'field_not_found' } },
    });
  });

  it('refuse a wrong key before rights, and a second declaration', async () => {
    for (const key of ['score', 'org.Score', 'org.', 'org.slug', `org.${'a'.repeat(41)}`])
      expect(await declare(key, 'number')).toMatchObject({
        status: 422,
        body: { detail: { errors: [{ pointer: '/key' }] } },
      });
    expect(await declare('custom.revenue', 'number')).toMatchObject({
      status: 403,
      body: { detail: { error: 'insufficient_access' } },
    });
    await declare('org.score', 'number');
    expect(await declare('org.score', 'date')).toMatchObject({
      status: 409,
      body: { detail: { error: 'field_exists' } },
    });
  });

  it('filter by values that were just written, in any process', async () => {
    await declare('org.score', 'number');
    await declare('org.owner', 'category');
    await declare('org.since', 'date');
    await declare('org.hot', 'boolean');
    await declare('org.tags', 'category', { multiple: true });
    expect((await rest().get('/v1/lists/filter-fields')).body.registry_version).toBe('2.0.5');
    const answer = await setValues({
      plain0: { 'org.score': -2.5, 'org.owner': 'Ada', 'org.since': '2024-02-29', 'org.hot': true },
      plain1: { 'org.score': 0, 'org.owner': 'ADA', 'org.tags': ['new', 'eu'] },
      plain2: { 'org.score': 123456789012345, 'org.owner': 'Grace', 'org.hot': false, 'org.tags': ['eu'] },
      plain3: { 'org.score': 'many', 'org.nothing': 1 },
      nobody: { 'org.score': 1 },
    });
    expect(answer.body).toEqual({
      set: 11,
      cleared: 0,
      unchanged: 0,
      not_tracked: ['nobody'],
      invalid: [
        { index: 3, pointer: '/values/3/fields/org.score', reason: 'must be a number' },
        { index: 3, pointer: '/values/3/fields/org.nothing', reason: expect.stringContaining('no field') },
      ],
    });
    for (const from of [rest(), other.rest(tenant.userKey)]) {
      expect(await count(condition('org.score', 'gte', -2.5), from)).toBe(3);
      expect(await count(condition('org.score', 'gte', -2.4999), from)).toBe(2);
      expect(await count(condition('org.score', 'lte', -0.0001), from)).toBe(1);
      expect(await count(condition('org.score', 'between', -3, 0), from)).toBe(2);
      expect(await count(condition('org.score', 'eq', 123456789012345), from)).toBe(1);
      expect(await count(condition('org.owner', 'any_of', 'ada'), from)).toBe(2);
      expect(await count(condition('org.since', 'lte', '2024-02-29'), from)).toBe(1);
      expect(await count(condition('org.since', 'gte', '2024-03-01'), from)).toBe(0);
      expect(await count(condition('org.hot', 'eq', false), from)).toBe(1);
      expect(await count(condition('org.tags', 'all_of', 'new', 'eu'), from)).toBe(1);
      const known = condition('org.score', 'is_known', true);
      expect(await count({ and: [known, condition('org.owner', 'none_of', 'Grace')] }, from)).toBe(2);
    }
    await setValues({ plain0: { 'org.score': null }, plain4: { 'org.score': 7 } });
    expect(await count(condition('org.score', 'gte', -100))).toBe(3);
    expect(await count(condition('org.owner', 'any_of', 'Adda'))).toMatchObject({
      detail: { errors: [{ code: 'unknown_value', did_you_mean: [expect.stringMatching(/ada/i)] }] },
    });
    expect(await count(condition('org.skore', 'gte', 1))).toMatchObject({
      detail: { errors: [{ code: 'unknown_field', did_you_mean: ['org.score', 'org.since'] }] },
    });
  });

  it('mean in a saved list the field of its time, also when the key is declared anew', async () => {
    await declare('org.score', 'number');
    await setValues({ plain0: { 'org.score': 5 }, plain1: { 'org.score': 9 } });
    const { body: catalog } = await rest().get('/v1/lists/filter-fields');
    const definition = {
      registry_version: catalog.registry_version,
      root: condition('org.score', 'gte', 6),
    };
    const { body: list } = await rest().post('/v1/lists', { name: 'scored', definition });
    const members = async () =>
      (await rest().get(`/v1/lists/${list.list_id}/members`)).body.members.map(
        ({ slug }: { slug: string }) => slug,
      );
    expect(await members()).toEqual(['plain1']);
    expect(await rest().delete('/v1/fields/org.score')).toMatchObject({
      status: 409,
      body: { detail: { error: 'field_in_use', list_count: 1, list_ids: [list.list_id] } },
    });
    await setValues({ plain2: { 'org.score': 8 } });
    expect((await rest().get(`/v1/lists/${list.list_id}`)).body).toMatchObject({});
    expect(await rest().post(`/v1/lists/${list.list_id}/materialize`, {})).toMatchObject({ status: 200 });
    expect(await members()).toEqual(['plain1', 'plain2']);
    expect(await rest().delete('/v1/fields/org.score?force=true')).toMatchObject({ status: 204 });
    await declare('org.score', 'number');
    await setValues({ plain5: { 'org.score': 8 } });
    await rest().post(`/v1/lists/${list.list_id}/materialize`, {});
    expect(await members()).toEqual([]);
    const { body: current } = await rest().get('/v1/lists/filter-fields');
    expect(
      await rest().put(`/v1/lists/${list.list_id}/definition`, {
        ...definition,
        registry_version: current.registry_version,
      }),
    ).toMatchObject({ status: 200 });
    expect(await members()).toEqual(['plain5']);
  });
});
