import type { Slices } from '../../lib/slices.ts';
import { type Bitmap, intersectionOf, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { EVER, WINDOW_DAYS } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import type { ConditionNode } from '../filters/definition.ts';
import { boundedIds, evaluate } from '../filters/evaluate.ts';
import { toWhen, WHEN_KEYS } from '../filters/evidence-when.ts';
import type { OperatorKey, Value } from '../filters/operators.ts';
import type { Field } from '../filters/registry.ts';
import { gainOf, type Reach } from './rule-measures.ts';
import type { ExampleBounds, ExampleValue } from './rule-values.ts';

/** Companies, and the examples among them. */
export interface Part {
  ids: ReadonlyBitmap;
  coveredIds: ReadonlyBitmap;
}

/** The examples, and the catalogue that they are compared with. */
export interface Sample extends Reach {
  /** All companies, with all examples. */
  all: Part;
  slices: Slices;
}

/** A condition that rules are made of, with the companies that meet it. */
export interface Term extends Part, Reach {
  condition: ConditionNode;
}

/** Values for which `when` is tried, of those that gain most. */
const MAX_DATED = 12;

/** Tells whether companies can have several values of a field. */
export function isMultiple({ dated, key, own }: Field): boolean {
  return dated || key === 'investor' || own?.multiple === true;
}

export function conditionOf(field: Field, operator: OperatorKey, values: readonly Value[]): ConditionNode {
  return { kind: 'condition', pointer: '', field, operator, values };
}

/** Returns the condition of companies that have a value. */
export function valueCondition({ field, value }: Pick<ExampleValue, 'field' | 'value'>): ConditionNode {
  return field.type === 'boolean'
    ? conditionOf(field, 'eq', [value === 'true'])
    : conditionOf(field, 'any_of', [value]);
}

/** Returns the conditions of numbers from a bound on, and up to one. */
export function boundConditions({ field, lower, upper }: ExampleBounds): ConditionNode[] {
  return [
    ...lower.map((value) => conditionOf(field, 'gte', [value])),
    ...upper.map((value) => conditionOf(field, 'lte', [value])),
  ];
}

/** Returns the conditions on the age of the evidence for the technologies and categories that gain most. */
export function datedConditions(terms: readonly Term[], sample: Sample): ConditionNode[] {
  return terms
    .filter(({ condition: { field } }) => field.dated && field.type === 'vocabulary')
    .map(({ condition, ...reach }) => ({ condition, gain: gainOf(reach, sample, 1) }))
    .sort((a, b) => b.gain - a.gain || compareConditions(a.condition, b.condition))
    .slice(0, MAX_DATED)
    .flatMap(({ condition }) =>
      WHEN_KEYS.flatMap((key) => WINDOW_DAYS.map((days) => ({ ...condition, when: { key, days } }))),
    );
}

/** A condition whose covered examples belong to its holder. */
export type MadeTerm = Term & { coveredIds: Bitmap };

/** Evaluates conditions, whose postings the snapshot has, with all evidence. */
export async function toTerms(
  conditions: readonly ConditionNode[],
  snapshot: IndexSnapshot,
  { all, slices }: Sample,
): Promise<MadeTerm[]> {
  const terms: MadeTerm[] = [];
  for (const condition of conditions) {
    await slices.pause();
    const ids = boundedIds(evaluate(condition, { snapshot, window: EVER }));
    const coveredIds = intersectionOf(all.coveredIds, ids);
    terms.push({ condition, ids, coveredIds, covered: coveredIds.size, count: ids.size });
  }
  return terms;
}

/** Number of the parts of conditions that a reader has to understand. */
export function partsOf(conditions: readonly ConditionNode[]): number {
  return conditions.reduce((sum, { values, when }) => sum + values.length + (when ? 1 : 0), 0);
}

export function compareConditions(a: ConditionNode, b: ConditionNode): number {
  return textOf([a]) < textOf([b]) ? -1 : 1;
}

/** Returns the canonical JSON of conditions, which orders what is equal otherwise. */
export function textOf(conditions: readonly ConditionNode[]): string {
  return JSON.stringify(conditions.map(toJson));
}

/** Returns a condition in the form of REST. Its keys are in canonical order. */
export function toJson({ field, operator, values, when }: ConditionNode) {
  return { condition: { field: field.key, operator, values, ...(when && { when: toWhen(when) }) } };
}
