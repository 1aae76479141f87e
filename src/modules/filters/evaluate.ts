import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { knownKey } from '../facets/facet.ts';
import type { Snapshot } from '../facets/reader.ts';
import { EVER, type Window } from '../facets/windows.ts';
import { type ConditionNode, type FilterNode, isNegative } from './definition.ts';
import { compareNumbers } from './numbers.ts';
import { questionsOf, valueKeys } from './requirements.ts';
import { free, intersect, invert, type Selection, scratch, unite } from './selection.ts';

/**
 * The companies that a tree matches within an evidence window (contract, section 6, "Tiers"): negation is pushed to
 * the leaves; a positive dated condition looks at the window, a negated one at everything ever seen.
 *
 * @param within companies outside of which the result does not matter; all when not given.
 */
export function evaluate(
  node: FilterNode,
  snapshot: Snapshot,
  window: Window = EVER,
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

/** The parts of an intersection: the smallest set that is there already leaves little to be done for the others. */
function evaluateNarrowing(
  nodes: readonly FilterNode[],
  snapshot: Snapshot,
  window: Window,
  negated: boolean,
  within: ReadonlyBitmap | undefined,
): Selection[] {
  const isThere = (node: FilterNode) =>
    node.kind === 'condition' && node.values.length === 1 && isNegative(node) === negated;
  const ready = nodes.filter(isThere).map((node) => evaluate(node, snapshot, window, negated, within));
  let narrowest = within;
  for (const { ids } of ready) if (narrowest === undefined || ids.size < narrowest.size) narrowest = ids;
  const others = nodes
    .filter((node) => !isThere(node))
    .map((node) => evaluate(node, snapshot, window, negated, narrowest));
  return [...ready, ...others];
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
  within?: ReadonlyBitmap,
): Selection {
  const complement = isNegative(condition) !== negated;
  const selection = select(condition, snapshot, complement ? EVER : window, within);
  return complement ? invert(selection) : selection;
}

/** The companies that meet a condition, its negation left out of account. */
function select(
  condition: ConditionNode,
  snapshot: Snapshot,
  window: Window,
  within: ReadonlyBitmap | undefined,
): Selection {
  const { field, operator, values } = condition;
  if (operator === 'is_known') return held(snapshot.posting(knownKey(field.key)));
  if (field.type === 'integer') return held(compareNumbers(field, condition, snapshot));
  const sets =
    field.type === 'vocabulary'
      ? valueKeys(condition, window).map((key) => snapshot.posting(key))
      : questionsOf(condition, window).map((question) => snapshot.answer(question).ids);
  if (operator === 'all_of' && values.length > 1) return intersect(sets.map(held));
  const parts = within && isWorthNarrowing(sets, within) ? narrow(sets, within) : sets.map(held);
  const result = unite(parts);
  free(parts, result);
  return result;
}

/** A union of sets costs what the sets are large; cutting each down first, what the set is that they are cut down to. */
const NARROWING_GAIN = 8;

function isWorthNarrowing(sets: readonly ReadonlyBitmap[], within: ReadonlyBitmap): boolean {
  const size = sets.length > 1 ? sets.reduce((sum, ids) => sum + ids.size, 0) : 0;
  return within.size * sets.length * NARROWING_GAIN < size;
}

function narrow(sets: readonly ReadonlyBitmap[], within: ReadonlyBitmap): Selection[] {
  return sets.map((ids) => scratch(Bitmap.and(ids, within)));
}

/** Ids that the snapshot holds. */
function held(ids: ReadonlyBitmap): Selection {
  return { ids, complement: false };
}
