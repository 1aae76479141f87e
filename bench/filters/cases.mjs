import { DENSE_SHARE, leastTouched } from './density.mjs';
import { toLookUp } from './look-ups.mjs';
import { createFilters } from './ours.mjs';
import { prepareFastest } from './peers.mjs';
import { toPlan } from './plan.mjs';
import { say } from './report.mjs';
import { countConditions, createTrees } from './trees.mjs';
import { readIds, readWords } from './words.mjs';

/** The bodies of all trees in the form of REST, by name. */
export async function createBodies(root, service, pool) {
  const trees = createTrees(await readWords(root, pool));
  requireAll(service.FIELDS, Object.values(trees));
  const body = (tree) => ({ registry_version: service.REGISTRY_VERSION, root: tree });
  return new Map(Object.entries(trees).map(([name, tree]) => [name, body(tree)]));
}

/**
 * Prepares every tree with every peer, in the fastest form of the peer.
 *
 * @throws with the name of the tree unless the service and all forms of all peers find the same number of companies.
 */
export async function prepareCases(root, service, catalogue, peers) {
  const { pool, companies } = catalogue;
  const idOf = await readIds(pool, await readWords(root, pool));
  const filters = createFilters(service, pool);
  const countLeaf = await leafCounter(peers[0]);
  const cases = [];
  for (const [name, body] of await createBodies(root, service, pool)) {
    const plan = toPlan(body.root, idOf);
    const count = await (await filters.preview(body)).count();
    const contestants = [];
    for (const peer of peers) {
      const lookUp = toLookUp(plan, peer.names);
      contestants.push({ peer, lookUp, ...(await prepareFastest(peer, name, plan)) });
    }
    const wrong = contestants.filter((each) => each.count !== count);
    if (wrong.length > 0) {
      const found = wrong.map((each) => `${each.peer.label} ${each.count}`).join(', ');
      throw new Error(`"${name}": the service counts ${count}, ${found}`);
    }
    const touched = await leastTouched(plan, companies, countLeaf);
    const isDense = touched > DENSE_SHARE * companies;
    cases.push({ name, body, count, conditions: countConditions(body.root), isDense, contestants });
  }
  say(`  ${cases.length} trees: the service and all peers, in every form, count the same`);
  return cases;
}

/** Returns a function that counts the companies of a leaf, once for leaves that several trees share. */
async function leafCounter(peer) {
  const known = new Map();
  return async (leaf) => {
    const { joins } = peer.forms({ ...leaf, negated: false });
    if (!known.has(joins)) known.set(joins, await (await peer.prepare(joins))());
    return known.get(joins);
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
