import { expect } from '@jest/globals';
import fc from 'fast-check';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { change } from '../../filters/arbitraries.ts';
import { uses } from './own-trees.ts';
import { SHAPES } from './own-values.ts';
import { type Company, declareField, type OwnWorld, type Send } from './own-world.ts';

/** One change of the catalogue, of fields or of values, in the service and in the model. */
type Step = (world: OwnWorld, send: Send, companies: readonly Company[]) => Promise<void>;

const KEYS = ['a', 'b', 'c', 'd'].flatMap((name) => [`custom.${name}`, `org.${name}`]);

const declare: Step = async (world, send) => {
  const free = KEYS.filter((key) => world.model.field(key) === undefined);
  if (free.length === 0) return;
  await declareField(world, send, { key: world.random.pick(free), ...world.random.pick(SHAPES) });
};

const remove: Step = async (world, send) => {
  const { model, random, lists } = world;
  if (model.fields.length === 0) return;
  const field = random.pick(model.fields);
  const used = lists.filter((list) => uses(list, field, lists));
  if (used.length > 0) {
    const { status, body } = await send('delete', `/v1/fields/${field.key}`);
    expect([status, body.detail]).toMatchObject([
      409,
      { error: 'field_in_use', list_count: used.length, list_ids: used.map(({ id }) => id) },
    ]);
  }
  const force = used.length > 0 ? '?force=true' : '';
  expect((await send('delete', `/v1/fields/${field.key}${force}`)).status).toBe(204);
  model.remove(field);
};

const write: Step = async (world, send, companies) => {
  const entries = world.drawEntries(companies, 1 + world.random.below(40));
  const byName = new Map(
    companies.flatMap(({ id, slug, domains }) => [slug, ...domains].map((name) => [name, id])),
  );
  const written = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };
  for (const { identifier, fields } of entries) {
    const id = byName.get(identifier);
    if (id === undefined) continue;
    const one = world.model.set(id, fields);
    for (const key of ['set', 'cleared', 'unchanged', 'invalid'] as const) written[key] += one[key];
  }
  const { status, body } = await send('post', '/v1/fields/values', { values: entries });
  expect([status, { ...body, invalid: body.invalid?.length, not_tracked: undefined }]).toEqual([
    200,
    written,
  ]);
  expect(body.not_tracked).toEqual(
    entries.flatMap(({ identifier }) => (byName.has(identifier) ? [] : identifier)),
  );
};

const importRows: Step = async (world, _send, companies) => {
  const rows = world.drawRows(companies, 1 + world.random.below(25));
  await world.import('companies', rows, { csv: world.random.chance(0.4) });
  await world.take(rows);
};

/** A file of all companies but a few, which are retired. */
const importSnapshot: Step = async (world, _send, companies) => {
  const kept = companies.filter(() => world.random.chance(0.9));
  if (kept.length < 5) return;
  const rows = kept.map(({ primary, name }) => ({
    primary_domain: primary,
    name,
    ...(world.random.chance(0.3) ? world.drawStated('custom.') : {}),
  }));
  await world.import('companies', rows, { snapshot: 'companies' });
  for (const company of companies) if (!kept.includes(company)) world.model.retire(company.id);
  await world.take(rows);
};

const merge: Step = async (world, _send, companies) => {
  const [from, into] = [world.random.pick(companies), world.random.pick(companies)];
  if (from === into) return;
  const row = { primary_domain: from.primary, merge_into: into.primary };
  expect(await world.import('companies', [row])).toMatchObject({ accepted: 1 });
  world.model.merge(from.id, into.id);
};

const rename: Step = async (world, _send, companies) => {
  const { primary } = world.random.pick(companies);
  const row = {
    primary_domain: `${world.freshName()}.example`,
    previous_primary_domain: primary,
    ...world.drawStated('custom.'),
  };
  expect(await world.import('companies', [row])).toMatchObject({ accepted: 1 });
  const { previous_primary_domain: _former, ...renamed } = row;
  await world.take([renamed]);
};

const retire: Step = async (world, _send, companies) => {
  const { id, primary } = world.random.pick(companies);
  await world.import('companies', [{ primary_domain: primary, deleted: true }]);
  world.model.retire(id);
};

/** A file of built-in columns, detections or partnerships. */
const changeOthers: Step = async (world) => {
  const [file] = fc.sample(change, { seed: world.random.below(2 ** 31), numRuns: 1 });
  if (file) await world.import(file.kind, file.rows);
};

const rebuild: Step = async (world) => {
  await rebuildIndex(world.pool);
};

const saveList: Step = async (world, send) => {
  const { random, lists, model } = world;
  if (lists.length >= 5) return;
  const parts = await world.parts();
  // Lists name lists that name none, so that definitions stay within their bounds.
  const plain = lists.filter(({ root }) => !JSON.stringify(root).includes('"list"'));
  const root = world.drawTree({ ...parts, lists: random.chance(0.5) ? plain : [] });
  const { registry_version } = (await send('get', '/v1/lists/filter-fields')).body;
  const definition = { registry_version, root };
  const { status, body } = await send('post', '/v1/lists', { name: 'Saved', definition });
  expect([status, body.detail, root]).toEqual([201, undefined, root]);
  lists.push({ id: body.list_id, root, fields: [...model.fields] });
};

/** Steps by how often they are taken. */
const STEPS: readonly [weight: number, step: Step][] = [
  [3, declare],
  [1, remove],
  [6, write],
  [4, importRows],
  [1, importSnapshot],
  [2, merge],
  [1, rename],
  [2, retire],
  [2, changeOthers],
  [1, rebuild],
  [2, saveList],
];
const WEIGHED = STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

/** Takes a random step. @returns its name */
export async function takeStep(world: OwnWorld, send: Send): Promise<string> {
  const step = world.random.pick(WEIGHED);
  await step(world, send, await world.companies());
  return step.name;
}

export { declare, saveList, write };
