import { invalidValue, validationFault } from '../../lib/fault.ts';
import { isWithin, MAX_OVERLAP_SETS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { IndexVersions } from '../facets/reader.ts';
import type { ListScope } from '../filters/checks.ts';
import type { FilterNode } from '../filters/definition.ts';
import { boundedIds, evaluate } from '../filters/evaluate.ts';
import { takeTurn } from '../filters/requirements.ts';
import type { FiltersService } from '../filters/service.ts';
import { type NamedList, readListTrees } from './named-lists.ts';

/** A set to compare: a list by its id, or a definition with a name. */
export type ComparedSet = { listId: number } | { name: string; definition: unknown };

/** Sets, and for every two of them the companies that both have. */
export interface Overlap {
  sets: readonly { name: string; count: number }[];
  /** A row for each set, in their order. The diagonal has the sizes. */
  pairs: readonly (readonly number[])[];
}

/**
 * Counts the companies that every two of 2 to 20 sets have in common (contract, section 16). All sets are evaluated at one
 * version of the index, tiers apart, and lists by their current definition and domains. The event loop has a turn after each set.
 *
 * @param lists the lists among the sets.
 * @throws Fault invalid_definition, rate_limited
 */
export async function computeOverlap(
  filters: FiltersService,
  scope: ListScope,
  sets: readonly ComparedSet[],
  lists: readonly NamedList[],
): Promise<Overlap> {
  const { trees, versions } = await readTrees(filters, scope, sets);
  const snapshot = await filters.read(trees, versions);
  const matches: ReadonlyBitmap[] = [];
  for (const tree of trees) {
    await takeTurn();
    matches.push(boundedIds(evaluate(tree, { snapshot, window: EVER })));
  }
  const nameOf = new Map(lists.map(({ listId, name }) => [listId, name]));
  return {
    sets: sets.map((set, index) => ({
      name: 'listId' in set ? (nameOf.get(set.listId) ?? '') : set.name.trim(),
      count: matches[index]?.size ?? 0,
    })),
    pairs: await countPairs(matches),
  };
}

/** Checks the shape of sets before anything is read. @returns the ids of their lists. @throws Fault validation_error */
export function checkSets(sets: readonly ComparedSet[]): number[] {
  if (sets.length < 2 || sets.length > MAX_OVERLAP_SETS)
    throw invalidValue('/sets', `must have 2 to ${MAX_OVERLAP_SETS} entries`);
  const { listName } = TEXT_LIMITS;
  const violations = sets.flatMap((set, index) =>
    'listId' in set || isWithin(set.name.trim(), listName)
      ? []
      : { pointer: `/sets/${index}/name`, message: `must be 1 to ${listName.maxLength} characters` },
  );
  if (violations.length > 0) throw validationFault(violations);
  return sets.flatMap((set) => ('listId' in set ? set.listId : []));
}

/** Returns the tree of each set, with the trees of the lists in it, and the versions at which drafts were checked. */
async function readTrees(
  filters: FiltersService,
  scope: ListScope,
  sets: readonly ComparedSet[],
): Promise<{ trees: FilterNode[]; versions: IndexVersions | undefined }> {
  const listIds = sets.flatMap((set) => ('listId' in set ? set.listId : []));
  const ofLists = await readListTrees(filters, scope, listIds);
  const drafts = sets.flatMap((set, index) =>
    'listId' in set ? [] : { raw: set.definition, base: `/sets/${index}/definition` },
  );
  const { roots, snapshot } = drafts.length > 0 ? await filters.trees(drafts, scope) : NO_DRAFTS;
  const [lists, others] = [ofLists.values(), roots.values()];
  const trees = sets.flatMap((set) => ('listId' in set ? lists : others).next().value ?? []);
  if (trees.length !== sets.length) throw new Error('a set has no tree');
  return { trees, versions: snapshot };
}

const NO_DRAFTS = { roots: [], snapshot: undefined };

/** Counts what every two sets have in common, a row in a turn of the event loop. */
async function countPairs(sets: readonly ReadonlyBitmap[]): Promise<number[][]> {
  const pairs = sets.map(({ size }, index) => sets.map((_, other) => (other === index ? size : 0)));
  for (const [row, ids] of sets.entries()) {
    await takeTurn();
    for (const [column, others] of sets.entries()) {
      if (column <= row) continue;
      const count = ids.andCardinality(others);
      (pairs[row] as number[])[column] = count;
      (pairs[column] as number[])[row] = count;
    }
  }
  return pairs;
}
