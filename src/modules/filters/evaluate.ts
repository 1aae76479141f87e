import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { Snapshot } from '../facets/reader.ts';
import { EVER, type Window } from '../facets/windows.ts';
import { between, type Slices } from './bit-slices.ts';
import { type ConditionNode, type FilterNode, isNegative } from './definition.ts';
import type { FieldKey } from './registry.ts';
import { knownKey, questionsOf, sliceKeys, valueKeys } from './requirements.ts';
import { free, intersect, invert, type Selection, unite } from './selection.ts';

/**
 * The companies that a tree matches within an evidence window (contract, section 6, "Tiers"): negation is pushed to
 * the leaves; a positive dated condition looks at the window, a negated one at everything ever seen.
 */
export function evaluate(
  node: FilterNode,
  snapshot: Snapshot,
  window: Window = EVER,
  negated = false,
): Selection {
  switch (node.kind) {
    case 'condition':
      return evaluateCondition(node, snapshot, window, negated);
    case 'not':
      return evaluate(node.child, snapshot, window, !negated);
    case 'and':
    case 'or': {
      const children = node.children.map((child) => evaluate(child, snapshot, window, negated));
      const result = (node.kind === 'and') === negated ? unite(children) : intersect(children);
      free(children, result);
      return result;
    }
  }
}

/** Whether freshness can make a difference: without a positive dated condition every window gives the same. */
export function dependsOnWindow(node: FilterNode, negated = false): boolean {
  switch (node.kind) {
    case 'condition':
      return node.field.dated && isNegative(node) === negated;
    case 'not':
      return dependsOnWindow(node.child, !negated);
    default:
      return node.children.some((child) => dependsOnWindow(child, negated));
  }
}

/** The companies of each node of a tree by itself, in document order, whenever seen. */
export function evaluateEach(root: FilterNode, snapshot: Snapshot): [FilterNode, Selection][] {
  return [...evaluateInOrder(root, snapshot)];
}

function evaluateInOrder(
  node: FilterNode,
  snapshot: Snapshot,
  found = new Map<FilterNode, Selection>(),
): Map<FilterNode, Selection> {
  // Its place in the order is taken before its children take theirs.
  found.set(node, NOTHING);
  const inner = node.kind === 'not' ? [node.child] : node.kind === 'condition' ? [] : node.children;
  for (const child of inner) evaluateInOrder(child, snapshot, found);
  const children = inner.map((child) => found.get(child) ?? NOTHING);
  found.set(node, combine(node, children, snapshot));
  return found;
}

const NOTHING: Selection = { ids: new Bitmap(), complement: false };

function combine(node: FilterNode, children: readonly Selection[], snapshot: Snapshot): Selection {
  switch (node.kind) {
    case 'condition':
      return evaluateCondition(node, snapshot, EVER, false);
    case 'not':
      return invert(children[0] ?? NOTHING);
    default:
      return node.kind === 'and' ? intersect(children) : unite(children);
  }
}

function evaluateCondition(
  condition: ConditionNode,
  snapshot: Snapshot,
  window: Window,
  negated: boolean,
): Selection {
  const complement = isNegative(condition) !== negated;
  const selection = select(condition, snapshot, complement ? EVER : window);
  return complement ? invert(selection) : selection;
}

/** The companies that meet a condition, its negation left out of account. */
function select(condition: ConditionNode, snapshot: Snapshot, window: Window): Selection {
  const { field, operator, values } = condition;
  if (operator === 'is_known') return held(snapshot.posting(knownKey(field.key)));
  if (field.type === 'integer') {
    const name = `compare\0${field.key}\0${operator}\0${values.join('\0')}`;
    return held(snapshot.derive(name, () => compare(slicesOf(snapshot, field.key), condition)));
  }
  const sets =
    field.type === 'vocabulary'
      ? valueKeys(condition, window).map((key) => snapshot.posting(key))
      : questionsOf(condition, window).map((question) => snapshot.answer(question).ids);
  const selections = sets.map(held);
  return operator === 'all_of' && values.length > 1 ? intersect(selections) : unite(selections);
}

/** Ids that the snapshot holds. */
function held(ids: ReadonlyBitmap): Selection {
  return { ids, complement: false };
}

export function slicesOf(snapshot: Snapshot, field: FieldKey): Slices {
  const bits = sliceKeys(field).map((key) => snapshot.posting(key));
  const used = bits.findLastIndex((ids) => !ids.isEmpty) + 1;
  return { known: snapshot.posting(knownKey(field)), bits: bits.slice(0, used) };
}

function compare(slices: Slices, { operator, values }: ConditionNode): ReadonlyBitmap {
  const [first = 0, second = first] = values.map(Number);
  if (operator === 'gte') return between(slices, first, Number.POSITIVE_INFINITY);
  if (operator === 'lte') return between(slices, 0, first);
  return between(slices, first, second);
}
