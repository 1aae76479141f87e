import { filterText } from '../text/filter.ts';
import { isSearched } from './affordances.ts';
import { type Catalogue, type CatalogueField, type FieldValue, toValue } from './catalogue.ts';
import type { Value } from './definition.ts';
import { type NumberRange, readNumbers } from './quick-numbers.ts';
import { type Candidate, fold, gradeMatch, gradeWithoutCompany, rankCandidates } from './rank.ts';

/** A search of values that the caller runs; `searchCandidates` turns its result into candidates. */
export interface ValueSearch {
  field: string;
  text: string;
  negated: boolean;
}

export interface QuickAdd {
  candidates: readonly Candidate[];
  searches: readonly ValueSearch[];
}

const words = filterText.quickAdd;
const RANGE_VALUE = /^(\d+)(?:-(\d+)|\+)$/;

/** Reads what a person typed into "+ condition", such as "kube", "after 2015" or "not aws". */
export function quickAdd(typed: string, catalogue: Catalogue): QuickAdd {
  const { negated, rest } = withoutNegation(typed.trim());
  if (rest === '') return { candidates: [], searches: [] };
  const numbers = readNumbers(rest);
  const named = catalogue.fields.flatMap((field) => {
    const text = withoutName(rest, field);
    return text === undefined ? [] : [{ field, text }];
  });
  const targets = named.length > 0 ? named : catalogue.fields.map((field) => ({ field, text: rest }));
  const isNamed = named.length > 0;
  const candidates = targets.flatMap(({ field, text }) => {
    if (field.type === 'integer') return numbers ? numberCandidates(field, numbers, isNamed, negated) : [];
    if (field.type === 'text') return textCandidates(field, text, isNamed, negated);
    return [
      ...(numbers ? rangeCandidates(field, numbers, isNamed, negated) : []),
      ...searchCandidates(field, field.values ?? [], text, negated),
    ];
  });
  const searches = targets
    .filter(({ field, text }) => isSearched(catalogue, field.key) && text.length >= 2)
    // Numbers mean bounds, unless a name of a list was asked for.
    .filter(({ field }) => !numbers || (isNamed && field.type === 'list'))
    .map(({ field, text }) => ({ field: field.key, text, negated }));
  return { candidates: rankCandidates(candidates), searches };
}

/** Returns candidates for the values of a field that match a text. */
export function searchCandidates(
  field: CatalogueField,
  values: readonly FieldValue[],
  text: string,
  negated: boolean,
): Candidate[] {
  return values.flatMap(({ value, label, companyCount }) => {
    const grade = gradeMatch(text, label, value);
    if (grade === undefined) return [];
    const candidate = {
      ...condition(field, 'any_of', [toValue(field, value)], negated),
      label,
      grade: companyCount === 0 ? gradeWithoutCompany(grade) : grade,
    };
    return [companyCount === undefined ? candidate : { ...candidate, count: companyCount }];
  });
}

function condition(field: CatalogueField, operator: string, values: readonly Value[], negated: boolean) {
  const hasNegative = negated && operator === 'any_of' && field.operators.includes('none_of');
  return {
    field: field.key,
    operator: hasNegative ? 'none_of' : operator,
    values,
    negated: negated && !hasNegative,
  };
}

function withoutNegation(text: string): { negated: boolean; rest: string } {
  const found = words.negations.find((word) => fold(text).startsWith(`${word} `));
  return found === undefined
    ? { negated: false, rest: text }
    : { negated: true, rest: text.slice(found.length).trim() };
}

/** Returns the text without the name of a field in it; undefined if it is not there. */
function withoutName(text: string, field: CatalogueField): string | undefined {
  const names = [field.label, field.key.replaceAll('_', ' '), ...(words.fieldNames[field.key] ?? [])].map(
    fold,
  );
  const lower = text.toLowerCase();
  for (const name of names.sort((a, b) => b.length - a.length)) {
    if (lower.startsWith(`${name} `)) return text.slice(name.length).trim();
    if (lower.endsWith(` ${name}`)) return text.slice(0, -name.length).trim();
  }
  return undefined;
}

function numberCandidates(
  field: CatalogueField,
  { from, to }: NumberRange,
  isNamed: boolean,
  negated: boolean,
) {
  const isYear = [from, to].every((end) => end === undefined || (end >= 1000 && end <= 2100));
  const grade = isNamed ? 0 : isYear === field.key.endsWith('_year') ? 1 : 4;
  const [operator, values]: [string, number[]] =
    from === undefined ? ['lte', [to ?? 0]] : to === undefined ? ['gte', [from]] : ['between', [from, to]];
  const [key, own] = operator === 'between' && from === to ? ['eq', values.slice(0, 1)] : [operator, values];
  if (!field.operators.includes(key)) return [];
  return [{ ...condition(field, key, own, negated), label: own.join('–'), grade }];
}

/** Bands such as "51-200", of which at least half lies within the numbers. */
function rangeCandidates(field: CatalogueField, numbers: NumberRange, isNamed: boolean, negated: boolean) {
  const bands = (field.values ?? []).flatMap(({ value }) => {
    const [, low, high] = RANGE_VALUE.exec(value) ?? [];
    return low === undefined
      ? []
      : [{ value, low: Number(low), high: high === undefined ? Number(low) * 2 : Number(high) }];
  });
  const { from = 0, to = Number.POSITIVE_INFINITY } = numbers;
  const chosen = bands.filter(
    ({ low, high }) => (Math.min(high, to) - Math.max(low, from) + 1) * 2 >= high - low + 1,
  );
  if (chosen.length === 0) return [];
  const values = chosen.map(({ value }) => value);
  return [
    { ...condition(field, 'any_of', values, negated), label: values.join(', '), grade: isNamed ? 0 : 3 },
  ];
}

function textCandidates(
  field: CatalogueField,
  text: string,
  isNamed: boolean,
  negated: boolean,
): Candidate[] {
  const found = Object.entries(words.textOperators).flatMap(([operator, phrases]) =>
    phrases.filter((phrase) => fold(text).startsWith(`${phrase} `)).map((phrase) => ({ operator, phrase })),
  )[0];
  const isEnding = text.startsWith('.') && !text.includes(' ');
  const operator = found?.operator ?? (isEnding ? 'ends_with' : 'contains');
  const value = found ? text.slice(found.phrase.length).trim() : text;
  if (!field.operators.includes(operator) || value.length < 2) return [];
  const grade = isNamed || (isEnding && operator === 'ends_with') ? 0 : 4;
  return [{ ...condition(field, operator, [value], negated), label: value, grade }];
}
