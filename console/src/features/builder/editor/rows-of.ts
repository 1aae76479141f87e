import type { GroupKind } from '../../../filter/definition.ts';
import type { ConditionItem, EditorNode, GroupItem } from '../../../filter/tree.ts';

/** Place of a row among the rows of its group, from 1, and its level, from 1 for the root. */
interface Place {
  level: number;
  position: number;
  size: number;
  /** Id of the group; undefined for the root. */
  parent: string | undefined;
}

/** A group or condition with the `not` above it. `id` is its own id, `nodeId` that of the outermost `not`. */
export type EditorRow =
  | (Place & { type: 'group'; id: string; nodeId: string; kind: GroupKind; nots: number; isEmpty: boolean })
  | (Place & { type: 'condition'; id: string; nodeId: string; item: ConditionItem; nots: number })
  /** The end of a group, where things are added. */
  | { type: 'end'; id: string; level: number };

/** Returns the rows of a tree in document order. A group is followed by its rows and its end. */
export function rowsOf(root: GroupItem): EditorRow[] {
  return visit(root, { level: 1, position: 1, size: 1, parent: undefined });
}

function visit(node: EditorNode, place: Place): EditorRow[] {
  let core = node;
  let nots = 0;
  for (; core.kind === 'not'; core = core.child) nots += 1;
  const { id } = core;
  const own = { ...place, id, nodeId: node.id, nots };
  if (core.kind === 'condition') return [{ type: 'condition', item: core, ...own }];
  const { kind, children } = core;
  const level = place.level + 1;
  const below = children.flatMap((child, index) =>
    visit(child, { level, position: index + 1, size: children.length, parent: id }),
  );
  return [
    { type: 'group', kind, isEmpty: children.length === 0, ...own },
    ...below,
    { type: 'end', id, level },
  ];
}
