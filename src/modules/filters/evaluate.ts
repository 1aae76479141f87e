import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER, type EvidenceWindow } from '../facets/evidence-windows.ts';
import { existenceKey } from '../facets/facet.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative } from './definition.ts';
import { compareNumbers } from './number-comparison.ts';
import { sqlConditionsOf, valueKeys } from './requirements.ts';
import { free, intersect, invert, type Selection, scratch, unite } from './selection.ts';

/**
 * Selects the companies that a tree matches within an evidence window (contract, section 6, "Tiers"). Negation is
 * pushed to the leaves: a positive dated condition reads the window, a negated one everything ever seen.
 *
 * @param within the result need only be right for these companies; undefined for all.
 */
export function evaluate(
  node: FilterNode,
  snapshot: IndexSnapshot,
  window: EvidenceWindow = EVER,
  negated = false,
  within?: ReadonlyBitmap,
): Selection {
  switch (node.kind) {
    case 'condition':
      return evaluateCondition(node, snapshot, window, negated, within);
    case 'not':
      return evaluate(node.child, snapshot, window, !negated, within);
    case 'and':
    case 'or': {
      const isUnion = (node.kind === 'and') === negated;
      const children = isUnion
        ? node.children.map((child) => evaluate(child, snapshot, window, negated, within))
        : evaluateNarrowing(node.children, snapshot, window, negated, within);
      const result = isUnion ? unite(children) : intersect(children);
      free(children, result);
      return result;
    }
  }
}

/** Evaluates the parts of an intersection. The smallest posting limits the work for the parts that are computed. */
function evaluateNarrowing(
  nodes: readonly FilterNode[],
  snapshot: IndexSnapshot,
  window: EvidenceWindow,
  negated: boolean,
  within: ReadonlyBitmap | undefined,
): Selection[] {
  const isPosting = (node: FilterNode) =>
    node.kind === 'condition' && node.values.length === 1 && isNegative(node) === negated;
  const ready = nodes.filter(isPosting).map((node) => evaluate(node, snapshot, window, negated, within));
  let narrowest = within;
  for (const { ids } of ready) if (narrowest === undefined || ids.size < narrowest.size) narrowest = ids;
  const others = nodes
    .filter((node) => !isPosting(node))
    .map((node) => evaluate(node, snapshot, window, negated, narrowest));
  return [...ready, ...others];
}

/** Tells whether windows can differ: without a positive dated condition every window gives the same result. */
export function dependsOnWindow(root: FilterNode | null): boolean {
  for (const { condition, inverted } of conditionsOf(root))
    if (condition.field.dated && isNegative(condition) === inverted) return true;
  return false;
}

/** Evaluates each node of a tree by itself, in document order, in the window ever. */
export function evaluateEach(
  node: FilterNode,
  snapshot: IndexSnapshot,
  found = new Map<FilterNode, Selection>(),
): ReadonlyMap<FilterNode, Selection> {
  // Set before the children, to keep document order.
  found.set(node, NOTHING);
  const inner = node.kind === 'not' ? [node.child] : node.kind === 'condition' ? [] : node.children;
  for (const child of inner) evaluateEach(child, snapshot, found);
  const children = inner.map((child) => found.get(child) ?? NOTHING);
  return found.set(node, combine(node, children, snapshot));
}

const NOTHING: Selection = { ids: new Bitmap(), complement: false };

function combine(node: FilterNode, children: readonly Selection[], snapshot: IndexSnapshot): Selection {
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
  snapshot: IndexSnapshot,
  window: EvidenceWindow,
  negated: boolean,
  within?: ReadonlyBitmap,
): Selection {
  const complement = isNegative(condition) !== negated;
  const selection = select(condition, snapshot, complement ? EVER : window, within);
  return complement ? invert(selection) : selection;
}

/** Selects the companies that meet a condition, ignoring its negation. */
function select(
  condition: ConditionNode,
  snapshot: IndexSnapshot,
  window: EvidenceWindow,
  within: ReadonlyBitmap | undefined,
): Selection {
  const { field, operator, values } = condition;
  if (operator === 'is_known') return stored(snapshot.posting(existenceKey(field.key)));
  if (field.type === 'integer') return stored(compareNumbers(field, condition, snapshot));
  const sets =
    field.type === 'vocabulary'
      ? valueKeys(condition, window).map((key) => snapshot.posting(key))
      : sqlConditionsOf(condition, window).map((each) => snapshot.result(each).ids);
  if (operator === 'all_of' && values.length > 1) return intersect(sets.map(stored));
  const parts = within && isWorthNarrowing(sets, within) ? narrow(sets, within) : sets.map(stored);
  const result = unite(parts);
  free(parts, result);
  return result;
}

/** Required gain: a union costs as much as its sets are large, a narrowed one as much as `within` is, once a set. */
const NARROWING_GAIN = 8;

function isWorthNarrowing(sets: readonly ReadonlyBitmap[], within: ReadonlyBitmap): boolean {
  const size = sets.length > 1 ? sets.reduce((sum, ids) => sum + ids.size, 0) : 0;
  return within.size * sets.length * NARROWING_GAIN < size;
}

function narrow(sets: readonly ReadonlyBitmap[], within: ReadonlyBitmap): Selection[] {
  return sets.map((ids) => scratch(Bitmap.and(ids, within)));
}

/** A selection that belongs to the snapshot and must not be freed. */
function stored(ids: ReadonlyBitmap): Selection {
  return { ids, complement: false };
}
