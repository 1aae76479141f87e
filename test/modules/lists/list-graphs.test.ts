import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { transaction } from '../../../src/database/client.ts';
import { expansionOf, type ListSize, readSizesOf } from '../../../src/modules/filters/referenced-lists.ts';
import { createListSource, measureAbove } from '../../../src/modules/lists/references/references.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN } from './operations.ts';

const POINTS = { read: 100_000, write: 100_000, evaluate: 200, enrich: 1, export: 1_000 };
const { service, tenant, rest, graphql, beside } = useService('graphs', {
  seed: seedSmallCatalogue,
  rateLimit: { store: 'memory', points: POINTS },
});
const pool = () => service.database.pool;
/** Counts no points. */
const unlimited = beside();

const IN_GERMANY = condition('country', 'any_of', ['DE']);
const onList = (...ids: number[]) => condition('list', 'any_of', ids);
const create = (name: string, root?: object) =>
  createList(service, tenant.userKey, name, root && definition(root));
const names = (values: number) =>
  condition(
    'name',
    'equals',
    Array.from({ length: values }, (_, index) => `Company ${index}`),
  );

/** Stores lists with a definition that names others, by ids from `first` on. No API refuses them. */
async function store(lists: readonly (readonly number[])[], root: object): Promise<number> {
  const { rows } = await pool().query<{ first: number }>(
    `WITH owner AS (SELECT id, organization_id FROM "user" WHERE id = $1),
      added AS (
        INSERT INTO list (organization_id, owner_id, name, created_at, updated_at)
        SELECT organization_id, id, 'Stored', now(), now() FROM owner, generate_series(1, $2) RETURNING id),
      defined AS (
        INSERT INTO list_definition (list_id, version, author_id, created_at, registry_version, root)
        SELECT added.id, 1, owner.id, now(), '2', $3 FROM added, owner)
      SELECT min(id) AS first FROM added`,
    [tenant.userId, lists.length, JSON.stringify(root)],
  );
  const first = rows[0]?.first ?? 0;
  const references = lists.flatMap((named, index) => named.map((each) => [first + index, first + each]));
  await pool().query(
    'INSERT INTO list_reference (list_id, named_list_id) SELECT * FROM unnest($1::int[], $2::int[])',
    [references.map(([list]) => list), references.map(([, named]) => named)],
  );
  return first;
}

describe('the points of named lists', () => {
  const left = (header: string) => Number(/"evaluate";r=(\d+)/.exec(header)?.[1]);
  const spentBy = async (send: () => PromiseLike<{ headers: Record<string, string> }>) => {
    const before = await rest().post('/v1/lists/preview-count', GERMAN);
    const after = await send();
    return left(before.headers.ratelimit ?? '') - left(after.headers.ratelimit ?? '');
  };
  let small: number;
  let large: number;
  beforeAll(async () => {
    small = await create('Small', IN_GERMANY);
    large = await create('Large', { or: Array.from({ length: 20 }, () => names(250)) });
  });

  it('follow the stored sizes, over both APIs, and a list counts once however often it is named', async () => {
    const preview = (root: object) => spentBy(() => rest().post('/v1/lists/preview-count', definition(root)));
    expect(await preview(onList(small))).toBe(1);
    // 20 conditions with 5,000 values: 400 + 10,000, and 500 + 22 for the definition itself.
    expect(await preview(onList(large))).toBe(11);
    expect(await preview({ or: [onList(large), onList(large), onList(small, large)] })).toBe(11);
    const query = 'query ($json: JSON!) { previewCount(definitionJson: $json) { exactCount } }';
    expect(await spentBy(() => graphql(query, { json: definition(onList(large)) }))).toBe(11);
    const typed = `{ previewCount(definition: {registryVersion: "2", root: {condition: {field: LIST, operator: ANY_OF, values: [${large}]}}}) { count } }`;
    expect(await spentBy(() => graphql(typed))).toBe(11);
  });

  it('are taken by materializing and explaining a list, and by the preview of a change', async () => {
    const naming = await create('Naming', onList(large));
    const members = `/v1/lists/${naming}/members?force_refresh=true`;
    const own = `/v1/lists/${large}/members?force_refresh=true`;
    const extra = (await spentBy(() => rest().get(members))) - (await spentBy(() => rest().get(own)));
    expect(extra).toBe(10);
    expect(await spentBy(() => rest().get(`/v1/lists/${naming}/explain?company=acme`))).toBe(11);
    const change = definition(onList(large, small));
    expect(
      await spentBy(() => rest().post(`/v1/lists/${naming}/definition/preview`, change)),
    ).toBeGreaterThan(15);
  });

  it('are refused before a named list is read, over both APIs', async () => {
    const body = definition(onList(large));
    /** Makes a colleague with points for less than one more preview. A refusal takes what is left. */
    const spend = async (name: string) => {
      const { userId, userKey } = await service.createColleague(tenant, name);
      const grant = { user_id: userId, access_level: 'viewer' };
      await rest().post(`/v1/lists/${large}/permissions`, grant);
      for (let used = 0; used < 18; used += 1)
        expect((await service.rest(userKey).post('/v1/lists/preview-count', body)).status).toBe(200);
      return userKey;
    };
    const key = await spend('Grace');
    const { result, statements } = await recordStatements(async () =>
      service.rest(key).post('/v1/lists/preview-count', body),
    );
    expect([result.status, result.body.detail.error, result.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      expect.any(String),
    ]);
    expect(statements.filter((sql) => /AS definition/.test(sql))).toEqual([]);
    const query = 'query ($json: JSON!) { previewCount(definitionJson: $json) { exactCount } }';
    const refused = await service.graphql(await spend('Heidi'), query, { json: body });
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('count towards the limit of one operation, also without limits of points', async () => {
    const huge = await create('Huge', { or: Array.from({ length: 99 }, () => names(250)) });
    const previews = Array.from(
      { length: 11 },
      (_, n) => `p${n}: previewCount(definitionJson: $json) { exactCount }`,
    );
    const { body } = await unlimited.graphql(
      tenant.userKey,
      `query ($json: JSON!) { ${previews.join('\n')} }`,
      { json: definition(onList(huge)) },
    );
    const codes = new Set(
      body.errors.map((error: { extensions: { code: string } }) => error.extensions.code),
    );
    expect([...codes]).toEqual(['COST_LIMIT_EXCEEDED']);
    const one = await unlimited
      .rest(tenant.userKey)
      .post('/v1/lists/preview-count', definition(onList(huge)));
    expect(one.status).toBe(200);
  });
});

describe('a graph of lists', () => {
  it('is refused by its sizes before a list of it is read', async () => {
    const leaf = Array.from({ length: 99 }, (_, index) => index);
    const first = await store([...leaf.map(() => []), ...[99, 100, 101, 102].map(() => leaf)], names(250));
    const roots = Array.from({ length: 100 }, () =>
      onList(first + 99, first + 100, first + 101, first + 102),
    );
    const { result, statements } = await recordStatements(async () =>
      rest().post('/v1/lists/preview-count', definition({ or: roots })),
    );
    expect(result.body.detail.errors.map(({ code }: { code: string }) => code)).toEqual([
      'too_many_lists',
      'too_many_conditions',
    ]);
    expect(statements.filter((sql) => /AS definition/.test(sql))).toEqual([]);
  });

  it('is evaluated list by list, however many paths lead through it', async () => {
    // Four levels of 24 lists, each of which names all lists of the level below: 331,776 paths.
    const level = (index: number) => Array.from({ length: 24 }, (_, each) => index * 24 + each);
    const leaves = level(0);
    const ids: number[] = [];
    for (const index of leaves) ids[index] = await create(`Leaf ${index}`, IN_GERMANY);
    for (const above of [1, 2, 3])
      for (const index of level(above))
        ids[index] = await create(
          `Level ${above}, ${index}`,
          onList(...level(above - 1).map((each) => ids[each] ?? 0)),
        );
    const top = definition({ or: [onList(...level(3).map((each) => ids[each] ?? 0)), IN_GERMANY] });
    const { body } = await rest().post('/v1/lists/preview-count', top);
    expect(body).toEqual({ count: 2, capped: false });
    const list = await createList(service, tenant.userKey, 'Top', top);
    const { body: members } = await rest().get(`/v1/lists/${list}/members`);
    expect(members.members.map(({ slug }: { slug: string }) => slug)).toEqual(['acme', 'beta']);
    expect((await rest().get(`/v1/lists/${list}/explain?company=acme`)).body.conditions[0].met).toBe(true);
  });

  it('is checked by as many statements for 250 lists above as for 2', async () => {
    const changeUnder = async (lists: number) => {
      const leaf = await create('Leaf', IN_GERMANY);
      const first = await store([[], ...Array.from({ length: lists }, () => [])], onList(leaf));
      await pool().query(
        'INSERT INTO list_reference (list_id, named_list_id) SELECT id, $1 FROM generate_series($2::int, $3::int) id',
        [leaf, first, first + lists - 1],
      );
      const larger = definition({ or: [IN_GERMANY, condition('country', 'any_of', ['AT'])] });
      const { result, statements } = await recordStatements(async () =>
        rest().put(`/v1/lists/${leaf}/definition`, larger),
      );
      expect(result.status).toBe(200);
      const { rows } = await pool().query('SELECT DISTINCT revision FROM list WHERE id BETWEEN $1 AND $2', [
        first,
        first + lists - 1,
      ]);
      expect(rows).toEqual([{ revision: 2 }]);
      return statements.length;
    };
    expect(await changeUnder(250)).toBe(await changeUnder(2));
  });
});

/** A graph as it is drawn: each list names later ones. The first one gets another definition. */
const graph = fc
  .record({
    named: fc.array(fc.array(fc.nat(11), { maxLength: 4 }), { minLength: 2, maxLength: 12 }),
    changed: fc.nat(11),
    names: fc.array(fc.nat(11), { maxLength: 4 }),
    conditions: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ named, changed, names, conditions }) => {
    const below = (index: number, ids: number[]) => [
      ...new Set(ids.filter((id) => id > index && id < named.length)),
    ];
    const list = changed % named.length;
    return {
      lists: named.map((ids, index) => below(index, ids)),
      list,
      named: below(list, names),
      conditions,
    };
  });

/** Lists that a list names, walked path by path. */
function reachedFrom(lists: readonly number[][], from: number): Set<number> {
  const reached = (lists[from] ?? []).flatMap((each) => [each, ...reachedFrom(lists, each)]);
  return new Set(reached);
}

const depthOf = (lists: readonly number[][], id: number): number =>
  Math.max(0, ...(lists[id] ?? []).map((each) => 1 + depthOf(lists, each)));

const sumOf = (sizes: readonly number[], ids: Iterable<number>) =>
  [...ids].reduce((sum, id) => sum + (sizes[id] ?? 0), 0);

it('sizes of random graphs are those of a walk over sets, down and up', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async ({ lists, list, named: changed, conditions }) => {
      const first = await store(lists, { or: [names(2), names(1)] });
      const isOld = (index: number) => index % 3 === 0;
      const sizes = conditions.map((count, index) => (isOld(index) ? 2 : count));
      const measuredOnes = lists.flatMap((_, index) => (isOld(index) ? [] : [index]));
      await pool().query(
        `UPDATE list_definition d SET condition_count = s.count, value_count = s.count, pattern_count = s.count
        FROM unnest($1::int[], $2::int[]) s (id, count) WHERE d.list_id = s.id`,
        [measuredOnes.map((index) => first + index), measuredOnes.map((index) => sizes[index])],
      );
      const source = createListSource(pool());
      const { rows } = await pool().query('SELECT organization_id AS id FROM list WHERE id = $1', [first]);
      const named = changed.map((id) => first + id);
      const stored = await readSizesOf(source, rows[0]?.id, named);
      const expansion = expansionOf(named, stored);
      const next = lists.map((each, index) => (index === list ? changed : each));
      const reached = reachedFrom(next, list);
      expect({ ...expansion, ids: [...expansion.ids].sort() }).toMatchObject({
        ids: [...reached].map((id) => first + id).sort(),
        lists: reached.size,
        depth: depthOf(next, list),
        conditions: sumOf(sizes, reached),
      });
      const above = lists.flatMap((_, index) => (reachedFrom(lists, index).has(list) ? [index] : []));
      const own: ListSize = { listId: first + list, named, conditions: 7, values: 7, patterns: 0 };
      const after = sizes.map((count, index) => (index === list ? 7 : count));
      const measured = await transaction(pool(), (client) => measureAbove(client, own));
      const most = (of: (index: number) => number) => Math.max(...above.map(of));
      expect(measured).toEqual(
        above.length === 0
          ? undefined
          : {
              lists: most((index) => reachedFrom(next, index).size),
              depth: most((index) => depthOf(next, index)),
              conditions: most((index) => (after[index] ?? 0) + sumOf(after, reachedFrom(next, index))),
              patterns: expect.any(Number),
            },
      );
    }),
    { numRuns: 40 },
  );
});
