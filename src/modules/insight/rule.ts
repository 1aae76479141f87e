import type { Queryable } from '../../database/client.ts';
import { Slices } from '../../lib/slices.ts';
import { wilsonInterval } from '../../lib/wilson-interval.ts';
import { Bitmap, giveBack, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { IndexSnapshot, IndexVersions } from '../facets/reader.ts';
import { isSameVersion } from '../filters/breakdown.ts';
import type { ConditionNode, FilterNode } from '../filters/definition.ts';
import { boundedIds, evaluate } from '../filters/evaluate.ts';
import type { FieldSet } from '../filters/field-set.ts';
import { type Field, REGISTRY_VERSION } from '../filters/registry.ts';
import { takeTurn, UNIVERSE_KEY } from '../filters/requirements.ts';
import type { FiltersService } from '../filters/service.ts';
import { readLabelsOf } from '../filters/values.ts';
import type { Strictness } from './rule-measures.ts';
import { type Rule, rankRules, searchRules } from './rule-search.ts';
import {
  boundConditions,
  datedConditions,
  type MadeTerm,
  type Sample,
  type Term,
  toJson,
  toTerms,
  valueCondition,
} from './rule-terms.ts';
import { type ExampleValue, findExampleValues } from './rule-values.ts';

/** A value that examples have in common. */
export interface Trait {
  /** Key of the field. */
  field: string;
  value: string;
  label: string;
  /** Examples that have the value, and their share of all examples. */
  count: number;
  share: number;
  /** Share of the companies of the catalogue that have it. */
  catalogueShare: number;
  /** `share / catalogueShare`, and the interval of the share divided by the same. */
  lift: number;
  liftLow: number;
  liftHigh: number;
}

/** A definition that many examples match, and few other companies. */
export interface Suggestion {
  /** In the form of REST. */
  definition: object;
  covered: number;
  coverage: number;
  count: number;
  lift: number;
  nearMissIds: readonly number[];
}

/** What examples have in common, and definitions that list companies like them. */
export interface FoundRules {
  traits: readonly Trait[];
  suggestions: readonly Suggestion[];
}

/** The examples: companies by their ids, or the members of a list by the tree that names it. */
export type ExampleSource = { ids: readonly number[] } | { tree: FilterNode };

interface RuleRequest {
  organizationId: number;
  source: ExampleSource;
  set: FieldSet;
  fields: readonly Field[];
  maxConditions: number;
  strictness: Strictness;
  /** Tells whether the caller may see the breakdown by partner of some companies. */
  mayShowPartners: (companyIds: ReadonlyBitmap) => Promise<boolean>;
}

export const MAX_TRAITS = 50;
export const MAX_SUGGESTIONS = 5;
export const MAX_NEAR_MISSES = 5;

/** Share of the examples that have a trait. At least two have it. */
const MIN_SHARE = 0.05;
/** Examples whose values are looked for: of more, so many at equal distances. All examples are counted. */
const MAX_SEARCHED = 10_000;
/** The same among those: values that a few more of all examples have. */
const MIN_SHARE_SEARCHED = 0.04;
/** Conditions whose postings are read together. More of them would keep the event loop for too long. */
const MOST_READ = 100;

/**
 * Finds what examples have in common, and rules behind them (contract, section 16). All numbers are exact, and of one version of the
 * index.
 *
 * @returns undefined if the index has changed meanwhile.
 */
export async function findRules(
  db: Queryable,
  filters: FiltersService,
  request: RuleRequest,
): Promise<(FoundRules & { tracked: number }) | undefined> {
  const base = await filters.postings([UNIVERSE_KEY]);
  const universe = base.posting(UNIVERSE_KEY);
  const snapshots: IndexSnapshot[] = [base];
  const { source } = request;
  let known: IndexVersions = base;
  const read = async (conditions: readonly FilterNode[]) => {
    const snapshot = await filters.read(conditions, known);
    if (snapshot.ownVersion > 0) known = snapshot;
    snapshots.push(snapshot);
    return snapshot;
  };
  const examples =
    'tree' in source
      ? boundedIds(evaluate(source.tree, { snapshot: await read([source.tree]), window: EVER }))
      : Bitmap.and(new Bitmap(source.ids), universe);
  const sample = {
    covered: examples.size,
    count: universe.size,
    all: { ids: universe, coveredIds: examples },
    slices: new Slices(takeTurn),
  };
  const found = examples.isEmpty ? NOTHING : await search(db, request, sample, read);
  const isOneVersion = snapshots.every((a) => snapshots.every((b) => isSameVersion(a, b)));
  return isOneVersion ? { tracked: examples.size, ...found } : undefined;
}

const NOTHING: FoundRules = { traits: [], suggestions: [] };

async function search(
  db: Queryable,
  { organizationId, set, fields: asked, maxConditions, strictness, mayShowPartners }: RuleRequest,
  sample: Sample,
  read: (conditions: readonly ConditionNode[]) => Promise<IndexSnapshot>,
): Promise<FoundRules> {
  const examples = sample.all.coveredIds;
  const showsPartners = asked.some(isPartner) && (await mayShowPartners(examples));
  const fields = asked.filter((field) => showsPartners || !isPartner(field));
  const share = examples.size > MAX_SEARCHED ? MIN_SHARE_SEARCHED : MIN_SHARE;
  const ids = pickEvenly(examples);
  const least = Math.max(2, Math.ceil(share * ids.length));
  const { values, bounds } = await findExampleValues(db, organizationId, { ids, fields, least });
  const made: MadeTerm[] = [];
  const readTerms = async (conditions: readonly ConditionNode[]) => {
    const terms: MadeTerm[] = [];
    for (let start = 0; start < conditions.length; start += MOST_READ) {
      await sample.slices.pause();
      const some = conditions.slice(start, start + MOST_READ);
      terms.push(...(await toTerms(some, await read(some), sample)));
    }
    made.push(...terms);
    return terms;
  };
  const terms = await readTerms(values.map(valueCondition));
  const traits = await describe(db, values, terms, sample);
  const others = await readTerms([...bounds.flatMap(boundConditions), ...datedConditions(terms, sample)]);
  const evaluateOne = async (condition: ConditionNode) => (await readTerms([condition]))[0];
  const pool = await searchRules([...terms, ...others], evaluateOne, maxConditions, sample);
  const suggestions: Suggestion[] = [];
  for (const rule of rankRules(pool, strictness, sample).slice(0, MAX_SUGGESTIONS)) {
    await sample.slices.pause();
    suggestions.push(suggest(rule, sample, set));
  }
  for (const { coveredIds } of made) giveBack(coveredIds);
  return { traits, suggestions };
}

const isPartner = ({ type }: Field) => type === 'company';

function leastShared(examples: number): number {
  return Math.max(2, Math.ceil(MIN_SHARE * examples));
}

function pickEvenly(examples: ReadonlyBitmap): number[] {
  if (examples.size <= MAX_SEARCHED) return [...examples];
  return Array.from(
    { length: MAX_SEARCHED },
    (_, index) => examples.select(Math.floor((index * examples.size) / MAX_SEARCHED)) ?? 0,
  );
}

/** Returns the values that enough examples share, those first whose lift is highest by the lower end of its interval. */
async function describe(
  db: Queryable,
  values: readonly ExampleValue[],
  terms: readonly Term[],
  sample: Sample,
): Promise<Trait[]> {
  const least = leastShared(sample.covered);
  const traits = terms
    .flatMap((term, index) => {
      const each = values[index];
      return each && term.covered >= least ? { ...measure(term, sample), ...each } : [];
    })
    .sort((a, b) => b.liftLow - a.liftLow || b.share - a.share || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, MAX_TRAITS);
  const labelOf = await readLabelsOf(db, traits);
  return traits.map(({ field, value, label, ...figures }) => ({
    field: field.key,
    value,
    label: label ?? labelOf({ field, value }),
    ...figures,
  }));
}

const nameOf = ({ field, value }: Pick<ExampleValue, 'field' | 'value'>) => `${field.key}\0${value}`;

function measure({ covered, count }: Term, sample: Sample) {
  const share = covered / sample.covered;
  const catalogueShare = count / sample.count;
  const { low, high } = wilsonInterval(covered, sample.covered);
  return {
    count: covered,
    share,
    catalogueShare,
    lift: share / catalogueShare,
    liftLow: low / catalogueShare,
    liftHigh: high / catalogueShare,
  };
}

function suggest({ terms, covered, count }: Rule, sample: Sample, set: FieldSet): Suggestion {
  const conditions = terms.map(({ condition }) => toJson(condition));
  const usesOwn = terms.some(({ condition }) => condition.field.own);
  const coverage = covered / sample.covered;
  return {
    definition: {
      registry_version: usesOwn ? set.version : REGISTRY_VERSION,
      root: conditions.length === 1 ? conditions[0] : { and: conditions },
    },
    covered,
    coverage,
    count,
    lift: (coverage * sample.count) / count,
    nearMissIds: findNearMisses(terms, sample.all.coveredIds),
  };
}

/** Returns the first matches by id that are no examples. */
function findNearMisses([first, ...others]: readonly Term[], examples: ReadonlyBitmap): number[] {
  const ids = Bitmap.andNot(first?.ids ?? examples, examples);
  for (const term of others) ids.andInPlace(term.ids);
  const nearMisses = [...ids.rangeUint32Array(0, MAX_NEAR_MISSES)];
  ids.dispose();
  return nearMisses;
}
