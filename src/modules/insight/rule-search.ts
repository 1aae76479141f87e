import { copyOf } from '../facets/bitmap.ts';
import type { ConditionNode } from '../filters/definition.ts';
import type { Field } from '../filters/registry.ts';
import { type Addition, findAddition, free, type Made } from './rule-conditions.ts';
import { gainOf, type Reach, type Strictness, worthOf } from './rule-measures.ts';
import { compareConditions, partsOf, type Sample, type Term, textOf } from './rule-terms.ts';

/** Companies that meet all of some conditions. */
export interface Rule extends Reach {
  /** In the order of their texts. */
  terms: readonly Term[];
  /** Canonical JSON of the conditions, which orders rules of equal worth. */
  text: string;
}

/** A rule of the search, with its companies. */
interface Grown extends Rule, Made {
  conditions: readonly ConditionNode[];
  gain: number;
}

/** Rules of a length that are kept, and conditions that are tried after each of them. */
const WIDTH = 3;
/** Conditions of a rule that are replaced after one was added. */
const MAX_REPLACED = 3;
/** Share of the examples that a rule covers at least. */
const MIN_COVERAGE = 0.5;

/**
 * Searches rules by a beam search. It extends each of the best rules of a length by the conditions with which it gains most. Then it
 * replaces conditions by better ones, and drops those that others make superfluous, as long as the rule gains.
 *
 * @param terms conditions to try. @param evaluate evaluates a condition that the search makes of several of them.
 * @returns all rules that it kept, without those that another one dominates: it covers no fewer, matches no more, and has no more
 * conditions. Of rules that match as many, the one that is easiest to read stays.
 */
export async function searchRules(
  terms: readonly Term[],
  evaluate: (condition: ConditionNode) => Promise<Term | undefined>,
  maxConditions: number,
  sample: Sample,
): Promise<Rule[]> {
  const byField = new Map<Field, Term[]>();
  for (const term of terms) {
    const ofField = byField.get(term.condition.field);
    if (ofField) ofField.push(term);
    else byField.set(term.condition.field, [term]);
  }
  const known = new Map(terms.map((term) => [term.condition, term]));
  const least = Math.max(2, Math.ceil(MIN_COVERAGE * sample.covered));
  const pool = new Map<string, Grown>();
  let beam = [combine([], sample)];
  for (let length = 1; length <= maxConditions; length += 1) {
    const extended: Grown[] = [];
    for (const rule of beam) extended.push(...(await extend(rule)));
    beam = [];
    for (const rule of keepBest(extended)) {
      const better = await improve(rule);
      if (pool.has(better.text)) free(better);
      else beam.push(better);
      pool.set(better.text, pool.get(better.text) ?? better);
    }
    beam = beam.filter(({ conditions }) => conditions.length === length);
  }
  const found = [...pool.values()];
  found.forEach(free);
  return found.filter((rule) => !found.some((other) => dominates(other, rule)));

  async function extend(rule: Grown): Promise<Grown[]> {
    const additions: Addition[] = [];
    for (const ofField of byField.values()) {
      const addition = await findAddition(ofField, rule, sample, least);
      if (addition && addition.gain > rule.gain) additions.push(addition);
    }
    additions.sort((a, b) => b.gain - a.gain || compareConditions(a.condition, b.condition));
    return Promise.all(additions.slice(0, WIDTH).map(({ condition }) => add(rule.terms, condition)));
  }

  async function add(terms: readonly Term[], condition: ConditionNode): Promise<Grown> {
    const term = known.get(condition) ?? (await evaluate(condition));
    if (!term) throw new Error('a condition has no companies');
    return combine([...terms, term], sample);
  }

  async function improve(rule: Grown): Promise<Grown> {
    let best = rule;
    for (let replaced = 0; replaced < MAX_REPLACED; replaced += 1) {
      let gain = best.gain;
      let make: (() => Promise<Grown>) | undefined;
      for (const term of best.conditions.length > 1 ? best.terms : []) {
        const terms = best.terms.filter((each) => each !== term);
        const rest = combine(terms, sample);
        const addition = await findAddition(byField.get(term.condition.field) ?? [], rest, sample, least);
        free(rest);
        if (rest.gain > gain) [gain, make] = [rest.gain, async () => combine(terms, sample)];
        if (addition && addition.gain > gain)
          [gain, make] = [addition.gain, () => add(terms, addition.condition)];
      }
      if (!make) break;
      free(best);
      best = await make();
    }
    return best;
  }
}

function combine(unsorted: readonly Term[], sample: Sample): Grown {
  const terms = unsorted.toSorted((a, b) => compareConditions(a.condition, b.condition));
  const [{ ids: all, coveredIds: allCovered } = sample.all, ...others] = terms;
  const [ids, coveredIds] = [copyOf(all), copyOf(allCovered)];
  for (const other of others) {
    ids.andInPlace(other.ids);
    coveredIds.andInPlace(other.coveredIds);
  }
  const conditions = terms.map(({ condition }) => condition);
  const reach = { covered: coveredIds.size, count: ids.size };
  const gain = gainOf(reach, sample, partsOf(conditions));
  return { terms, conditions, text: textOf(conditions), gain, ids, coveredIds, ...reach };
}

/** Keeps the rules that gain most, each once, and frees the others. */
function keepBest(rules: readonly Grown[]): Grown[] {
  const kept = new Map<string, Grown>();
  for (const rule of rules.toSorted((a, b) => b.gain - a.gain || compareSimple(a, b))) {
    if (kept.size === WIDTH || kept.has(rule.text)) free(rule);
    else kept.set(rule.text, rule);
  }
  return [...kept.values()];
}

/** Sorts rules by their worth, the greatest first; equal ones by the number of their conditions, then by their texts. */
export function rankRules(
  rules: readonly Rule[],
  strictness: Strictness,
  { covered: examples }: Sample,
): Rule[] {
  return rules
    .map((rule) => ({ rule, worth: worthOf(strictness, rule, examples) }))
    .sort((a, b) => b.worth - a.worth || compare(a.rule, b.rule))
    .map(({ rule }) => rule);
}

function compare(a: Rule, b: Rule): number {
  return a.terms.length - b.terms.length || (a.text < b.text ? -1 : 1);
}

/** Of rules that match the same, the one that is easiest to read comes first. */
function compareSimple(a: Rule, b: Rule): number {
  const sizeOf = ({ terms }: Rule) => partsOf(terms.map(({ condition }) => condition));
  return a.terms.length - b.terms.length || sizeOf(a) - sizeOf(b) || compare(a, b);
}

function dominates(a: Rule, b: Rule): boolean {
  if (a.covered < b.covered || a.count > b.count || a.terms.length > b.terms.length) return false;
  return a.covered > b.covered || a.count < b.count || compareSimple(a, b) < 0;
}
