import type { Queryable } from '../../database/client.ts';
import { Slices } from '../../lib/slices.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { takeTurn } from '../filters/requirements.ts';
import { readLabelsOf } from '../filters/values.ts';
import type { CompanyValue } from './company-values.ts';

/** A value that two companies share. */
export interface SharedValue {
  /** Key of the field. */
  field: string;
  value: string;
  label: string;
  /** ln(N / n): N live companies, n of them with the value. */
  weight: number;
}

/** A company that is like another one. */
export interface SimilarCompany {
  companyId: number;
  /** Weight of what both share, of the weight of all values of the other one: above 0, at most 1. */
  score: number;
  /** The heaviest first. */
  shared: readonly SharedValue[];
}

/** A value with its weight. */
interface Term extends CompanyValue {
  weight: number;
  /** The weight in whole units: their sums are exact in any order. */
  units: number;
}

interface Scored {
  companyId: number;
  /** Of the size ALIKE. */
  units: number;
}

/** Units of a weight of 1. Sums are exact up to a weight of 8,000. */
const UNITS = 2 ** 40;
/** Units below which sums count as equal: ln 4 + ln 3 is ln 12, but each of the three is rounded. */
const ALIKE = 2 ** 12;
/** Ids whose scores are summed together. They fit the cache of a processor. */
const BLOCK = 2 ** 16;
/** Ids whose scores are compared at a time. */
const PART = 2 ** 13;
/** Ids that are read in the time in which one is looked up. */
const LOOK_UP = 20;

/**
 * Finds the companies that share the most weight with one (contract, section 16): exact over the whole catalogue. Those with equal
 * scores are ordered by id, and those without any weight are left out.
 *
 * @param values all values of the company. @param companyCount number of live companies.
 */
export async function findSimilar(
  db: Queryable,
  companyId: number,
  { values, companyCount }: { values: readonly CompanyValue[]; companyCount: number },
  first: number,
): Promise<SimilarCompany[]> {
  const terms = values.map((each) => weigh(each, companyCount)).sort(byWeight);
  const weighty = terms.filter(({ units }) => units > 0);
  const best = await rank(weighty, companyId, first);
  const shared = await findShared(db, terms, best);
  const whole = weightOf(terms);
  return best.map(({ companyId: id }) => {
    const values = shared.get(id) ?? [];
    return { companyId: id, score: weightOf(values) / whole, shared: values };
  });
}

function weightOf(values: readonly { weight: number }[]): number {
  return values.reduce((sum, { weight }) => sum + weight, 0);
}

function weigh(value: CompanyValue, companyCount: number): Term {
  const weight = Math.log(companyCount / value.ids.size);
  return { ...value, weight, units: Math.round(weight * UNITS) };
}

function byWeight(a: Term, b: Term): number {
  if (a.units !== b.units) return b.units - a.units;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

const nameOf = ({ field, value }: Term) => `${field.key}\0${value}`;

/**
 * Sums the scores of all companies, a block of ids after another, and keeps the best. Once the terms that are left in a block weigh no
 * more than the last of the best does, only companies with some of the terms before them can be better. The frequent terms, which come
 * last, are then looked up for these alone (MaxScore: Turtle and Flood, "Query evaluation: strategies and optimizations", Information
 * Processing and Management 31, 1995).
 */
async function rank(terms: readonly Term[], except: number, first: number): Promise<Scored[]> {
  const last = terms.reduce((highest, { ids }) => Math.max(highest, ids.maximum()), 0);
  const all = terms.reduce((sum, { units }) => sum + units, 0);
  const scores = new Float64Array(BLOCK);
  // Buffers that all terms share: garbage of each would be collected in turns of others.
  const members = new Uint32Array(BLOCK);
  const candidates = new Uint16Array(BLOCK);
  const best: Scored[] = [];
  const slices = new Slices(takeTurn);
  for (let start = 0; start <= last; start += BLOCK) {
    scores.fill(0);
    const lowest = best.length < first ? 0 : (best.at(-1)?.units ?? 0);
    let left = all;
    let count: number | undefined;
    for (const { ids, units } of terms) {
      await slices.pause();
      if (left <= lowest * ALIKE) count = findBetter(scores, (lowest - 1) * ALIKE - left, candidates, count);
      left -= units;
      const from = start === 0 ? 0 : ids.rank(start - 1);
      const size = ids.rank(start + BLOCK - 1) - from;
      if (count !== undefined && count * LOOK_UP < size) {
        for (let at = 0; at < count; at += 1) {
          const index = candidates[at] ?? 0;
          if (ids.has(start + index)) scores[index] = (scores[index] ?? 0) + units;
        }
      } else {
        const read = ids.rangeUint32Array(from, size, members);
        for (let at = 0; at < size; at += 1) {
          const index = (read[at] ?? 0) - start;
          scores[index] = (scores[index] ?? 0) + units;
        }
      }
    }
    if (except >= start && except < start + BLOCK) scores[except - start] = 0;
    for (let from = 0; from < BLOCK; from += PART) {
      await slices.pause();
      keepBest(best, scores.subarray(from, from + PART), start + from, first);
    }
  }
  return best;
}

/**
 * Finds the places of scores above a bound, and writes them to `candidates`.
 *
 * @param count candidates of an earlier search, among which it looks; undefined: among all places. @returns their number
 */
function findBetter(scores: Float64Array, bound: number, candidates: Uint16Array, count?: number): number {
  let found = 0;
  for (let at = 0; at < (count ?? BLOCK); at += 1) {
    const index = count === undefined ? at : (candidates[at] ?? 0);
    if ((scores[index] ?? 0) <= bound) continue;
    candidates[found] = index;
    found += 1;
  }
  return found;
}

/** Puts the best of a part in their places among those before them. Of equal ones, the lower id comes first. */
function keepBest(best: Scored[], scores: Float64Array, start: number, first: number): void {
  let lowest = best.length < first ? 0 : (best.at(-1)?.units ?? 0);
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? 0;
    if (score < lowest * ALIKE) continue;
    const units = Math.round(score / ALIKE);
    if (units <= lowest) continue;
    const place = best.findLastIndex((each) => each.units >= units) + 1;
    best.splice(place, 0, { companyId: start + index, units });
    if (best.length > first) best.pop();
    if (best.length === first) lowest = best.at(-1)?.units ?? 0;
  }
}

/** Finds the values that companies share with the one that has the terms, in the order of these. */
async function findShared(
  db: Queryable,
  terms: readonly Term[],
  companies: readonly Scored[],
): Promise<ReadonlyMap<number, readonly SharedValue[]>> {
  const ids = new Bitmap(companies.map(({ companyId }) => companyId));
  const found = new Map<number, Term[]>(companies.map(({ companyId }) => [companyId, []]));
  const slices = new Slices(takeTurn);
  for (const term of terms) {
    await slices.pause();
    for (const id of Bitmap.and(ids, term.ids)) found.get(id)?.push(term);
  }
  const labelOf = await readLabelsOf(db, [...new Set([...found.values()].flat())]);
  return new Map(
    Array.from(found, ([id, shared]) => [
      id,
      shared.map((term) => ({
        field: term.field.key,
        value: term.value,
        label: labelOf(term),
        weight: term.weight,
      })),
    ]),
  );
}
