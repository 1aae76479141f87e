import { type Catalogue, fitsType, valueBounds } from './catalogue.ts';
import { type EditAction, type EditResult, refuse } from './edit-actions.ts';
import {
  draftCondition,
  duplicate,
  indent,
  insert,
  lift,
  move,
  moveBy,
  remove,
  supports,
  takesWhen,
  withField,
  withOperator,
} from './edit-rows.ts';
import { brokenBound } from './measures.ts';
import { findNode, findRow, NEGATED, replaceNode, withKind } from './rows.ts';
import { type ConditionItem, type EditorNode, fromDefinition, IdSource, type Tree } from './tree.ts';

/**
 * Applies an edit. An edit that would break a bound, or makes no sense, is refused with a code and changes nothing.
 *
 * Empty groups: a group that was added empty stays until it is removed. A group that loses its last child disappears
 * with it. The root always stays.
 */
export function edit(tree: Tree, action: EditAction, catalogue: Catalogue): EditResult {
  const result = apply(tree, action, catalogue);
  if (!result.ok) return result;
  const broken = brokenBound(tree, result.tree);
  return broken ? refuse(broken) : result;
}

function apply(tree: Tree, action: EditAction, catalogue: Catalogue): EditResult {
  switch (action.type) {
    case 'addCondition':
      return addCondition(tree, action, catalogue);
    case 'addGroup': {
      const ids = new IdSource(tree.nextId);
      const group: EditorNode = { id: ids.take(), kind: action.kind, children: [] };
      return insert({ ...tree, nextId: ids.next }, group, action.at);
    }
    case 'setField':
    case 'setOperator':
    case 'setValues':
    case 'addValues':
    case 'setWhen':
      return editCondition(tree, action, catalogue);
    case 'negate':
      return negate(tree, action.id);
    case 'setKind':
      return setKind(tree, action.id, action.kind);
    case 'replaceAll':
      return { ok: true, tree: fromDefinition(action.definition, tree.nextId) };
    case 'setVersion':
      return { ok: true, tree: { ...tree, registryVersion: action.registryVersion } };
  }
  const row = findRow(tree.root, action.id);
  if (!row) return refuse(tree.root.id === action.id ? 'is_root' : 'not_found');
  switch (action.type) {
    case 'remove':
      return remove(tree, row);
    case 'duplicate':
      return duplicate(tree, row);
    case 'move':
      return move(tree, row, action.to, action.id);
    case 'moveBy':
      return moveBy(tree, row, action.by, action.id);
    case 'indent':
      return indent(tree, row, action.into, action.id);
    case 'lift':
      return lift(tree, row, action.id);
  }
}

type Adding = Extract<EditAction, { type: 'addCondition' }>;

function addCondition(tree: Tree, action: Adding, catalogue: Catalogue): EditResult {
  const { at, field, operator, values, negated, when } = action;
  const ids = new IdSource(tree.nextId);
  const drafted = draftCondition(catalogue, field, operator, values);
  const refusal = valuesRefusal(catalogue, drafted);
  if (refusal) return refuse(refusal);
  if (when && !takesWhen(catalogue, field)) return refuse('when_not_allowed');
  const condition: ConditionItem = { id: ids.take(), kind: 'condition', ...drafted, ...(when && { when }) };
  const item: EditorNode = negated ? { id: ids.take(), kind: 'not', child: condition } : condition;
  return insert({ ...tree, nextId: ids.next }, item, at, condition.id);
}

type Checked = Pick<ConditionItem, 'field' | 'operator' | 'values'>;

function valuesRefusal(catalogue: Catalogue, { field, operator, values }: Checked) {
  if (!supports(catalogue, field, operator)) return 'operator_not_allowed';
  if (values.length > valueBounds(catalogue, operator).max) return 'too_many_values';
  return values.every((value) => fitsType(catalogue, field, operator, value)) ? undefined : 'wrong_type';
}

type ConditionAction = Extract<
  EditAction,
  { type: 'setField' | 'setOperator' | 'setValues' | 'addValues' | 'setWhen' }
>;

function editCondition(tree: Tree, action: ConditionAction, catalogue: Catalogue): EditResult {
  const found = findNode(tree.root, action.id);
  if (found?.kind !== 'condition') return refuse(found ? 'not_a_condition' : 'not_found');
  if (action.type === 'setWhen' && action.when && !takesWhen(catalogue, found.field))
    return refuse('when_not_allowed');
  const changed = changeCondition(found, action, catalogue);
  const refusal = valuesRefusal(catalogue, changed);
  return refusal ? refuse(refusal) : replaced(tree, found.id, () => changed, found.id);
}

function changeCondition(
  condition: ConditionItem,
  action: ConditionAction,
  catalogue: Catalogue,
): ConditionItem {
  const { when: _, ...undated } = condition;
  switch (action.type) {
    case 'setField': {
      const kept = takesWhen(catalogue, action.field) ? condition : undated;
      return { ...kept, ...withField(catalogue, condition, action.field) };
    }
    case 'setOperator':
      return { ...condition, ...withOperator(catalogue, condition, action.operator) };
    case 'setValues':
      return { ...condition, values: action.values };
    case 'addValues':
      return { ...condition, values: [...new Set([...condition.values, ...action.values])] };
    case 'setWhen':
      return action.when ? { ...condition, when: action.when } : undated;
  }
}

/** The group at the top is negated inside of an implied group, which goes when it is negated again. */
function negate(tree: Tree, id: string): EditResult {
  const ids = new IdSource(tree.nextId);
  if (id === tree.root.id) {
    if (tree.implied && tree.root.children.length === 0) return refuse('is_root');
    const not: EditorNode = { id: ids.take(), kind: 'not', child: tree.root };
    const root = { id: ids.take(), kind: 'and', children: [not] } as const;
    return { ok: true, tree: { ...tree, root, implied: true, nextId: ids.next }, focus: id };
  }
  const row = findRow(tree.root, id);
  const found = findNode(tree.root, id);
  if (row === undefined || found === undefined) return refuse('not_found');
  const not = found.kind === 'not' ? found : parentNot(row.item, id);
  if (not === undefined && found.kind === 'condition' && found.operator === NEGATED)
    return replaced(tree, id, () => ({ ...found, operator: 'any_of' }), id);
  const negated = (child: EditorNode): EditorNode => ({ id: ids.take(), kind: 'not', child });
  if (not === undefined) return replaced({ ...tree, nextId: tree.nextId + 1 }, id, negated, id);
  const { child } = not;
  const isOnly = tree.implied && tree.root.children.length === 1 && row.item === not;
  if (isOnly && (child.kind === 'and' || child.kind === 'or'))
    return { ok: true, tree: { ...tree, root: child, implied: false }, focus: child.id };
  return replaced(tree, not.id, () => child, child.id);
}

function parentNot(item: EditorNode, id: string): Extract<EditorNode, { kind: 'not' }> | undefined {
  if (item.kind !== 'not') return undefined;
  return item.child.id === id ? item : parentNot(item.child, id);
}

function setKind(tree: Tree, id: string, kind: 'and' | 'or'): EditResult {
  const found = findNode(tree.root, id);
  if (found === undefined) return refuse('not_found');
  if (found.kind === 'condition' || found.kind === 'not') return refuse('not_a_group');
  return { ok: true, tree: { ...tree, root: withKind(tree.root, id, kind) }, focus: id };
}

type ChangeNode = (found: EditorNode) => EditorNode;

function replaced(tree: Tree, id: string, change: ChangeNode, focus: string): EditResult {
  const root = replaceNode(tree.root, id, change);
  return 'children' in root ? { ok: true, tree: { ...tree, root }, focus } : refuse('is_root');
}
