import { type Catalogue, FLAG_OPERATOR, findField, fitsType, valueBounds, valueType } from './catalogue.ts';
import type { Value } from './definition.ts';
import { type At, type EditResult, refuse } from './edit-actions.ts';
import { coreOf, findNode, findRow, type Row, withChildren, withoutRow } from './rows.ts';
import { type ConditionItem, type EditorNode, type GroupItem, IdSource, idsOf, type Tree } from './tree.ts';

/** Inserts a new row. */
export function insert(tree: Tree, item: EditorNode, at: At, focus = item.id): EditResult {
  const root = insertAt(tree.root, item, at);
  return typeof root === 'string' ? refuse(root) : { ok: true, tree: { ...tree, root }, focus };
}

function insertAt(root: GroupItem, item: EditorNode, at: At): GroupItem | 'not_found' | 'not_a_group' {
  if ('into' in at) {
    const found = findNode(root, at.into);
    if (found === undefined) return 'not_found';
    const group = coreOf(found);
    if (group.kind === 'condition') return 'not_a_group';
    return withChildren(root, group.id, (children) => [...children, item]);
  }
  const row = findRow(root, 'before' in at ? at.before : at.after);
  if (row === undefined) return 'not_found';
  const index = 'before' in at ? row.index : row.index + 1;
  return withChildren(root, row.group.id, (children) => children.toSpliced(index, 0, item));
}

export function remove(tree: Tree, row: Row): EditResult {
  const next = row.group.children[row.index + 1] ?? row.group.children[row.index - 1] ?? row.group;
  return { ok: true, tree: { ...tree, root: withoutRow(tree.root, row) }, focus: next.id };
}

export function duplicate(tree: Tree, row: Row): EditResult {
  const ids = new IdSource(tree.nextId);
  const copy = withNewIds(row.item, ids);
  return insert({ ...tree, nextId: ids.next }, copy, { after: row.item.id });
}

function withNewIds(item: EditorNode, ids: IdSource): EditorNode {
  const id = ids.take();
  if (item.kind === 'condition') return { ...item, id };
  if (item.kind === 'not') return { ...item, id, child: withNewIds(item.child, ids) };
  return { ...item, id, children: item.children.map((child) => withNewIds(child, ids)) };
}

/** Moves a row. It is inserted first, so that the group at its new place cannot vanish with its last child. */
export function move(tree: Tree, row: Row, to: At, focus: string): EditResult {
  const target = Object.values(to)[0] ?? '';
  if (idsOf(row.item).includes(target)) {
    // A row beside itself stays; beside a node inside of it, it would contain itself.
    const isItself = !('into' in to) && findRow(tree.root, target)?.item === row.item;
    return isItself ? { ok: true, tree, focus } : refuse('into_itself');
  }
  // A placeholder holds the old place until the row is at its new one.
  const placeholder: EditorNode = { id: 'moved', kind: 'condition', field: '', operator: '', values: [] };
  const held = withChildren(tree.root, row.group.id, (children) =>
    children.map((child) => (child === row.item ? placeholder : child)),
  );
  const moved = insertAt(held, row.item, to);
  if (typeof moved === 'string') return refuse(moved);
  const old = findRow(moved, placeholder.id);
  return old ? { ok: true, tree: { ...tree, root: withoutRow(moved, old) }, focus } : refuse('not_found');
}

export function moveBy(tree: Tree, row: Row, by: 'up' | 'down', focus: string): EditResult {
  const beside =
    row.group.children[row.index + (by === 'up' ? -1 : 1)] ?? findRow(tree.root, row.group.id)?.item;
  if (beside === undefined) return refuse('at_edge');
  return move(tree, row, by === 'up' ? { before: beside.id } : { after: beside.id }, focus);
}

export function lift(tree: Tree, row: Row, focus: string): EditResult {
  const outer = findRow(tree.root, row.group.id);
  return outer ? move(tree, row, { after: outer.item.id }, focus) : refuse('at_edge');
}

export function indent(tree: Tree, row: Row, into: 'neighbour' | 'new', focus: string): EditResult {
  const { children, kind } = row.group;
  const groupAt = (index: number) => {
    const item = children[index];
    const core = item && coreOf(item);
    return core && core.kind !== 'condition' ? core : undefined;
  };
  const before = groupAt(row.index - 1);
  if (into === 'neighbour' && before) return move(tree, row, { into: before.id }, focus);
  const after = groupAt(row.index + 1);
  const first = after?.children[0];
  if (into === 'neighbour' && after)
    return move(tree, row, first ? { before: first.id } : { into: after.id }, focus);
  const ids = new IdSource(tree.nextId);
  const group: GroupItem = { id: ids.take(), kind: kind === 'and' ? 'or' : 'and', children: [row.item] };
  const root = withChildren(tree.root, row.group.id, (all) => all.with(row.index, group));
  return { ok: true, tree: { ...tree, root, nextId: ids.next }, focus };
}

type Draft = Pick<ConditionItem, 'field' | 'operator' | 'values'>;

/** Returns a new condition. A field's first operator is the usual one; a flag starts as true. */
export function draftCondition(
  catalogue: Catalogue,
  field: string,
  operator = findField(catalogue, field)?.operators[0] ?? 'any_of',
  values: readonly Value[] = [],
): Draft {
  const isFlag = valueType(catalogue, field, operator) === 'boolean';
  return { field, operator, values: values.length === 0 && isFlag ? [true] : values };
}

/** Returns the condition on another field. The operator stays if the field has it, and values that fit stay too. */
export function withField(catalogue: Catalogue, condition: Draft, field: string): Draft {
  const operators = findField(catalogue, field)?.operators ?? [condition.operator];
  const operator = operators.includes(condition.operator) ? condition.operator : operators[0];
  const next = draftCondition(catalogue, field, operator);
  const typeBefore = valueType(catalogue, condition.field, condition.operator);
  if (typeBefore !== valueType(catalogue, field, next.operator)) return next;
  const { max } = valueBounds(catalogue, next.operator);
  const kept = condition.values.filter((value) => mayHave(catalogue, condition.field, next, value));
  return kept.length > 0 ? { ...next, values: kept.slice(0, max) } : next;
}

/** Lengths of a text, in characters, that every text field takes. The catalogue does not tell them. */
const fitsText = ({ length }: readonly string[]) => length >= 2 && length <= 100;

/** Free values fit every field of their type. A value of a vocabulary fits where the catalogue lists it. */
function mayHave(catalogue: Catalogue, oldField: string, { field, operator }: Draft, value: Value): boolean {
  const found = findField(catalogue, field);
  if (operator === FLAG_OPERATOR || oldField === field) return true;
  if (found?.type === 'vocabulary') return found.values?.some((each) => each.value === value) ?? false;
  if (found?.type !== findField(catalogue, oldField)?.type) return false;
  return found?.type !== 'text' || fitsText([...String(value)]);
}

/** Returns the condition with another operator. Values stay as far as the operator takes them. */
export function withOperator(catalogue: Catalogue, condition: Draft, operator: string): Draft {
  const { max } = valueBounds(catalogue, operator);
  const values = condition.values
    .filter((value) => fitsType(catalogue, condition.field, operator, value))
    .slice(0, max);
  return draftCondition(catalogue, condition.field, operator, values);
}

/** Tells whether a field takes `when`. An unknown field may. */
export function takesWhen(catalogue: Catalogue, field: string): boolean {
  return findField(catalogue, field)?.when !== null;
}

/** Tells whether a field supports an operator. An unknown field may have any. */
export function supports(catalogue: Catalogue, field: string, operator: string): boolean {
  return findField(catalogue, field)?.operators.includes(operator) ?? true;
}
