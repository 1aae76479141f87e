import type { Queryable } from '../../database/client.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { currentContext, runUncounted } from '../../lib/request-context.ts';
import {
  EVER,
  type EvidenceWindow,
  partsOf,
  TIER_WINDOWS,
  type TierWindow,
} from '../facets/evidence-windows.ts';
import { existenceKey, type PostingKey, UNIVERSE } from '../facets/facet.ts';
import type { FacetReader, IndexSnapshot, IndexVersions } from '../facets/reader.ts';
import { type ConditionNode, conditionsOf, type FilterNode, isNegative } from './definition.ts';
import { postingOf, windowOf } from './evidence-when.ts';
import { rangeKeys } from './number-comparison.ts';
import { type PartnerSqlCondition, partnerSqlCondition, runPartnerConditions } from './partner-conditions.ts';
import { runTextCondition, type TextSqlCondition, textSqlConditions } from './text-conditions.ts';

export const UNIVERSE_KEY: PostingKey = existenceKey(UNIVERSE.field);

/** A condition of a filter that SQL evaluates, because postings are not enough. */
type FilterSqlCondition = TextSqlCondition | PartnerSqlCondition;

interface Requirements {
  postings: readonly PostingKey[];
  conditions: readonly FilterSqlCondition[];
}

/** Returns everything that a condition reads within a window: postings, or SQL conditions where postings are not enough. */
export function requirementsOfCondition(condition: ConditionNode, window: EvidenceWindow): Requirements {
  const { field, operator, values } = condition;
  if (operator === 'is_known' || field.type === 'deleted')
    return { postings: [existenceKey(field.facet)], conditions: [] };
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'date':
      return { postings: rangeKeys(field, condition), conditions: [] };
    case 'boolean':
    case 'vocabulary':
    case 'category': {
      const parts = partsOf(field.dated ? window : EVER);
      const postings = values.flatMap((value) => parts.map((part) => postingOf(field, value, part)));
      return { postings, conditions: [] };
    }
    case 'company':
      return { postings: [], conditions: values.map((value) => partnerSqlCondition(String(value), window)) };
    case 'list': {
      const all = new Collected();
      all.addLists(condition);
      return all;
    }
    case 'text':
      return { postings: [], conditions: textSqlConditions(field.text, operator, values.map(String)) };
  }
}

const EVER_ALONE: readonly [typeof EVER] = [EVER];

/** Returns the windows in which a tree can differ: without a positive dated condition they all give the same result. */
export function windowsOf(root: FilterNode | null): readonly TierWindow[] {
  for (const { condition, inverted } of conditionsOf(root))
    if (isTiered(condition) && isNegative(condition) === inverted) return TIER_WINDOWS;
  return EVER_ALONE;
}

/** Tells whether the age of the evidence for a condition decides the tier of a match, unless the condition is negated. */
export function isTiered({ field, when }: ConditionNode): boolean {
  return field.dated && when === undefined;
}

/**
 * Returns everything that must be read before a tree can be evaluated in these windows. The universe is not included:
 * nodes inside a bounded tree may be complements, but its result never is.
 *
 * @param windows include the window "ever".
 */
export function requirementsOf(
  root: FilterNode | null,
  windows: readonly TierWindow[] = EVER_ALONE,
): Requirements {
  const all = new Collected();
  all.addTree(root, windows);
  return all;
}

/** Collects what trees read. A list that many conditions name is read once. */
class Collected implements Requirements {
  readonly postings: PostingKey[] = [];
  readonly conditions: FilterSqlCondition[] = [];
  readonly #lists = new Set<FilterNode>();

  addTree(root: FilterNode | null, windows: readonly TierWindow[]): void {
    for (const { condition } of conditionsOf(root)) {
      if (condition.lists) {
        this.addLists(condition);
        continue;
      }
      for (const window of windowsRead(condition, windows)) {
        const { postings, conditions } = requirementsOfCondition(condition, window);
        // One by one: a call takes some hundred thousand arguments at most.
        for (const each of postings) this.postings.push(each);
        for (const each of conditions) this.conditions.push(each);
      }
    }
  }

  addLists({ lists = [] }: ConditionNode): void {
    for (const tree of lists) {
      if (tree == null || this.#lists.has(tree)) continue;
      this.#lists.add(tree);
      this.addTree(tree, EVER_ALONE);
    }
  }
}

/** Validation reads all evidence of each value, whatever counts. */
function windowsRead(condition: ConditionNode, windows: readonly TierWindow[]): readonly EvidenceWindow[] {
  if (condition.when) return [EVER, windowOf(condition.when)];
  return condition.field.dated ? windows : EVER_ALONE;
}

/** Number of postings from which uniting or intersecting them holds the thread for milliseconds. */
const MANY_POSTINGS = 100;
const largeTrees = new FairQueue({ perTurn: 1 });

/**
 * Waits until a piece of work of some milliseconds may run: at most one runs in a turn of the event loop. Owners take turns.
 *
 * @throws the reason for which the operation was stopped meanwhile
 */
export async function takeTurn(): Promise<void> {
  const { operation } = currentContext();
  await largeTrees.turn(operation?.owner);
  if (operation?.stopped) throw operation.stopped;
}

/**
 * Reads the postings of a tree and runs its SQL conditions. At most one tree of many postings is then evaluated in a turn of
 * the event loop, so that look-ups of other callers run between two such trees. Owners take turns.
 *
 * @param known versions that the same request has read before, which spares it a statement.
 */
export async function readRequirements(
  db: Queryable,
  reader: FacetReader,
  requirements: Requirements,
  known?: IndexVersions,
): Promise<IndexSnapshot> {
  const run = (conditions: Requirements['conditions']) => runSqlConditions(db, conditions);
  const snapshot = await runUncounted(() => reader.read({ ...requirements, known, run }));
  if (requirements.postings.length >= MANY_POSTINGS) await takeTurn();
  return snapshot;
}

/** Runs conditions and returns results in the same order. Partners share one statement, each text has its own. */
export async function runSqlConditions(db: Queryable, conditions: readonly FilterSqlCondition[]) {
  const first = conditions[0];
  if (first?.kind === 'text' && conditions.length === 1) return [await runTextCondition(db, first)];
  const partners = conditions.filter((condition) => condition.kind === 'partner');
  if (partners.length === conditions.length) return runPartnerConditions(db, partners);
  const partnerResults = partners.length > 0 ? runPartnerConditions(db, partners) : undefined;
  return Promise.all(
    conditions.map(async (condition) => {
      if (condition.kind === 'text') return runTextCondition(db, condition);
      const result = (await partnerResults)?.[partners.indexOf(condition)];
      if (result === undefined) throw new Error(`no result of ${condition.name}`);
      return result;
    }),
  );
}
