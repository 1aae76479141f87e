import type { GroupKind } from './definition.ts';
import type { EditorNode, GroupItem, Tree } from './tree.ts';

/** Operator that says the same as a `not` around `any_of`. */
export const NEGATED = 'none_of';

/**
 * A row is a child of a group. A `not` and its child make one row: what places, moves, copies or removes one of them
 * takes both.
 */
export interface Row {
  item: EditorNode;
  group: GroupItem;
  index: number;
}

/** Finds the row of a node; undefined for the root and for unknown ids. */
export function findRow(group: GroupItem, id: string): Row | undefined {
  for (const [index, item] of group.children.entries()) {
    const core = coreOf(item);
    if (chainOf(item).some((each) => each.id === id)) return { item, group, index };
    const below = core.kind === 'condition' ? undefined : findRow(core, id);
    if (below) return below;
  }
  return undefined;
}

/** Finds a node by id. */
export function findNode(node: EditorNode, id: string): EditorNode | undefined {
  if (node.id === id) return node;
  if (node.kind === 'condition') return undefined;
  if (node.kind === 'not') return findNode(node.child, id);
  for (const child of node.children) {
    const found = findNode(child, id);
    if (found) return found;
  }
  return undefined;
}

/** Returns the condition or group below any number of `not`. */
export function coreOf(item: EditorNode): Exclude<EditorNode, { kind: 'not' }> {
  return item.kind === 'not' ? coreOf(item.child) : item;
}

/** Tells whether the row of a node says "not", by a `not` or by its operator. */
export function isNegated({ root }: Tree, id: string): boolean {
  const item = findRow(root, id)?.item;
  const core = item && coreOf(item);
  return item?.kind === 'not' || (core?.kind === 'condition' && core.operator === NEGATED);
}

function chainOf(item: EditorNode): EditorNode[] {
  return item.kind === 'not' ? [item, ...chainOf(item.child)] : [item];
}

/** Returns the tree with one node replaced. All other nodes keep their identity. */
export function replaceNode(
  node: EditorNode,
  id: string,
  change: (found: EditorNode) => EditorNode,
): EditorNode {
  if (node.id === id) return change(node);
  if (node.kind === 'condition') return node;
  if (node.kind === 'not') {
    const child = replaceNode(node.child, id, change);
    return child === node.child ? node : { ...node, child };
  }
  const children = node.children.map((child) => replaceNode(child, id, change));
  return children.every((child, index) => child === node.children[index]) ? node : { ...node, children };
}

/** Returns the root with other children of one group. */
export function withChildren(
  root: GroupItem,
  groupId: string,
  change: (children: readonly EditorNode[]) => readonly EditorNode[],
): GroupItem {
  const changed = replaceNode(root, groupId, (found) =>
    'children' in found ? { ...found, children: change(found.children) } : found,
  );
  return 'children' in changed ? changed : root;
}

/** Removes a row. A group that thereby loses its last child disappears with it; the root stays. */
export function withoutRow(root: GroupItem, { item, group }: Row): GroupItem {
  const parent = group.children.length === 1 ? findRow(root, group.id) : undefined;
  if (parent) return withoutRow(root, parent);
  return withChildren(root, group.id, (children) => children.filter((child) => child !== item));
}

/** Returns the root as another kind of group. */
export function withKind(root: GroupItem, id: string, kind: GroupKind): GroupItem {
  const changed = replaceNode(root, id, (found) => ('children' in found ? { ...found, kind } : found));
  return 'children' in changed ? changed : root;
}
