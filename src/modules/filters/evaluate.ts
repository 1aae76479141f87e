import { Bitmap, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER, type TierWindow } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { type ConditionNode, type FilterNode, isNegative } from './definition.ts';
import { selectEvidence } from './evidence-when.ts';
import { compareNumbers } from './number-comparison.ts';
import { isNumberField } from './registry.ts';
import { requirementsOfCondition, windowsOf } from './requirements.ts';

/** The state of the index and the window in which a tree is evaluated. */
interface Evaluation {
  snapshot: IndexSnapshot;
  window: TierWindow;
  /** Receives the selection of each node by itself, in document order. Only in the window ever, where nothing is narrowed. */
  each?: Map<FilterNode, Selection>;
}

/**
 * Selects the companies that a tree matches within an evidence window (contract, section 6, "Tiers"). Negation is
 * pushed to the leaves: a positive dated condition reads the window, a negated one everything ever seen.
 *
 * @param within the result need only be right for these companies; undefined for all.
 */
export function evaluate(
  node: FilterNode,
  evaluation: Evaluation,
  negated = false,
  within?: ReadonlyBitmap,
): Selection {
  const { each } = evaluation;
  // Set before the children, to keep document order.
  each?.set(node, NOTHING);
  const selection = evaluateNode(node, evaluation, negated, within);
  each?.set(node, negated ? invert(selection) : selection);
  return selection;
}

/**
 * Selects the companies that a bounded tree matches within a window, given those that it matches within a wider one. They
 * meet the conditions that no window changes.
 */
export function evaluateAmong(root: FilterNode, evaluation: Evaluation, wider: ReadonlyBitmap): Selection {
  if (root.kind !== 'and') return evaluate(root, evaluation);
  const changing = root.children.filter((child) => windowsOf(child).length > 1);
  const parts = evaluateNarrowing(changing, evaluation, false, wider);
  const result = intersect([{ ids: wider, complement: false }, ...parts]);
  free(parts, result);
  return result;
}

const NOTHING: Selection = { ids: new Bitmap(), complement: false };

function evaluateNode(
  node: FilterNode,
  evaluation: Evaluation,
  negated: boolean,
  within: ReadonlyBitmap | undefined,
): Selection {
  if (node.kind === 'condition') {
    const complement = isNegative(node) !== negated;
    const window = complement ? EVER : evaluation.window;
    const selection = select(node, evaluation.snapshot, window, within);
    return complement ? invert(selection) : selection;
  }
  if (node.kind === 'not') return evaluate(node.child, evaluation, !negated, within);
  const isUnion = (node.kind === 'and') === negated;
  const children =
    isUnion || evaluation.each
      ? node.children.map((child) => evaluate(child, evaluation, negated, within))
      : evaluateNarrowing(node.children, evaluation, negated, within);
  const result = isUnion ? unite(children) : intersect(children);
  if (!evaluation.each) free(children, result);
  return result;
}

/** Evaluates the parts of an intersection. The smallest posting limits the work for the parts that are computed. */
function evaluateNarrowing(
  nodes: readonly FilterNode[],
  evaluation: Evaluation,
  negated: boolean,
  within: ReadonlyBitmap | undefined,
): Selection[] {
  const selections: Selection[] = [];
  const computed: FilterNode[] = [];
  let narrowest = within;
  for (const node of nodes) {
    const isPosting = node.kind === 'condition' && node.values.length === 1 && isNegative(node) === negated;
    if (!isPosting) {
      computed.push(node);
      continue;
    }
    const selection = evaluate(node, evaluation, negated, within);
    selections.push(selection);
    if (narrowest === undefined || selection.ids.size < narrowest.size) narrowest = selection.ids;
  }
  for (const node of computed) selections.push(evaluate(node, evaluation, negated, narrowest));
  return selections;
}

/** Selects the companies that meet a condition, ignoring its negation. */
function select(
  condition: ConditionNode,
  snapshot: IndexSnapshot,
  window: TierWindow,
  within: ReadonlyBitmap | undefined,
): Selection {
  const { field, operator } = condition;
  if (isNumberField(field) && operator !== 'is_known')
    return { ids: compareNumbers(field, condition, snapshot), complement: false };
  // They belong to the snapshot and must not be freed.
  const sets: Selection[] = [];
  for (const ids of idsOfValues(condition, snapshot, window)) sets.push({ ids, complement: false });
  if (operator === 'all_of') return intersect(sets);
  if (within === undefined || !isWorthNarrowing(sets, within)) return unite(sets);
  const parts = sets.map(({ ids }) => scratch(Bitmap.and(ids, within)));
  const result = unite(parts);
  free(parts, result);
  return result;
}

/** Returns the companies that have evidence of each value, or that meet each SQL condition. */
function idsOfValues(condition: ConditionNode, snapshot: IndexSnapshot, window: TierWindow) {
  const { field, values, when, lists } = condition;
  // Members of any tier count.
  if (lists) return lists.map((tree) => membersOf(tree, snapshot));
  if (field.dated) return values.map((value) => selectEvidence(field, value, when ?? window, snapshot));
  const { postings, conditions } = requirementsOfCondition(condition, EVER);
  return [
    ...postings.map((key) => snapshot.posting(key)),
    ...conditions.map((each) => snapshot.result(each).ids),
  ];
}

/** Members of named lists, by the snapshot that they belong to: a list is evaluated once, however many conditions name it. */
const members = new WeakMap<IndexSnapshot, Map<FilterNode, ReadonlyBitmap>>();

function membersOf(tree: FilterNode | null | undefined, snapshot: IndexSnapshot): ReadonlyBitmap {
  if (tree == null) return NO_IDS;
  const known = members.get(snapshot) ?? new Map<FilterNode, ReadonlyBitmap>();
  members.set(snapshot, known);
  const ids = known.get(tree) ?? boundedIds(evaluate(tree, { snapshot, window: EVER }));
  known.set(tree, ids);
  return ids;
}

/** Required gain: a union costs as much as its sets are large, a narrowed one as much as `within` is, once a set. */
const NARROWING_GAIN = 8;

function isWorthNarrowing(sets: readonly Selection[], within: ReadonlyBitmap): boolean {
  if (sets.length < 2) return false;
  const size = sets.reduce((sum, { ids }) => sum + ids.size, 0);
  return within.size * sets.length * NARROWING_GAIN < size;
}

/** A set of companies: the ids, or with `complement` all other companies. Complements are never materialized. */
export interface Selection {
  ids: ReadonlyBitmap;
  complement: boolean;
  /** The bitmap again, when it belongs to this selection only and may be freed. */
  scratch?: Bitmap | undefined;
}

function invert(selection: Selection): Selection {
  return { ...selection, complement: !selection.complement };
}

/** A selection that owns its bitmap. */
function scratch(ids: Bitmap, complement = false): Selection {
  return { ids, complement, scratch: ids };
}

/**
 * Frees intermediate results at once. The garbage collector would free them later, and new large bitmaps would then use
 * memory that is not in the processor's caches.
 */
function free(selections: readonly Selection[], except?: Selection): void {
  for (const { scratch: ids } of selections) {
    if (ids !== undefined && ids !== except?.ids) ids.dispose();
  }
}

/** Number of selected companies, out of `universe` in total. */
export function selectionSize({ ids, complement }: Selection, universe: number): number {
  return complement ? universe - ids.size : ids.size;
}

/** Returns the ids that a bounded tree selects. */
export function boundedIds({ ids, complement }: Selection): ReadonlyBitmap {
  if (complement) throw new Error('a bounded tree selected a complement');
  return ids;
}

/** Returns the ids that a bounded tree selects, as a bitmap that the caller may modify. */
export function ownedIds(selection: Selection): Bitmap {
  const ids = boundedIds(selection);
  return selection.scratch ?? new Bitmap(ids);
}

/** Intersects one selection or more. It starts with the smallest: no intermediate result is larger. */
export function intersect(selections: readonly Selection[]): Selection {
  const inside: Selection[] = [];
  const outside: Selection[] = [];
  for (const each of selections) (each.complement ? outside : inside).push(each);
  inside.sort((a, b) => a.ids.size - b.ids.size);
  const [first, next, ...rest] = [...inside, ...outside];
  if (first === undefined || first.complement) return invert(unite(outside.map(invert)));
  if (next === undefined) return first;
  const ids = next.complement ? Bitmap.andNot(first.ids, next.ids) : Bitmap.and(first.ids, next.ids);
  for (const each of rest) {
    if (ids.isEmpty) break;
    if (each.complement) ids.andNotInPlace(each.ids);
    else ids.andInPlace(each.ids);
  }
  return scratch(ids);
}

/** Unites one selection or more. */
function unite(selections: readonly Selection[]): Selection {
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return only;
  // De Morgan: a union with a complement is a complement.
  if (selections.some(({ complement }) => complement)) return invert(intersect(selections.map(invert)));
  return scratch(Bitmap.orMany(selections.map(({ ids }) => ids)));
}
