import { type Bitmap, copyOf, giveBack, intersectionOf, NO_IDS } from '../facets/bitmap.ts';
import type { ConditionNode } from '../filters/definition.ts';
import { isNumberField } from '../filters/registry.ts';
import { gainOf, type Reach } from './rule-measures.ts';
import { conditionOf, isMultiple, type Part, partsOf, type Sample, type Term } from './rule-terms.ts';

/** Values in one condition. */
const MAX_UNION = 6;
/** Values of which unions are made: those that gain most by themselves. */
const MAX_ALTERNATIVES = 25;
/** Examples that meet a condition at least. */
const MIN_COVERED = 2;

/** A condition that is added to others, with what a rule of all of them reaches. */
export interface Addition extends Reach {
  condition: ConditionNode;
  /** Gain of that rule. */
  gain: number;
}

/** The companies that meet some conditions. */
export interface Base extends Part {
  conditions: readonly ConditionNode[];
}

/** Tells an addition to consider. */
type Consider = (condition: ConditionNode, reach: Reach) => void;

/**
 * Finds the condition on a field with which a rule gains most: one of the given ones, any of two to six values, or a number between two
 * bounds.
 *
 * @param terms conditions on the field: values, values with windows, and bounds. @param least examples that the rule covers at least.
 * @returns undefined if the field has no condition that the rule can have besides others.
 */
export async function findAddition(
  terms: readonly Term[],
  base: Base,
  sample: Sample,
  least: number,
): Promise<Addition | undefined> {
  const [first] = terms;
  if (!first) return undefined;
  const { field } = first.condition;
  const others = base.conditions.filter((each) => each.field === field);
  if (others.length > 0 && !isMultiple(field)) return undefined;
  const taken = new Set(others.flatMap(({ values }) => values));
  const parts = partsOf(base.conditions);
  const gainWith = (reach: Reach, more: number) => gainOf(reach, sample, parts + more);
  let best: Addition | undefined;
  const consider: Consider = (condition, { covered, count }) => {
    if (covered < least) return;
    const gain = gainWith({ covered, count }, partsOf([condition]));
    if (!best || gain > best.gain) best = { condition, covered, count, gain };
  };
  const met = [];
  for (const term of terms) {
    const { condition, ids, coveredIds } = term;
    if (condition.values.some((value) => taken.has(value))) continue;
    const covered = base.coveredIds.andCardinality(coveredIds);
    if (covered < MIN_COVERED) continue;
    if (sample.slices.isOver) await sample.slices.pause();
    met.push({ condition, ids, coveredIds, covered, count: base.ids.andCardinality(ids) });
  }
  for (const term of met) consider(term.condition, term);
  if (isNumberField(field)) await considerRanges(met, base, sample, consider);
  else if (field.type !== 'boolean') {
    const values = met
      .filter(({ condition }) => !condition.when)
      .map((term) => ({ term, gain: gainWith(term, 1) }))
      .sort((a, b) => b.gain - a.gain)
      .slice(0, MAX_ALTERNATIVES);
    const inBase = [];
    for (const { term } of values) {
      if (sample.slices.isOver) await sample.slices.pause();
      inBase.push(narrow(base, term));
    }
    await considerUnions(inBase, sample, gainWith, consider);
    inBase.forEach(free);
  }
  return best;
}

/** Returns the companies of a term that are in a base. They must be freed: the garbage collector does not see how large they are. */
function narrow(base: Part, term: Term): Term & Made {
  return {
    ...term,
    ids: intersectionOf(base.ids, term.ids),
    coveredIds: intersectionOf(base.coveredIds, term.coveredIds),
  };
}

/** Bitmaps that belong to their holder alone. */
export interface Made {
  ids: Bitmap;
  coveredIds: Bitmap;
}

export function free({ ids, coveredIds }: Made): void {
  giveBack(ids);
  giveBack(coveredIds);
}

async function considerRanges(
  met: readonly Term[],
  base: Part,
  sample: Sample,
  consider: Consider,
): Promise<void> {
  const [lower, upper] = ['gte', 'lte'].map((key) =>
    met.filter(({ condition }) => condition.operator === key),
  );
  for (const from of lower ?? []) {
    const inBase = narrow(base, from);
    for (const to of upper ?? []) {
      if (sample.slices.isOver) await sample.slices.pause();
      const [low = 0, high = 0] = [from, to].flatMap(({ condition }) => condition.values);
      if (low > high) continue;
      consider(conditionOf(from.condition.field, 'between', [low, high]), {
        covered: inBase.coveredIds.andCardinality(to.coveredIds),
        count: inBase.ids.andCardinality(to.ids),
      });
    }
    free(inBase);
  }
}

/** Adds the value with which a union gains most, or drops one without which it gains, until no change gains. */
async function considerUnions(
  values: readonly (Term & Made)[],
  sample: Sample,
  gainWith: (reach: Reach, parts: number) => number,
  consider: Consider,
): Promise<void> {
  let chosen: readonly (Term & Made)[] = [];
  let gain = Number.NEGATIVE_INFINITY;
  for (let next: typeof chosen | undefined = chosen; next; ) {
    chosen = next;
    next = undefined;
    const united = unite(chosen);
    const [first] = chosen;
    if (first && chosen.length > 1) {
      const all = chosen.flatMap(({ condition }) => condition.values);
      consider(conditionOf(first.condition.field, 'any_of', all.toSorted()), reachOf(united));
    }
    const added = chosen.length < MAX_UNION ? values.filter((each) => !chosen.includes(each)) : [];
    for (const each of added) {
      if (sample.slices.isOver) await sample.slices.pause();
      const covered = united.coveredIds.orCardinality(each.coveredIds);
      take([...chosen, each], { covered, count: united.ids.orCardinality(each.ids) });
    }
    for (const each of chosen.length > 2 ? chosen : []) {
      if (sample.slices.isOver) await sample.slices.pause();
      const rest = chosen.filter((other) => other !== each);
      const without = unite(rest);
      take(rest, reachOf(without));
      free(without);
    }
    free(united);

    function take(values: typeof chosen, reach: Reach): void {
      const found = gainWith(reach, values.length);
      if (found > gain) [gain, next] = [found, values];
    }
  }
}

const reachOf = ({ ids, coveredIds }: Part): Reach => ({ covered: coveredIds.size, count: ids.size });

function unite(terms: readonly Made[]): Made {
  const united = { ids: copyOf(NO_IDS), coveredIds: copyOf(NO_IDS) };
  for (const { ids, coveredIds } of terms) {
    united.ids.orInPlace(ids);
    united.coveredIds.orInPlace(coveredIds);
  }
  return united;
}
