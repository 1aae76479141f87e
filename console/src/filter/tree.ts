import { type Catalogue, valueBounds } from './catalogue.ts';
import {
  asGroup,
  type Condition,
  type Definition,
  type FilterNode,
  type GroupKind,
  groupOf,
  inOrder,
  type Value,
  type When,
} from './definition.ts';
import { Places } from './places.ts';

export interface GroupItem {
  id: string;
  kind: GroupKind;
  children: readonly EditorNode[];
}

export interface ConditionItem {
  id: string;
  kind: 'condition';
  field: string;
  operator: string;
  /** Fewer than the operator takes while the condition is unfinished. */
  values: readonly Value[];
  when?: When;
  /** Order of the keys in the JSON that it came from; absent for the usual one. */
  keys?: readonly string[];
}

/** A node with an id that no edit changes. */
export type EditorNode = GroupItem | { id: string; kind: 'not'; child: EditorNode } | ConditionItem;

/**
 * A definition while it is edited; immutable. The root is always a group. A definition that is a condition, a `not` or
 * null gets an `implied` group around it, which the definition does not have while it has one child or none.
 */
export interface Tree {
  registryVersion: string;
  root: GroupItem;
  implied: boolean;
  /** Number of the next id. */
  nextId: number;
  /** Whether `root` comes before `registry_version` in the JSON. */
  rootFirst?: true;
}

/** Hands out ids `n1`, `n2` and so on. */
export class IdSource {
  /** Number of the next id. */
  next: number;

  constructor(first: number) {
    this.next = first;
  }

  take(): string {
    this.next += 1;
    return `n${this.next - 1}`;
  }
}

/**
 * Returns the editor's tree of a definition. `toDefinition` returns the definition unchanged.
 *
 * @param firstId number of the first id, so that ids of an earlier tree are not used again.
 */
export function fromDefinition(definition: Definition, firstId = 1): Tree {
  const ids = new IdSource(firstId);
  const { root } = definition;
  const isGroup = root !== null && asGroup(root) !== undefined;
  const top = isGroup ? toItem(root, ids) : undefined;
  const group: GroupItem =
    top?.kind === 'and' || top?.kind === 'or'
      ? top
      : { id: ids.take(), kind: 'and', children: root === null ? [] : [toItem(root, ids)] };
  return {
    registryVersion: definition.registry_version,
    root: group,
    implied: !isGroup,
    nextId: ids.next,
    ...(Object.keys(definition)[0] === 'root' ? { rootFirst: true } : {}),
  };
}

const USUAL_KEYS = ['field', 'operator', 'values', 'when'];

/** Returns a node with new ids. */
function toItem(node: FilterNode, ids: IdSource): EditorNode {
  const id = ids.take();
  if ('not' in node) return { id, kind: 'not', child: toItem(node.not, ids) };
  if ('condition' in node) {
    const keys = Object.keys(node.condition);
    const isUsual = USUAL_KEYS.slice(0, keys.length).join() === keys.join();
    return { id, kind: 'condition', ...node.condition, ...(isUsual ? {} : { keys }) };
  }
  const group = asGroup(node) ?? { kind: 'and', children: [] };
  return { id, kind: group.kind, children: group.children.map((child) => toItem(child, ids)) };
}

/** A definition, its nodes by pointer, and the ids of the conditions and groups that it leaves out. */
export interface Produced {
  definition: Definition;
  places: Places;
  dropped: readonly string[];
}

/**
 * Returns the definition of a tree without its unfinished parts, so that there are numbers while people type. Left out
 * are conditions with fewer values than their operator takes, groups without a remaining node, and their `not`.
 */
export function toDefinition(tree: Tree, catalogue: Catalogue): Produced {
  return produce(
    tree,
    ({ operator, values }) => values.length >= valueBounds(catalogue, operator).min,
    false,
  );
}

/** Returns the definition of a tree with its unfinished parts. The service refuses it; drafts are stored in this form. */
export function toDraftDefinition(tree: Tree): Definition {
  return produce(tree, () => true, true).definition;
}

function produce(tree: Tree, keeps: (item: ConditionItem) => boolean, keepsEmpty: boolean): Produced {
  const recorder = new Places();
  const dropped: string[] = [];
  const isKept = (item: EditorNode): boolean => {
    if (item.kind === 'condition') return keeps(item);
    if (item.kind === 'not') return isKept(item.child);
    return keepsEmpty || item.children.some(isKept);
  };

  function build(item: EditorNode, pointer: string): FilterNode {
    recorder.node(item.id, pointer);
    if (item.kind === 'condition') return { condition: toCondition(item) };
    if (item.kind === 'not') return { not: build(item.child, `${pointer}/not`) };
    return groupOf(item.kind, buildAll(item.children, `${pointer}/${item.kind}`));
  }

  function buildAll(items: readonly EditorNode[], pointer: string): FilterNode[] {
    for (const item of items) if (!isKept(item)) dropped.push(...idsOf(item));
    return items.filter(isKept).map((item, index) => build(item, `${pointer}/${index}`));
  }

  const root = buildRoot(tree, isKept);
  const { registryVersion: registry_version } = tree;
  const definition = tree.rootFirst ? { root, registry_version } : { registry_version, root };
  return { definition, places: recorder, dropped };

  function buildRoot({ root: group, implied }: Tree, kept: (item: EditorNode) => boolean): FilterNode | null {
    const [only, ...others] = group.children.filter(kept);
    const isAbsent = only === undefined && (implied || !keepsEmpty);
    if (!isAbsent && !(implied && others.length === 0)) return build(group, '/root');
    // The implied group counts what its child counts.
    recorder.node(group.id, '/root');
    for (const item of group.children) if (item !== only) dropped.push(...idsOf(item));
    return only === undefined ? null : build(only, '/root');
  }
}

/** Returns the condition of an item, with its keys in the order that they came in. */
export function toCondition({ field, operator, values, when, keys }: ConditionItem): Condition {
  const condition = { field, operator, values, ...(when && { when }) };
  return keys ? inOrder(condition, keys) : condition;
}

/** Ids of an item and all nodes below it. */
export function idsOf(item: EditorNode): string[] {
  if (item.kind === 'condition') return [item.id];
  return [item.id, ...(item.kind === 'not' ? idsOf(item.child) : item.children.flatMap(idsOf))];
}
