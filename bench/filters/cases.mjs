import { DENSE_SHARE, leastTouched } from './density.mjs';
import { prepareFastest } from './fastest.mjs';
import { createFilters } from './ours.mjs';
import { toPlan } from './plan.mjs';
import { say } from './report.mjs';
import { countConditions, createTrees } from './trees.mjs';
import { readIds, readWords } from './words.mjs';

/** The bodies of all trees in the form of REST, by name. */
export async function createBodies(root, service, pool) {
  const trees = createTrees(await readWords(root, pool));
  requireAll(service.BUILT_IN_FIELDS, Object.values(trees));
  const body = (tree) => ({ registry_version: service.REGISTRY_VERSION, root: tree });
  return new Map(Object.entries(trees).map(([name, tree]) => [name, body(tree)]));
}

/**
 * Prepares every tree with the peer, in its fastest form.
 *
 * @throws with the name of the tree unless the service and all forms of the peer find the same number of companies.
 */
export async function prepareCases(root, service, { pool, companies }, peer) {
  const idOf = await readIds(pool, await readWords(root, pool));
  const filters = createFilters(service, pool);
  const countLeaf = leafCounter(peer);
  const cases = [];
  for (const [name, body] of await createBodies(root, service, pool)) {
    const plan = toPlan(body.root, idOf);
    const count = await (await filters.preview(body)).count();
    const fastest = await prepareFastest(peer, name, plan);
    if (fastest.count !== count)
      throw new Error(`"${name}": the service counts ${count}, ${peer.label} ${fastest.count}`);
    const isDense = (await leastTouched(plan, companies, countLeaf)) > DENSE_SHARE * companies;
    cases.push({ name, body, count, conditions: countConditions(body.root), isDense, fastest });
  }
  say(`  ${cases.length} trees: the service and ${peer.label}, in every form, count the same`);
  return cases;
}

/** Returns a function that counts the companies of a leaf, once for leaves that several trees share. */
function leafCounter(peer) {
  const known = new Map();
  return async (leaf) => {
    const { exists } = peer.forms({ ...leaf, negated: false });
    if (!known.has(exists)) known.set(exists, await (await peer.prepare(exists))());
    return known.get(exists);
  };
}

/** Requires that the trees use every field and operator. */
function requireAll(fields, trees) {
  const used = new Set(trees.flatMap(conditionsOf).map(({ field, operator }) => `${field} ${operator}`));
  // Lists have trees of other fields.
  const indexed = fields.filter(({ type }) => type !== 'list');
  const wanted = indexed.flatMap(({ key, operators }) => operators.map((operator) => `${key} ${operator}`));
  const missing = wanted.filter((each) => !used.has(each));
  if (missing.length > 0) throw new Error(`no tree uses ${missing.join(', ')}`);
}

function conditionsOf(node) {
  if (node.condition) return [node.condition];
  return (node.not ? [node.not] : (node.and ?? node.or)).flatMap(conditionsOf);
}
