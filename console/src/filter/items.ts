import { asGroup, type Condition, type FilterNode, type GroupKind } from './definition.ts';

/** A node for comparisons: a condition or group with the number of `not` around it. */
export interface Item {
  node: FilterNode;
  pointer: string;
  nots: number;
  condition?: Condition;
  kind?: GroupKind;
  children: Item[];
  /** The complete node as text. */
  text: string;
  /** Texts of all conditions below. */
  leaves: string[];
  parent?: Item;
}

function toItem(node: FilterNode, pointer: string, parent?: Item): Item {
  let core = node;
  let inner = pointer;
  let nots = 0;
  for (; 'not' in core; core = core.not, inner += '/not') nots += 1;
  const text = JSON.stringify(node);
  const item: Item = { node, pointer, nots, text, leaves: [], children: [], ...(parent ? { parent } : {}) };
  if ('condition' in core) return { ...item, condition: core.condition, leaves: [JSON.stringify(core)] };
  const group = asGroup(core);
  if (group === undefined) return item;
  item.kind = group.kind;
  item.children = group.children.map((child, index) =>
    toItem(child, `${inner}/${group.kind}/${index}`, item),
  );
  item.leaves = item.children.flatMap(({ leaves }) => leaves);
  return item;
}

/** Returns the root as a group: a condition or null gets an implied `and`. */
export function rootItem(root: FilterNode | null): Item & { implied: boolean } {
  const item = root === null ? undefined : toItem(root, '/root');
  if (item?.kind) return Object.assign(item, { implied: false });
  const none = { nots: 0, text: '', children: [], leaves: [] };
  const top: Item = { node: { and: [] }, pointer: '/root', kind: 'and', ...none };
  top.children = root === null ? [] : [toItem(root, '/root', top)];
  top.leaves = top.children.flatMap(({ leaves }) => leaves);
  return Object.assign(top, { implied: true });
}

/** Returns from 0, unrelated, to 1, equal. Conditions are related by field and operator, groups by their conditions. */
export function similarity(a: Item, b: Item): number {
  if (a.text === b.text && a.text !== '') return 1;
  const negation = a.nots === b.nots ? 0 : 0.05;
  if (a.condition && b.condition) return conditionSimilarity(a.condition, b.condition, negation);
  if (!a.kind || !b.kind) return 0;
  const others = new Set(b.leaves);
  const shared = a.leaves.filter((leaf) => others.has(leaf)).length;
  const size = Math.max(a.leaves.length, b.leaves.length);
  return shared === 0 ? 0 : 0.3 + (0.6 * shared) / size - negation;
}

function conditionSimilarity(a: Condition, b: Condition, negation: number): number {
  if (a.field !== b.field) return 0;
  const others = new Set(b.values);
  const shared = a.values.filter((value) => others.has(value)).length;
  const overlap = shared / Math.max(1, a.values.length, b.values.length);
  const age = JSON.stringify(a.when) === JSON.stringify(b.when) ? 0 : 0.1;
  return (a.operator === b.operator ? 0.6 : 0.4) + 0.3 * overlap - age - negation;
}

/**
 * Pairs the items of two lists in their order, with the greatest sum of similarities.
 *
 * @returns indexes of the pairs, ascending in both lists.
 */
export function align(a: readonly Item[], b: readonly Item[], minimum = 0): [number, number][] {
  const scores = a.map((left) => b.map((right) => similarity(left, right)));
  const width = b.length + 1;
  const best = new Array<number>((a.length + 1) * width).fill(0);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  const paired = (i: number, j: number) => {
    const score = scores[i]?.[j] ?? 0;
    return score > minimum ? score + at(i + 1, j + 1) : -1;
  };
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (paired(i, j) === at(i, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

export function* itemsBelow(item: Item): Generator<Item> {
  for (const child of item.children) {
    yield child;
    yield* itemsBelow(child);
  }
}
