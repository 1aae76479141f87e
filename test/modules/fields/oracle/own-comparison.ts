import { expect } from '@jest/globals';
import { askOracle, type Meant, type Tiers } from '../../filters/oracle.ts';
import { nodesOf, type Tree } from '../../filters/oracle-tree.ts';
import type { Filters } from '../../filters/property-support.ts';
import { meaningOf, type SavedList } from './own-trees.ts';
import { groupOf, groupsOf, meets, type OwnField, type Value } from './own-values.ts';
import type { OwnWorld, Send } from './own-world.ts';

/** Compares what the database stores with the model: the values of all companies, by ids and keys. */
export async function compareStored(world: OwnWorld, organizationId: number): Promise<void> {
  const { rows } = await world.pool.query<{ id: number; fields: Record<string, Value> }>(
    `SELECT v.company_id AS id, jsonb_object_agg(f.key, e.value) AS fields
     FROM own_field_values v CROSS JOIN LATERAL jsonb_each(v."values") e JOIN own_field f ON f.id = e.key::int
     WHERE v.scope_id IN (0, $1) GROUP BY 1`,
    [organizationId],
  );
  expect(Object.fromEntries(rows.map(({ id, fields }) => [id, fields]))).toEqual(world.model.all());
}

/** Compares what the APIs tell of fields and of a few companies with the model. */
export async function compareRead(world: OwnWorld, send: Send): Promise<void> {
  const { model, random } = world;
  const declared = (await send('get', '/v1/fields')).body.fields;
  const shown = declared.map(({ key, type, multiple, company_count }: Record<string, unknown>) => [
    key,
    type,
    multiple,
    company_count,
  ]);
  const expected = model.fields.map((field) => [field.key, field.type, field.multiple, model.countOf(field)]);
  expect(shown.sort(byFirst)).toEqual(expected.sort(byFirst));
  const companies = await world.companies();
  for (const { id, slug } of random.times(3, () => random.pick(companies))) {
    const { body } = await send('get', `/v1/companies/${slug}?include=fields`);
    expect([slug, body.fields ?? {}]).toEqual([slug, model.valuesOf(id)]);
  }
  const catalog = (await send('get', '/v1/lists/filter-fields')).body;
  const ids = companies.map(({ id }) => id);
  for (const field of model.fields.filter(({ type }) => type === 'category')) {
    const listed = catalog.fields.find(({ key }: { key: string }) => key === field.key)?.values ?? [];
    expect([field.key, countsOf(listed)]).toEqual([field.key, countValues(world, field, ids)]);
  }
}

const byFirst = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);

type Counted = {
  value?: string;
  from?: number | string;
  to?: number | string;
  count?: number;
  company_count?: number;
};

/** Counts of values by their groups. No group is listed twice. */
function countsOf(entries: readonly Counted[]): Record<string, number | undefined> {
  const pairs = entries.map((entry) => [groupOf(entry.value), entry.count ?? entry.company_count]);
  expect(new Set(pairs.map(([group]) => group)).size).toBe(pairs.length);
  return Object.fromEntries(pairs);
}

function countValues({ model }: OwnWorld, field: OwnField, ids: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of ids)
    for (const group of groupsOf(model.get(id, field))) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

/** Compares a tree of now: members of each tier, count, funnel, breakdowns. */
export async function compareTree(
  world: OwnWorld,
  send: Send,
  { filters, organizationId }: { filters: Filters; organizationId: number },
  root: Tree,
): Promise<void> {
  const { registry_version } = (await send('get', '/v1/lists/filter-fields')).body;
  const definition = { registry_version, root };
  const ids = (await world.companies()).map(({ id }) => id);
  const meaning = (node: Tree): Meant => meaningOf(node, world.model.fields, world, ids);
  const expected = await askOracle(world.pool, meaning(root));
  const { high, medium, exploratory } = await filters.match(definition, organizationId);
  const found = { high: high.toArray(), medium: medium.toArray(), exploratory: exploratory.toArray() };
  expect({ root, ...found }).toEqual({ root, ...expected });

  const members = [...expected.high, ...expected.medium, ...expected.exploratory];
  const own = world.model.fields.filter(({ type }) => type !== 'text' && type !== 'url');
  const asked = own.length === 0 ? [] : [...new Set(world.random.times(3, () => world.random.pick(own)))];
  const { status, body } = await send('post', '/v1/lists/preview', {
    definition,
    funnel: true,
    breakdown_limit: 1 + world.random.below(60),
    breakdown: ['country', ...asked.map(({ key }) => key)],
  });
  expect([root, status, body.detail]).toEqual([root, 200, undefined]);
  expect([root, body.count, body.tier_counts]).toEqual([root, members.length, tierCounts(expected)]);
  await compareFunnel(world, root, body.funnel, meaning);
  for (const field of asked) compareBreakdown(world, field, members, body.breakdowns[field.key] ?? []);
}

const tierCounts = ({ high, medium, exploratory }: Tiers) => ({
  total: high.length + medium.length + exploratory.length,
  high: high.length,
  medium: medium.length,
  exploratory: exploratory.length,
});

async function compareFunnel(
  world: OwnWorld,
  root: Tree,
  funnel: readonly { pointer: string; count: number }[],
  meaning: (node: Tree) => Meant,
): Promise<void> {
  const nodes = [...nodesOf(root)];
  expect(funnel.map(({ pointer }) => pointer)).toEqual(nodes.map(([pointer]) => pointer));
  for (const [index, [pointer, node]] of nodes.entries()) {
    if (index > 4) break;
    const { total } = tierCounts(await askOracle(world.pool, meaning(node)));
    expect([root, pointer, funnel[index]?.count]).toEqual([root, pointer, total]);
  }
}

/** Compares a breakdown of matches with the values that they have. */
function compareBreakdown(
  world: OwnWorld,
  field: OwnField,
  members: readonly number[],
  shown: readonly Counted[],
): void {
  const counts = countValues(world, field, members);
  if (field.type === 'category' || field.type === 'boolean') {
    const all = Object.values(counts).sort((a, b) => b - a);
    expect([field.key, shown.map(({ count }) => count)]).toEqual([field.key, all.slice(0, shown.length)]);
    expect(counts).toMatchObject(countsOf(shown));
    if (shown.length < all.length) expect(shown.length).toBeGreaterThan(0);
    return;
  }
  const values = members.flatMap((id) => (world.model.get(id, field) as number | string | undefined) ?? []);
  const expected = shown.map(({ from = '', to = '' }) => ({
    from,
    to,
    count: values.filter((value) => value >= from && value <= to).length,
  }));
  expect([field.key, shown]).toMatchObject([field.key, expected]);
  // Ranges do not overlap, so that equal sums mean that none leaves a value out.
  const total = expected.reduce((sum, { count }) => sum + count, 0);
  expect([field.key, shown, total]).toEqual([field.key, shown, values.length]);
  for (const [index, { from = '', to = '' }] of shown.entries()) {
    expect(from <= to).toBe(true);
    const next = shown[index + 1]?.from;
    if (next !== undefined) expect(to < next).toBe(true);
  }
}

/** Compares the members of a saved list with their tiers and values. Its keys mean the fields of its time. */
export async function compareList(
  world: OwnWorld,
  send: Send,
  { id, root, fields }: SavedList,
): Promise<void> {
  const { status, body } = await send('post', `/v1/lists/${id}/materialize`, {});
  expect([id, status, body.detail]).toEqual([id, 200, undefined]);
  const { members, total } = (await send('get', `/v1/lists/${id}/members?limit=200&include=fields`)).body;
  const ids = (await world.companies()).map((company) => company.id);
  const tiers = await askOracle(world.pool, meaningOf(root, fields, world, ids));
  const expected = (['high', 'medium', 'exploratory'] as const).flatMap((tier) =>
    tiers[tier].map((member) => [member, tier, world.model.valuesOf(member)]),
  );
  const found = members.map((member: { company_id: number; tier: string; fields?: object }) => [
    member.company_id,
    member.tier,
    member.fields ?? {},
  ]);
  expect({ root, found, total }).toEqual({ root, found: expected, total: expected.length });
}

/** Compares the reasons why a company is a member or not: conditions on own fields with the values that decide. */
export async function compareReasons(world: OwnWorld, send: Send, list: SavedList): Promise<void> {
  const company = world.random.pick(await world.companies());
  const { status, body } = await send('get', `/v1/lists/${list.id}/explain?company=${company.slug}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  const nodes = new Map(nodesOf(list.root));
  for (const { pointer, condition, met, value, deleted_fields } of body.conditions) {
    const field = list.fields.find(({ key }) => key === condition.field);
    if (!field) continue;
    expect(nodes.get(pointer)).toEqual({ condition });
    const held = world.model.get(company.id, field);
    const isInverted = pointer.split('/').filter((step: string) => step === 'not').length % 2 === 1;
    const isDeleted = !world.model.fields.includes(field);
    expect([list.root, company.slug, pointer, met, value, deleted_fields]).toEqual([
      list.root,
      company.slug,
      pointer,
      meets(held, condition.operator, condition.values) !== isInverted,
      held,
      isDeleted ? [field.key] : undefined,
    ]);
  }
}
