import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { answer } from '../../../harness/errors.ts';
import { deleteCompanies, importRows } from '../../../harness/retire.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN } from '../operations.ts';

/** A value of each stored vocabulary that will have left it. */
const LEAVING = [
  condition('technology', 'any_of', ['postgresql']),
  condition('technology_category', 'any_of', ['Database']),
  condition('industry', 'any_of', ['Retail']),
  condition('investor', 'any_of', ['South Fund']),
  condition('partner', 'any_of', ['hub']),
];
const SAVED = definition({ or: [...LEAVING, condition('country', 'any_of', ['AT'])] });

const { service, tenant, rest } = useService('savers', { credits: 20, seed: seedSmallCatalogue });
let listId: number;

beforeAll(async () => {
  listId = await createList(service, tenant.userKey, 'Saved', SAVED);
  expect(await members()).toEqual(['acme', 'beta', 'gamma']);
  const { pool } = service.database;
  await deleteCompanies(pool, 'hub');
  await importRows(pool, 'technologies', { tech_key: 'postgresql', deleted: true });
  await importRows(pool, 'companies', { name: 'Beta', primary_domain: 'beta.example', industry: null });
  // Investors stay in the vocabulary without companies; this one was removed by other means.
  await pool.query("DELETE FROM investor WHERE name = 'South Fund'");
  await rebuildIndex(pool);
});
beforeEach(async () => {
  await service.database.pool.query(
    `UPDATE list SET definition_version = 1, revision = revision + 1 WHERE id = $1`,
    [listId],
  );
  await service.database.pool.query('DELETE FROM list_definition WHERE list_id = $1 AND version > 1', [
    listId,
  ]);
});

const path = (more = '') => `/v1/lists/${listId}${more}`;
const members = async () => {
  const { body } = await rest().get(`${path()}/members?sort=name`);
  return body.members.map(({ slug }: { slug: string }) => slug);
};
/** The fault of all values that have left, as the first condition that has them is numbered. */
const unknown = (pointers: string[]) => ({
  status: 422,
  body: {
    detail: {
      error: 'invalid_definition',
      message: expect.stringContaining('Unknown'),
      errors: pointers.map((pointer) => expect.objectContaining({ pointer, code: 'unknown_value' })),
    },
  },
});
const ALL = LEAVING.map((_, index) => `/root/or/${index}/condition/values/0`);

describe('a saved definition whose values have left their vocabularies', () => {
  it('matches nothing by them, and keeps running', async () => {
    expect(await members()).toEqual(['gamma']);
    expect((await rest().post(path('/materialize'))).body).toMatchObject({ total_count: 1 });
    const explained = await rest().get(path('/explain?company=acme'));
    expect(explained.body).toMatchObject({ member: false });
    expect(explained.body.conditions.map(({ met }: { met: boolean }) => met)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    const csv = await rest().get(path('/export.csv'));
    expect([csv.status, csv.text.split('\n').length]).toEqual([200, 3]);
  });

  it('is previewed as the definition of its list', async () => {
    expect(await members()).toEqual(['gamma']);
    const same = {
      count: 1,
      added_count: 0,
      removed_count: 0,
      added_sample: [],
      removed_sample: [],
    };
    expect(answer(await rest().post(path('/definition/preview'), SAVED))).toEqual({
      status: 200,
      body: same,
    });
  });

  it('can be saved with these values again, but not with one of them in another field', async () => {
    const [, , , , partner] = LEAVING;
    const narrower = definition({ and: [{ or: LEAVING }, partner] });
    expect((await rest().put(path('/definition'), narrower)).status).toBe(200);
    const elsewhere = definition(condition('technology_category', 'any_of', ['postgresql']));
    expect(answer(await rest().put(path('/definition'), elsewhere))).toEqual(
      unknown(['/root/condition/values/0']),
    );
  });

  it('is refused once the list has another definition, and can be restored', async () => {
    expect((await rest().put(path('/definition'), GERMAN)).status).toBe(200);
    expect(answer(await rest().put(path('/definition'), SAVED))).toEqual(unknown(ALL));
    expect(answer(await rest().post(path('/definition/preview'), SAVED))).toEqual(unknown(ALL));
    expect(answer(await rest().post(path('/definition/versions/1/restore')))).toMatchObject({
      status: 200,
      body: { definition_version: 3, definition: SAVED },
    });
    expect(await members()).toEqual(['gamma']);
  });

  it('is refused where no list has it: previews, new lists', async () => {
    expect(answer(await rest().post('/v1/lists/preview-count', SAVED))).toEqual(unknown(ALL));
    const created = await rest().post('/v1/lists', { name: 'New', definition: SAVED });
    expect(answer(created)).toEqual(unknown(ALL.map((pointer) => `/definition${pointer}`)));
  });

  it('is refused with suggestions', async () => {
    const typo = definition({ or: [...LEAVING, condition('technology', 'any_of', ['kubernets'])] });
    const { body } = await rest().put(path('/definition'), typo);
    expect(body.detail.errors).toEqual([
      {
        pointer: '/root/or/5/condition/values/0',
        code: 'unknown_value',
        message: 'Unknown technology "kubernets". Did you mean "kubernetes"?',
        did_you_mean: ['kubernetes'],
      },
    ]);
  });
});

describe('a saved definition with more patterns than are allowed now', () => {
  const patterns = (count: number, from = 0) =>
    condition('name', 'contains', ['acme', ...Array.from({ length: count - 1 }, (_, at) => `x${from + at}`)]);

  it('keeps running, but cannot be saved again', async () => {
    const root = { or: [patterns(200), patterns(200, 200)] };
    const id = await createList(service, tenant.userKey, 'many', definition(patterns(250)));
    // Writes the tree as it was stored before the limit existed.
    const sql = 'UPDATE list_definition SET root = $2 WHERE list_id = $1';
    await service.database.pool.query(sql, [id, JSON.stringify(root)]);
    const { body } = await rest().get(`/v1/lists/${id}/members`);
    expect(body.members.map(({ slug }: { slug: string }) => slug)).toEqual(['acme']);
    await rest().get(`/v1/lists/${id}/explain?company=acme`).expect(200);
    const refused = [
      await rest().put(`/v1/lists/${id}/definition`, definition(root)),
      await rest().post(`/v1/lists/${id}/definition/versions/1/restore`),
      await rest().post('/v1/lists/preview-count', definition(root)),
    ];
    for (const each of refused) {
      expect(each.body.detail).toMatchObject({
        error: 'invalid_definition',
        errors: [{ code: 'too_many_patterns', pointer: '/root/or/1/condition/values' }],
      });
    }
  });
});
