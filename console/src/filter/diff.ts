import type { Condition, Definition, GroupKind, Value } from './definition.ts';
import { type Item, itemsBelow, rootItem, similarity } from './items.ts';

/** One change between two definitions, with JSON pointers into each. */
export type Change =
  | { kind: 'versionChanged'; before: string; after: string }
  | { kind: 'conditionAdded'; after: string; condition: Condition; negated: boolean }
  | { kind: 'conditionRemoved'; before: string; condition: Condition; negated: boolean }
  | {
      kind: 'conditionChanged';
      before: string;
      after: string;
      was: Condition;
      is: Condition;
      added: readonly Value[];
      removed: readonly Value[];
    }
  | { kind: 'groupAdded'; after: string; group: GroupKind }
  | { kind: 'groupRemoved'; before: string; group: GroupKind }
  | { kind: 'groupKindChanged'; before: string; after: string; was: GroupKind; is: GroupKind }
  /** Number of `not` around a node. */
  | { kind: 'negationChanged'; before: string; after: string; was: number; is: number }
  | { kind: 'moved'; before: string; after: string };

/**
 * Compares two definitions. Nodes are matched by field, operator and place, not by position alone. Equal definitions
 * have no changes.
 */
export function diffDefinitions(before: Definition, after: Definition): Change[] {
  const [from, to] = [before.registry_version, after.registry_version];
  const version: Change[] = from === to ? [] : [{ kind: 'versionChanged', before: from, after: to }];
  if (JSON.stringify(before.root) === JSON.stringify(after.root)) return version;
  const old = rootItem(before.root);
  const now = rootItem(after.root);
  const pairs = matchItems(old, now);
  const changes = [...version, ...changesOf(old, now, pairs)];
  if (changes.length > version.length || old.implied === now.implied) return changes;
  return [
    ...changes,
    old.implied
      ? { kind: 'groupAdded', after: '/root', group: now.kind ?? 'and' }
      : { kind: 'groupRemoved', before: '/root', group: old.kind ?? 'and' },
  ];
}

/** Pairs items of both trees: those at the same place first, then what moved. */
function matchItems(old: Item, now: Item): Map<Item, Item> {
  const pairs = new Map<Item, Item>();
  const taken = new Set<Item>();
  const pair = (a: Item, b: Item): void => {
    pairs.set(a, b);
    taken.add(b);
    pairAll(a.children, b.children);
  };
  const pairAll = (olds: Iterable<Item>, news: Iterable<Item>): void => {
    const right = [...news];
    const candidates = [...olds].flatMap((a, i) =>
      right.map((b, j) => ({ a, b, score: similarity(a, b), distance: Math.abs(i - j) })),
    );
    candidates.sort(
      (x, y) => y.score - x.score || y.a.leaves.length - x.a.leaves.length || x.distance - y.distance,
    );
    for (const { a, b, score } of candidates) if (score > 0 && !pairs.has(a) && !taken.has(b)) pair(a, b);
  };
  if (!wrapsOther(old, now) && !wrapsOther(now, old)) pair(old, now);
  pairAll([old, ...itemsBelow(old)], [now, ...itemsBelow(now)]);
  return pairs;
}

/** Tells whether one root stands unchanged as a group within the other. */
function wrapsOther(outer: Item, inner: Item): boolean {
  return inner.text !== '' && [...itemsBelow(outer)].some(({ text }) => text === inner.text);
}

function changesOf(old: Item, now: Item, pairs: ReadonlyMap<Item, Item>): Change[] {
  const back = new Map([...pairs].map(([a, b]) => [b, a]));
  const kept = stayed(old, pairs, back);
  const gone = [old, ...itemsBelow(old)].filter((item) => !pairs.has(item)).flatMap(removal);
  const rest = [now, ...itemsBelow(now)].flatMap((item): Change[] => {
    const was = back.get(item);
    if (was === undefined) return addition(item);
    const moved: Change = { kind: 'moved', before: was.pointer, after: item.pointer };
    return [...changesOfPair(was, item), ...(kept.has(was) ? [] : [moved])];
  });
  return [...gone, ...rest];
}

/** Returns the items that keep their group and their order in it. Added and removed groups do not count as places. */
function stayed(old: Item, pairs: ReadonlyMap<Item, Item>, back: ReadonlyMap<Item, Item>): Set<Item> {
  const isKnown = (item: Item) => pairs.has(item) || back.has(item);
  const place = (item: Item): Item | undefined => {
    const { parent } = item;
    return parent === undefined || isKnown(parent) ? parent : place(parent);
  };
  const kept = new Set<Item>();
  const byPlace = new Map<Item | undefined, Item[]>();
  for (const item of [old, ...itemsBelow(old)]) {
    const match = pairs.get(item);
    if (match === undefined) continue;
    const group = place(item);
    const target = place(match);
    if ((group && pairs.get(group)) !== target) continue;
    byPlace.set(group, [...(byPlace.get(group) ?? []), item]);
  }
  const order = new Map([...back.keys()].map((item) => [item, item.pointer]));
  for (const items of byPlace.values())
    for (const item of longestRise(items, (each) => rankOf(order.get(pairs.get(each) ?? each) ?? '')))
      kept.add(item);
  return kept;
}

/** Turns a pointer into a text that sorts in document order. */
function rankOf(pointer: string): string {
  return pointer.replace(/\d+/g, (digits) => digits.padStart(6, '0')).replace(/\/(?:and|or|not)/g, '');
}

function longestRise(items: readonly Item[], rank: (item: Item) => string): Item[] {
  const longest = (runs: readonly Item[][]) =>
    runs.reduce<Item[]>((best, run) => (run.length > best.length ? run : best), []);
  const runs: Item[][] = [];
  for (const item of items)
    runs.push([...longest(runs.filter((run) => rank(run.at(-1) ?? item) < rank(item))), item]);
  return longest(runs);
}

function removal({ condition, kind, pointer: before, nots }: Item): Change[] {
  if (condition) return [{ kind: 'conditionRemoved', before, condition, negated: nots % 2 === 1 }];
  return kind ? [{ kind: 'groupRemoved', before, group: kind }] : [];
}

function addition({ condition, kind, pointer: after, nots }: Item): Change[] {
  if (condition) return [{ kind: 'conditionAdded', after, condition, negated: nots % 2 === 1 }];
  return kind ? [{ kind: 'groupAdded', after, group: kind }] : [];
}

function changesOfPair(a: Item, b: Item): Change[] {
  const at = { before: a.pointer, after: b.pointer };
  const changes: Change[] = [];
  if (a.nots !== b.nots) changes.push({ kind: 'negationChanged', ...at, was: a.nots, is: b.nots });
  if (a.kind && b.kind && a.kind !== b.kind)
    changes.push({ kind: 'groupKindChanged', ...at, was: a.kind, is: b.kind });
  if (a.condition && b.condition && a.leaves[0] !== b.leaves[0]) {
    const [was, is] = [a.condition, b.condition];
    const added = is.values.filter((value) => !was.values.includes(value));
    const removed = was.values.filter((value) => !is.values.includes(value));
    changes.push({ kind: 'conditionChanged', ...at, was, is, added, removed });
  }
  return changes;
}
