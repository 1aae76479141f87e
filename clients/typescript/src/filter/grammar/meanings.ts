import { type Catalogue, type CatalogueField, findField, isCompared, toValue } from '../catalogue.ts';
import type { Value } from '../definition.ts';
import type { DayRange } from './days.ts';
import type { Atom } from './items.ts';
import { areYears, coveredBands, cutBands, fitsBands, type NumberRange } from './numbers.ts';
import { type Cue, phraseOf } from './phrases.ts';
import { type Token, withPlainDots } from './tokens.ts';
import type { Choice } from './types.ts';
import type { Match } from './vocabulary.ts';

type Place = Pick<Atom, 'from' | 'to' | 'valueFrom' | 'valueTo'>;

/** The condition that a match means. */
export function atomOfMatch({ field, values, name }: Match, place: Place): Atom {
  return {
    kind: 'atom',
    field: field.key,
    operator: 'any_of',
    values: values.map(({ value }) => toValue(field, value)),
    labels: values.map(({ label }) => label),
    ...(name === undefined ? {} : { name }),
    negated: false,
    isCued: false,
    ...place,
  };
}

/**
 * The condition that numbers mean.
 *
 * @param key field that words name; without it a range that fits bands means employees.
 */
export function numberAtom(
  catalogue: Catalogue,
  key: string | undefined,
  range: NumberRange,
  place: Place,
): Atom | undefined {
  const bands = findField(catalogue, 'employee_range')?.values?.map(({ value }) => value) ?? [];
  const wanted = key ?? (fitsBands(bands, range) ? 'employee_range' : undefined);
  const field = wanted === undefined ? undefined : findField(catalogue, wanted);
  const meaning = field && (isCompared(field) ? comparedNumbers(field, range) : banded(bands, range));
  if (!field || !meaning) return undefined;
  const labels = meaning.values.map(String);
  const cut = isCompared(field) ? [] : cutBands(bands, range);
  return {
    kind: 'atom',
    field: field.key,
    ...meaning,
    labels,
    ...(cut.length > 0 ? { cut } : {}),
    ...(range.from === undefined || range.to === undefined ? { isBound: true } : {}),
    negated: false,
    isCued: key !== undefined,
    ...place,
  };
}

function banded(bands: readonly string[], range: NumberRange) {
  const values = coveredBands(bands, range);
  return values.length > 0 ? { operator: 'any_of', values } : undefined;
}

/** Numbers of own fields have decimals, so that "over 2.5" has no next number: it takes 2.5 as well. */
const comparedNumbers = (field: CatalogueField, range: NumberRange) =>
  compared(field, field.type === 'integer' ? range : (range.said ?? range));

/** The condition on an ordered field that has the values from one to another, both included. */
export function compared(
  field: CatalogueField,
  { from, to }: NumberRange | DayRange,
): { operator: string; values: Value[] } | undefined {
  const values = [...new Set([from, to])].filter((end) => end !== undefined);
  const operator = from === undefined ? 'lte' : to === undefined ? 'gte' : from === to ? 'eq' : 'between';
  return field.operators.includes(operator) ? { operator, values } : undefined;
}

/** Meanings of numbers without a unit. */
export function numberChoices(
  catalogue: Catalogue,
  range: NumberRange,
  { phrase, before, negated }: { phrase: string; before: string; negated: boolean },
): Choice[] {
  const fields = ['founded_year', 'employee_range', 'partnership_count', 'technology_count'];
  return fields.flatMap((key) => {
    if ((key === 'founded_year') !== areYears(range)) return [];
    const atom = numberAtom(catalogue, key, range, { from: 0, to: 0, valueFrom: 0, valueTo: 0 });
    if (!atom) return [];
    const { field, operator, values, labels } = atom;
    const text = key === 'founded_year' ? `${phraseOf(key)} ${phrase}` : `${phrase} ${phraseOf(key)}`;
    return [{ field, operator, values, labels, negated, text: `${before}${text}` }];
  });
}

/** The condition of a text that names or domains have. A domain that begins with a dot is an ending. */
export function textAtom(
  field: CatalogueField,
  { operator: wanted }: Cue,
  tokens: readonly Token[],
  { from, valueFrom }: { from: number; valueFrom: number },
): { atom: Atom; length: number } | undefined {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (field.type !== 'text' || !first || !last) return undefined;
  const text = tokens.map((token) => token.text).join(' ');
  const value = field.key === 'domain' ? withPlainDots(text) : text;
  const isEnding = field.key === 'domain' && value.startsWith('.');
  const isWhole = field.key === 'domain' && wanted === 'ends_with' && !isEnding && value.includes('.');
  const operator = isEnding ? 'ends_with' : isWhole ? 'equals' : (wanted ?? 'contains');
  if (
    !field.operators.includes(operator) ||
    value.length < (field.key === 'name' ? 2 : 1) ||
    value.length > 100
  )
    return undefined;
  const place = { from, to: last.to, valueFrom, valueTo: last.to };
  const atom: Atom = {
    kind: 'atom',
    field: field.key,
    operator,
    values: [value],
    labels: [value],
    negated: false,
    isCued: true,
    ...place,
  };
  return { atom, length: tokens.length };
}
