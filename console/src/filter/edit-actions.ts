import { type Catalogue, findField } from './catalogue.ts';
import type { Definition, GroupKind, Value, When } from './definition.ts';
import type { Refusal } from './measures.ts';
import type { Addition } from './rank.ts';
import { coreOf, findNode } from './rows.ts';
import type { Tree } from './tree.ts';

/** Place of a row: beside another row, or at the end of a group. */
export type At = { before: string } | { after: string } | { into: string };

/** An edit of a tree. `id` names a node. All are plain data, so that they can be stored and replayed. */
export type EditAction =
  | {
      type: 'addCondition';
      at: At;
      field: string;
      operator?: string;
      values?: readonly Value[];
      negated?: boolean;
      when?: When | undefined;
    }
  | { type: 'addGroup'; at: At; kind: GroupKind }
  | { type: 'setField'; id: string; field: string }
  | { type: 'setOperator'; id: string; operator: string }
  /** `time` in milliseconds lets quick edits of one condition be undone together. */
  | { type: 'setValues'; id: string; values: readonly Value[]; time?: number }
  /** Adds values to those of a condition that it does not have yet. */
  | { type: 'addValues'; id: string; values: readonly Value[] }
  /** Without `when`, evidence of any age counts. */
  | { type: 'setWhen'; id: string; when?: When }
  /** Takes away the `not` directly above a node, or makes `none_of` `any_of`; else adds a `not`. */
  | { type: 'negate'; id: string }
  | { type: 'setKind'; id: string; kind: GroupKind }
  | { type: 'remove'; id: string }
  | { type: 'duplicate'; id: string }
  | { type: 'move'; id: string; to: At }
  /** Moves by one row; at the end of a group, out of it. */
  | { type: 'moveBy'; id: string; by: 'up' | 'down' }
  /** `neighbour`: into the group before the row, else the group after it, else a new group. */
  | { type: 'indent'; id: string; into: 'neighbour' | 'new' }
  /** Moves out of the group, to the place after it. */
  | { type: 'lift'; id: string }
  | { type: 'replaceAll'; definition: Definition }
  | { type: 'setVersion'; registryVersion: string };

export type EditResult =
  | {
      ok: true;
      tree: Tree;
      /** Node that should be selected next. */
      focus?: string;
    }
  | { ok: false; refusal: Refusal };

export const refuse = (refusal: Refusal): EditResult => ({ ok: false, refusal });

/**
 * Returns the edit that adds a condition to the end of a group. Values of a field of which a company has one join the
 * condition that stands there, because two such conditions under "and" match no company.
 */
export function additionTo(tree: Tree, groupId: string, added: Addition, catalogue: Catalogue): EditAction {
  const { field, operator, values, negated } = added;
  const found = findNode(tree.root, groupId);
  const group = found && coreOf(found);
  const isAlone = values.length === 0 || negated || !isSingle(catalogue, field);
  // "not A or not B" is not "neither A nor B".
  const joins = operator === 'any_of' || (operator === 'none_of' && group?.kind === 'and');
  if (!isAlone && joins && group && 'children' in group) {
    const row = group.children.find(
      (each) => each.kind === 'condition' && each.field === field && each.operator === operator,
    );
    if (row) return { type: 'addValues', id: row.id, values };
  }
  return { type: 'addCondition', at: { into: groupId }, ...added };
}

/** Codes that a company has one of, or none: they may be unknown, and nothing asks for several at once. */
function isSingle(catalogue: Catalogue, key: string): boolean {
  const { type, operators = [] } = findField(catalogue, key) ?? {};
  return type === 'vocabulary' && operators.includes('is_known') && !operators.includes('all_of');
}
