import { beforeAll, describe, expect, it } from '@jest/globals';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';

const service = useTestService();
const tenant = useTenant(service, 'namers');
beforeAll(() => seedSmallCatalogue(service.database.pool));

const api = (key = tenant.userKey) => service.rest(key);
const onList = (ids: unknown[], operator = 'any_of') => condition('list', operator, ids);
const GERMAN = condition('country', 'any_of', ['DE']);
const KUBERNETES = condition('technology', 'any_of', ['kubernetes']);

async function create(name: string, root: unknown, key?: string): Promise<number> {
  const { status, body } = await api(key).post('/v1/lists', { name, definition: definition(root) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.list_id;
}

async function slugsOf(listId: number): Promise<string[]> {
  const { body } = await api().get(`/v1/lists/${listId}/members`);
  return body.members.map(({ slug, tier }: { slug: string; tier: string }) => `${slug} ${tier}`);
}

const replace = (listId: number, root: unknown, key?: string) =>
  api(key).put(`/v1/lists/${listId}/definition`, definition(root));

describe('a list as a condition', () => {
  it('means the members of the list, whatever their tier', async () => {
    const users = await create('Users of Kubernetes', KUBERNETES);
    expect(await slugsOf(users)).toEqual(['acme high', 'beta high', 'gamma medium', 'delta exploratory']);
    const named = await create('In it', onList([users]));
    expect(await slugsOf(named)).toEqual(['acme high', 'beta high', 'gamma high', 'delta high']);
    const others = await create('Germans outside', { and: [GERMAN, onList([users], 'none_of')] });
    expect(await slugsOf(others)).toEqual([]);
    const not = await create('Not in it', {
      and: [condition('country', 'any_of', ['DE', 'US']), { not: onList([users]) }],
    });
    expect(await slugsOf(not)).toEqual(['hub high']);
  });

  it('has the domains of the list, added and excluded, and follows their changes', async () => {
    const suppressed = await create('Customers', {
      and: [GERMAN, condition('name', 'equals', ['Beta 100% Öl_Works'])],
    });
    const prospects = await create('Prospects', { and: [KUBERNETES, onList([suppressed], 'none_of')] });
    const above = await create('Above', onList([prospects]));
    expect(await slugsOf(above)).toEqual(['acme high', 'gamma high', 'delta high']);
    await api().post(`/v1/lists/${suppressed}/domains`, { domains: ['acme.io', 'unknown.example'] });
    expect(await slugsOf(prospects)).toEqual(['gamma medium', 'delta exploratory']);
    expect(await slugsOf(above)).toEqual(['gamma high', 'delta high']);
    await api().post(`/v1/lists/${suppressed}/excluded-domains`, { domains: ['beta.example'] });
    expect(await slugsOf(above)).toEqual(['beta high', 'gamma high', 'delta high']);
    await replace(suppressed, condition('country', 'any_of', ['AT']));
    expect(await slugsOf(above)).toEqual(['beta high', 'delta high']);
  });

  it('matches nothing once the list is deleted, and the explanation says so', async () => {
    const gone = await create('Gone', GERMAN);
    const naming = await create('Naming', { and: [KUBERNETES, { not: onList([gone]) }] });
    expect(await slugsOf(naming)).toEqual(['gamma medium', 'delta exploratory']);
    expect((await api().delete(`/v1/lists/${gone}`)).status).toBe(204);
    expect(await slugsOf(naming)).toEqual(['acme high', 'beta high', 'gamma medium', 'delta exploratory']);
    const { body } = await api().get(`/v1/lists/${naming}/explain?company=acme`);
    expect(body.conditions[1]).toEqual({
      pointer: '/root/and/1/not',
      condition: { field: 'list', operator: 'any_of', values: [gone] },
      deleted_lists: [gone],
      negated: true,
      met: true,
    });
    // The tree goes on naming it.
    expect((await replace(naming, { and: [KUBERNETES, onList([gone], 'none_of')] })).status).toBe(200);
    const { rows } = await service.database.pool.query(
      `SELECT details FROM list_event WHERE action = 'list_deleted' AND list_id = $1`,
      [gone],
    );
    expect(rows).toEqual([{ details: { name: 'Gone', used_by: [naming] } }]);
  });

  it('is counted over both APIs, in previews and in the difference before saving', async () => {
    const germans = await create('Germans', GERMAN);
    const root = { and: [KUBERNETES, onList([germans])] };
    const { body: count } = await api().post('/v1/lists/preview-count', definition(root));
    expect(count).toEqual({ count: 2, capped: false });
    const query = `query ($root: FilterNodeInput) {
      previewCount(definition: { registryVersion: "2", root: $root }) { exactCount funnel { pointer exactCount remainingCount } }
    }`;
    const typed = {
      and: [
        { condition: { field: 'TECHNOLOGY', operator: 'ANY_OF', values: ['kubernetes'] } },
        { condition: { field: 'LIST', operator: 'NONE_OF', values: [germans] } },
      ],
    };
    const { body } = await service.graphql(tenant.userKey, query, { root: typed });
    expect(body.data.previewCount).toEqual({
      exactCount: 2,
      funnel: [
        { pointer: '/root', exactCount: 2, remainingCount: null },
        { pointer: '/root/and/0', exactCount: 4, remainingCount: 4 },
        { pointer: '/root/and/1', exactCount: 3, remainingCount: 2 },
      ],
    });
    const list = await create('To change', KUBERNETES);
    const { body: preview } = await api().post(`/v1/lists/${list}/definition/preview`, definition(root));
    expect(preview).toMatchObject({ count: 2, added_count: 0, removed_count: 2 });
  });

  it('has the latest list as its example, and none for a caller without lists', async () => {
    const latest = await create('Latest', GERMAN);
    const exampleOf = async (key: string) => {
      const { body } = await api(key).get('/v1/lists/filter-fields');
      return body.fields.find(({ key }: { key: string }) => key === 'list');
    };
    expect(await exampleOf(tenant.userKey)).toEqual({
      key: 'list',
      label: 'List',
      type: 'list',
      operators: ['any_of', 'none_of'],
      max_values: 250,
      dated: false,
      example: onList([latest]),
    });
    const colleague = await service.createColleague(tenant, 'Grace');
    expect(await exampleOf(colleague.userKey)).not.toHaveProperty('example');
  });
});

describe('who may name a list', () => {
  const unknown = (pointer: string) => [
    { pointer, code: 'unknown_value', message: 'List not found, or it is not shared with you.' },
  ];

  it('is whoever can see it when it is new; afterwards it stays', async () => {
    const hidden = await create('Hidden', GERMAN);
    const colleague = await service.createColleague(tenant, 'Hedy');
    const refused = await api(colleague.userKey).post(
      '/v1/lists/preview-count',
      definition(onList([hidden])),
    );
    expect({ status: refused.status, errors: refused.body.detail.errors }).toEqual({
      status: 422,
      errors: unknown('/root/condition/values/0'),
    });
    const shared = await create('Shared', { and: [KUBERNETES, onList([hidden])] });
    const grant = { user_id: colleague.userId, access_level: 'editor' };
    await api().post(`/v1/lists/${shared}/permissions`, grant);
    const edited = { and: [onList([hidden]), condition('country', 'any_of', ['DE', 'AT'])] };
    expect((await api(colleague.userKey).post('/v1/lists/preview-count', definition(edited))).status).toBe(
      422,
    );
    const beside = { ...definition(edited), list_id: shared };
    expect((await api(colleague.userKey).post('/v1/lists/preview-count', beside)).body).toEqual({
      count: 2,
      capped: false,
    });
    expect((await replace(shared, edited, colleague.userKey)).status).toBe(200);
    // Once it is out of the active version, it is new again.
    expect((await replace(shared, GERMAN, colleague.userKey)).status).toBe(200);
    const restored = await api(colleague.userKey).post(`/v1/lists/${shared}/definition/versions/1/restore`);
    expect({ status: restored.status, errors: restored.body.detail.errors }).toEqual({
      status: 422,
      errors: unknown('/root/and/1/condition/values/0'),
    });
    expect((await api().post(`/v1/lists/${shared}/definition/versions/1/restore`)).status).toBe(200);
  });

  it.each<[string, unknown, string, string]>([
    [
      'an id that no list has',
      2_000_000_000,
      'unknown_value',
      'List not found, or it is not shared with you.',
    ],
    ['an impossible id', -1, 'unknown_value', 'List not found, or it is not shared with you.'],
    ['a text', '7', 'wrong_type', 'must be the number of a list'],
  ])('is nobody for %s', async (_, id, code, message) => {
    const { body } = await api().post('/v1/lists/preview-count', definition(onList([id])));
    expect(body.detail.errors).toEqual([{ pointer: '/root/condition/values/0', code, message }]);
  });

  it('is nobody of another organization', async () => {
    const other = await service.createTenant('strangers');
    const theirs = await create('Theirs', GERMAN, other.userKey);
    const { body } = await api().post('/v1/lists', { name: 'x', definition: definition(onList([theirs])) });
    expect(body.detail.errors).toEqual(unknown('/definition/root/condition/values/0'));
  });
});

describe('circles and bounds', () => {
  const errorsOf = async (listId: number, root: unknown, key?: string) =>
    (await replace(listId, root, key)).body.detail.errors;
  const MESSAGE =
    'This list names the edited list, directly or through others. A list cannot be a part of itself';

  it('refuses a list that is a part of itself, with the lists that the caller can see', async () => {
    const first = await create('First', GERMAN);
    const second = await create('Second', onList([first]));
    const third = await create('Third', { or: [GERMAN, onList([second])] });
    const circle = (pointer: string, path: number[]) => [
      { pointer, code: 'list_cycle', message: MESSAGE, path },
    ];
    expect(await errorsOf(first, onList([first]))).toEqual(circle('/root/condition/values/0', [first]));
    expect(await errorsOf(first, { and: [GERMAN, onList([second])] })).toEqual(
      circle('/root/and/1/condition/values/0', [second, first]),
    );
    expect(await errorsOf(first, onList([third]))).toEqual(
      circle('/root/condition/values/0', [third, second, first]),
    );
    const colleague = await service.createColleague(tenant, 'Joan');
    const permission = { user_id: colleague.userId, access_level: 'editor' };
    for (const id of [first, third]) await api().post(`/v1/lists/${id}/permissions`, permission);
    expect(await errorsOf(first, onList([third]), colleague.userKey)).toEqual(
      circle('/root/condition/values/0', [third, first]),
    );
    const { body } = await api().post('/v1/lists/preview-count', {
      ...definition(onList([third])),
      list_id: first,
    });
    expect(body.detail.errors[0]).toMatchObject({ code: 'list_cycle' });
  });

  it('refuses one of two changes that close a circle together', async () => {
    const [left, right] = [await create('Left', GERMAN), await create('Right', GERMAN)];
    const answers = await Promise.all([replace(left, onList([right])), replace(right, onList([left]))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('takes four levels of lists, and no fifth, upwards too', async () => {
    const ids = [await create('Level 0', GERMAN)];
    for (let level = 1; level <= 4; level += 1)
      ids.push(await create(`Level ${level}`, onList([ids.at(-1)])));
    expect(await slugsOf(ids[4] ?? 0)).toEqual(['acme high', 'beta high']);
    const { body } = await api().post('/v1/lists', {
      name: 'Level 5',
      definition: definition(onList([ids[4]])),
    });
    const message = 'names lists that name lists, 5 levels deep; at most 4 are allowed';
    expect(body.detail.errors).toEqual([{ pointer: '/definition/root', code: 'too_deep', message }]);
    const below = await create('Below', GERMAN);
    expect(await errorsOf(ids[0] ?? 0, onList([below]))).toEqual([
      {
        pointer: '/root',
        code: 'too_deep',
        message: `does not fit: a list that names this one then ${message}`,
      },
    ]);
  });

  const many = (count: number) => ({ or: Array.from({ length: count }, () => GERMAN) });
  const nameAll = (ids: number[]) => ({ or: ids.map((id) => onList([id])) });

  it('counts the conditions of all lists together, each list once, upwards too', async () => {
    const large = await create('Large', many(60));
    const often = { or: Array.from({ length: 40 }, () => onList([large])) };
    const above = await create('Often', often);
    expect(await slugsOf(above)).toEqual(['acme high', 'beta high']);
    const { body } = await api().post('/v1/lists', {
      name: 'Too often',
      definition: definition({ or: [...often.or, onList([large])] }),
    });
    const message = 'has 101 conditions with those of its lists; at most 100 are allowed';
    expect(body.detail.errors).toEqual([
      { pointer: '/definition/root', code: 'too_many_conditions', message },
    ]);
    expect(await errorsOf(large, many(61))).toEqual([
      {
        pointer: '/root',
        code: 'too_many_conditions',
        message: `does not fit: a list that names this one then ${message}`,
      },
    ]);
    expect((await replace(large, many(59))).status).toBe(200);
    expect((await replace(large, many(60))).status).toBe(200);
  });

  it('takes a hundred lists, and no more, upwards too', async () => {
    const { body: leaf } = await api().post('/v1/lists', { name: 'Leaf' });
    const { rows } = await service.database.pool.query<{ id: number }>(
      `INSERT INTO list SELECT (jsonb_populate_record(l, jsonb_build_object('id', nextval('list_id_seq')))).*
       FROM list l, generate_series(1, 100) WHERE l.id = $1 RETURNING id`,
      [leaf.list_id],
    );
    const leaves = [leaf.list_id, ...rows.map(({ id }) => id)];
    const wide = await create('Wide', onList(leaves.slice(0, 99)));
    const above = await create('Above wide', onList([wide, ...leaves.slice(0, 50)]));
    expect(await slugsOf(above)).toEqual([]);
    const message = 'has 101 lists with those that they name; at most 100 are allowed';
    const refused = [{ pointer: '/root', code: 'too_many_lists', message }];
    for (const root of [onList(leaves), onList([wide, ...leaves.slice(99, 100)])])
      expect((await api().post('/v1/lists/preview-count', definition(root))).body.detail.errors).toEqual(
        refused,
      );
    expect(await errorsOf(wide, onList(leaves.slice(0, 100)))).toEqual([
      { ...refused[0], message: `does not fit: a list that names this one then ${message}` },
    ]);
    expect((await replace(wide, onList(leaves.slice(1, 100)))).body.detail.errors).toMatchObject([
      { code: 'too_many_lists' },
    ]);
    expect((await replace(above, onList([wide]))).status).toBe(200);
    expect((await replace(wide, onList(leaves.slice(1, 100)))).status).toBe(200);
  });

  it('counts the text patterns of all lists together', async () => {
    const named = (count: number) =>
      condition(
        'name',
        'contains',
        Array.from({ length: count }, (_, index) => `name ${index}`),
      );
    const [first, second] = [await create('Patterns', named(150)), await create('More', named(100))];
    const both = nameAll([first, second, first]);
    const above = await create('Both', both);
    const { body } = await api().post('/v1/lists/preview-count', definition({ or: [both, named(1)] }));
    const message =
      'has 251 values of contains, starts_with and ends_with with those of its lists; at most 250 are allowed';
    expect(body.detail.errors).toEqual([{ pointer: '/root', code: 'too_many_patterns', message }]);
    expect(await errorsOf(second, named(101))).toMatchObject([{ code: 'too_many_patterns' }]);
    expect((await replace(above, GERMAN)).status).toBe(200);
    expect((await replace(second, named(101))).status).toBe(200);
  });

  it('counts the domains of all lists together, also once they have become too many', async () => {
    const full = await create('Full', GERMAN);
    const above = await create('Above full', onList([full]));
    await service.database.pool.query(
      `INSERT INTO list_domain (list_id, domain, kind, added_by_id, added_at)
      SELECT $1, 'd' || n || '.example', 'excluded', owner_id, now() FROM list, generate_series(1, 200001) n WHERE id = $1`,
      [full],
    );
    const message = 'names lists with more than 200000 domains together, added and excluded';
    const errors = [{ pointer: '/root', code: 'too_many_values', message }];
    const preview = await api().post('/v1/lists/preview-count', definition(onList([full])));
    expect({ status: preview.status, errors: preview.body.detail.errors }).toEqual({ status: 422, errors });
    const members = await api().get(`/v1/lists/${above}/members`);
    expect({ status: members.status, errors: members.body.detail.errors }).toEqual({ status: 422, errors });
    await service.database.pool.query(`DELETE FROM list_domain WHERE domain = 'd1.example'`);
    expect(await slugsOf(above)).toEqual(['acme high', 'beta high']);
  });

  it('refuses one of two changes that make a list above too large together', async () => {
    const [left, right] = [await create('Growing left', many(40)), await create('Growing right', many(40))];
    await create('Above both', onList([left, right]));
    const answers = await Promise.all([replace(left, many(59)), replace(right, many(59))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('refuses a circle that restoring a version closes, and copies a list that names a deleted one', async () => {
    const [left, right] = [await create('Restored', GERMAN), await create('Other', GERMAN)];
    expect((await replace(left, onList([right]))).status).toBe(200);
    expect((await replace(left, GERMAN)).status).toBe(200);
    expect((await replace(right, onList([left]))).status).toBe(200);
    const restored = await api().post(`/v1/lists/${left}/definition/versions/2/restore`);
    expect({ status: restored.status, errors: restored.body.detail.errors }).toEqual({
      status: 422,
      errors: [
        { pointer: '/root/condition/values/0', code: 'list_cycle', message: MESSAGE, path: [right, left] },
      ],
    });
    await api().delete(`/v1/lists/${left}`);
    const { status, body } = await api().post(`/v1/lists/${right}/duplicate`, {});
    expect({ status, error: body.detail?.errors?.[0].code }).toEqual({ status: 422, error: 'unknown_value' });
    expect(await slugsOf(right)).toEqual([]);
  });
});

describe('the lists that name a list', () => {
  it('are shown as far as the caller can see them, over both APIs', async () => {
    const named = await create('Named', GERMAN);
    const one = await create('One', onList([named]));
    const two = await create('Two', { and: [KUBERNETES, onList([named])] });
    const colleague = await service.createColleague(tenant, 'Katherine');
    for (const id of [named, two]) {
      await api().post(`/v1/lists/${id}/permissions`, { user_id: colleague.userId, access_level: 'viewer' });
    }
    const usersOf = async (key: string) => (await api(key).get(`/v1/lists/${named}/used-by`)).body;
    expect((await usersOf(tenant.userKey)).lists.map(({ list_id }: { list_id: number }) => list_id)).toEqual([
      one,
      two,
    ]);
    expect(await usersOf(colleague.userKey)).toMatchObject({
      lists: [{ list_id: two, name: 'Two' }],
      total: 1,
    });
    const query =
      'query ($id: ID!) { list(listId: $id) { usedBy(first: 1) { totalCount edges { node { listId } } } } }';
    const { body } = await service.graphql(tenant.userKey, query, { id: String(named) });
    expect(body.data.list.usedBy).toEqual({ totalCount: 2, edges: [{ node: { listId: one } }] });
    await replace(one, GERMAN);
    expect((await usersOf(tenant.userKey)).total).toBe(1);
  });
});
