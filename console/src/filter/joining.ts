import { type Catalogue, findField } from './catalogue.ts';
import type { EditAction } from './edit-actions.ts';
import { coreOf, findNode } from './rows.ts';
import type { ConditionItem, Tree } from './tree.ts';

type Addition = Pick<ConditionItem, 'field' | 'operator' | 'values' | 'when'> & { negated: boolean };

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
