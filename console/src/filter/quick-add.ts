import { readAge, windowOf } from '../../../clients/typescript/src/filter/grammar/ages.ts';
import { fold } from '../../../clients/typescript/src/filter/grammar/grade.ts';
import { numberAtom } from '../../../clients/typescript/src/filter/grammar/meanings.ts';
import { areYears, type NumberRange } from '../../../clients/typescript/src/filter/grammar/numbers.ts';
import { parseSentence } from '../../../clients/typescript/src/filter/grammar/parse.ts';
import { ROLES } from '../../../clients/typescript/src/filter/grammar/phrases.ts';
import { Reader } from '../../../clients/typescript/src/filter/grammar/reader.ts';
import { tokenize } from '../../../clients/typescript/src/filter/grammar/tokens.ts';
import {
  alikeParts,
  matchFound,
  misspeltFound,
  synonymOf,
} from '../../../clients/typescript/src/filter/grammar/vocabulary.ts';
import { withPlainDots } from '../lib/identifier.ts';
import { filterText } from '../text/filter.ts';
import {
  type Catalogue,
  type CatalogueField,
  type FieldValue,
  isCompared,
  isOwn,
  isSearched,
  listedLabel,
  OWN_FIELDS,
  searchedAs,
  toValue,
  whenChoices,
} from './catalogue.ts';
import type { Value, When } from './definition.ts';
import { type Candidate, gradeWithoutCompany, rankCandidates } from './rank.ts';

/** A search of values that the caller runs; `searchCandidates` turns its result into candidates. */
export interface ValueSearch {
  field: string;
  text: string;
  negated: boolean;
  /** Text whose letters the values must resemble, where they need not contain it. */
  spelt?: string;
  /** Ages of the evidence that the text means. */
  times?: readonly When[];
}

export interface QuickAdd {
  candidates: readonly Candidate[];
  searches: readonly ValueSearch[];
  /** Searches for values that are spelt like the text. They are worth running where nothing else was found. */
  spellings: readonly ValueSearch[];
}

const NOTHING: QuickAdd = { candidates: [], searches: [], spellings: [] };
/** Grade of values that are only spelt alike: after all matches, before a search in names. */
const SPELT_GRADE = 3.8;

/** Reads what was typed into "+ condition", such as "kube" or "docker in the last 90 days", with all that it may mean. */
export function quickAdd(typed: string, catalogue: Catalogue): QuickAdd {
  const { undated, age } = splitAge(typed);
  const reader = new Reader(undated, catalogue, []);
  const { negated, fields, text, numbers, whenKey } = partsOf(reader);
  if (text === '') return NOTHING;
  const isNamed = fields !== undefined;
  const isDated = age !== undefined || whenKey !== undefined;
  const timesOf = ({ key }: CatalogueField) =>
    isDated ? timesIn(catalogue, key, age?.key ?? whenKey ?? 'last_seen', age?.days) : undefined;
  const targets = catalogue.fields.filter(
    (field) => (fields?.includes(field.key) ?? true) && timesOf(field)?.length !== 0,
  );
  const candidates = targets.flatMap((field) => {
    const numeric = numbers ? numberCandidates(catalogue, field, numbers, isNamed, negated) : [];
    if (isCompared(field) || field.type === 'boolean') return numeric;
    if (field.type === 'text') return textCandidates(field, text, isNamed, negated);
    return [...numeric, ...searchCandidates(field, field.values ?? [], text, negated, timesOf(field))];
  });
  const searches = targets
    .filter(({ key }) => isSearched(catalogue, key) && (text.length >= 2 || (isNamed && isOwn(key))))
    // Numbers mean bounds, unless a name of a list was asked for.
    .filter(({ type, key }) => !numbers || (isNamed && (type === 'list' || isOwn(key))))
    .flatMap((field) => {
      const times = timesOf(field);
      const texts = new Set([text, synonymOf(field.key, text) ?? text]);
      const search = { field: searchedAs(field.key), negated, ...(times && { times }) };
      return [...texts].map((each) => ({ ...search, text: each }));
    })
    // One search finds the values of all own fields.
    .filter(
      ({ field }, at, all) => field !== OWN_FIELDS || all.findIndex((each) => each.field === field) === at,
    );
  const spellings = searches
    .filter(({ field, text: searched }) => searched === text && field !== 'list' && field !== OWN_FIELDS)
    .flatMap((search) => alikeParts(text).map((part) => ({ ...search, text: part, spelt: text })));
  const listed = targets.flatMap((field) =>
    field.values && !numbers ? speltCandidates(field, field.values, text, negated, timesOf(field)) : [],
  );
  const ranked = rankCandidates(understood(typed, catalogue), candidates, listed);
  return { candidates: ranked, searches, spellings };
}

/** Returns candidates for the values of a field that are spelt almost like a text. */
export function speltCandidates(
  field: CatalogueField,
  values: readonly FieldValue[],
  text: string,
  negated: boolean,
  times?: readonly When[],
): Candidate[] {
  return misspeltFound(field, values, text).flatMap(({ values: [found], grade: errors }) =>
    found
      ? searchCandidates(field, [found], found.label, negated, times).map((candidate) => ({
          ...candidate,
          grade: SPELT_GRADE + errors / 100,
        }))
      : [],
  );
}

/** The condition that the sentence means, if it is one and certain. */
function understood(typed: string, catalogue: Catalogue): Candidate[] {
  const { root, pieces } = parseSentence(typed, catalogue);
  const isCertain = pieces.every(({ kind }) => kind === 'condition' || kind === 'word');
  const negated = root !== null && 'not' in root;
  const node = negated ? root.not : root;
  if (!isCertain || !node || !('condition' in node)) return [];
  const found = pieces.filter((piece) => piece.kind === 'condition');
  const { field, operator, values, when } = node.condition;
  const known = (text: string, at: number) =>
    text === String(values[at]) ? listedLabel(catalogue, field, values[at] ?? text) : text;
  const label = found.map(({ name, labels }) => name ?? labels.map(known).join(', ')).join(', ');
  const [first] = found;
  const all = catalogue.fields.find(({ key }) => key === field)?.values ?? [];
  const count =
    values.length === 1 && !when ? all.find(({ value }) => value === values[0])?.companyCount : undefined;
  // A value of the same name that no company has is worth less than what searches may find.
  const grade = count === 0 ? gradeWithoutCompany(0) : 0;
  const candidate = { field, operator, values, negated, label, grade, ...(when && { when }) };
  return first === undefined ? [] : [count === undefined ? candidate : { ...candidate, count }];
}

/** Splits a text that ends with an age, such as "docker in the last 90 days". */
function splitAge(typed: string) {
  const text = typed.trimEnd();
  for (const { from, isQuoted } of tokenize(text).slice(1)) {
    const age = isQuoted ? undefined : readAge(text.slice(from));
    if (age && from + age.length === text.length) return { undated: text.slice(0, from), age };
  }
  return { undated: typed, age: undefined };
}

/** The age that was said, or all of them where none or another was; nothing for a field without dates. */
function timesIn(catalogue: Catalogue, field: string, key: string, days: number | undefined): When[] {
  const times = whenChoices(catalogue, field).filter((when) => key in when);
  const windows = times.map((when) => when[key] ?? '');
  const said = days !== undefined && windowOf(windows, days);
  return said ? [{ [key]: said }] : times;
}

interface Parts {
  negated: boolean;
  fields?: readonly string[];
  text: string;
  numbers: NumberRange | undefined;
  whenKey?: string | undefined;
}

/** Splits a text into a negation, the name of a field, and the rest. */
function partsOf(reader: Reader): Parts {
  const { tokens, cues, text, start } = reader;
  const not = ROLES.at(tokens, 0);
  const negated = not?.meaning === 'not' && not.length < tokens.length;
  const first = negated ? not.length : 0;
  const cue = cues.before.at(tokens, first);
  const afterCue = cue && reader.afterVerbs(first + cue.length);
  if (cue && afterCue !== undefined && afterCue < tokens.length) {
    const rest = text.slice(start(cue.meaning.operator ? first : afterCue));
    const isText = cue.meaning.fields.some((key) => key === 'name' || key === 'domain');
    const words = isText ? withoutLabel(rest, cue.meaning.fields) : rest;
    const numbers = reader.numbersAt(afterCue)?.range;
    const { fields, when: whenKey } = cue.meaning;
    return { negated, fields, text: words.trim(), numbers, whenKey };
  }
  const numbers = reader.numbersAt(first)?.range;
  for (let at = first + 1; at < tokens.length; at += 1) {
    const after = cues.after.at(tokens, at);
    const unit = cues.units.at(tokens, at);
    const length = Math.max(after?.length ?? 0, unit?.length ?? 0);
    if (length === 0 || at + length < tokens.length) continue;
    const fields = numbers && unit ? [unit.meaning] : after?.meaning.fields;
    if (fields) return { negated, fields, text: text.slice(start(first), start(at)).trim(), numbers };
  }
  return { negated, text: text.slice(start(first)).trim(), numbers };
}

/** "contains bank" of "name contains bank". */
function withoutLabel(text: string, fields: readonly string[]): string {
  const [key = ''] = fields;
  return fold(text).startsWith(`${key} `) ? text.slice(key.length) : text;
}

/** Returns candidates for the values of a field that match a text: of each of some ages, where there are any. */
export function searchCandidates(
  field: CatalogueField,
  values: readonly FieldValue[],
  text: string,
  negated: boolean,
  times?: readonly When[],
): Candidate[] {
  return matchFound(field, values, text).flatMap(({ values: [found], grade }) => {
    if (!found) return [];
    const { value, label, companyCount } = found;
    const candidate = {
      ...condition(field, 'any_of', [toValue(field, value)], negated),
      label,
      grade: companyCount === 0 ? gradeWithoutCompany(grade) : grade,
    };
    // The count is of companies with evidence of any age. One of several ages is no exact match.
    if (times)
      return times.map((when, at) => ({
        ...candidate,
        when,
        grade: candidate.grade + (times.length > 1 ? 1 + at / 10 : 0),
      }));
    return [companyCount === undefined ? candidate : { ...candidate, count: companyCount }];
  });
}

function condition(field: CatalogueField, operator: string, values: readonly Value[], negated: boolean) {
  const hasNegative = negated && operator === 'any_of' && field.operators.includes('none_of');
  const shown = hasNegative ? 'none_of' : operator;
  return { field: field.key, operator: shown, values, negated: negated && !hasNegative };
}

function numberCandidates(
  catalogue: Catalogue,
  field: CatalogueField,
  range: NumberRange,
  isNamed: boolean,
  negated: boolean,
): Candidate[] {
  if (field.type !== 'integer' && field.type !== 'number' && field.key !== 'employee_range') return [];
  const atom = numberAtom(catalogue, field.key, range, { from: 0, to: 0, valueFrom: 0, valueTo: 0 });
  if (!atom) return [];
  const isLikely = field.key === 'founded_year' ? areYears(range) : !areYears(range);
  const grade = isNamed ? 0 : field.key === 'employee_range' ? 3 : isLikely ? 1 : 4;
  const label = atom.values
    .map((value) => listedLabel(catalogue, field.key, value))
    .join(isCompared(field) ? '–' : ', ');
  return [{ ...condition(field, atom.operator, atom.values, negated), label, grade }];
}

function textCandidates(
  field: CatalogueField,
  text: string,
  isNamed: boolean,
  negated: boolean,
): Candidate[] {
  const found = Object.entries(filterText.quickAdd.textOperators).flatMap(([operator, phrases]) =>
    phrases.filter((phrase) => fold(text).startsWith(`${phrase} `)).map((phrase) => ({ operator, phrase })),
  )[0];
  const isEnding = withPlainDots(text).startsWith('.') && !text.includes(' ');
  const operator = found?.operator ?? (isEnding ? 'ends_with' : 'contains');
  const value = found ? text.slice(found.phrase.length).trim() : text;
  if (!field.operators.includes(operator) || value.length < 2) return [];
  const grade = isNamed || (isEnding && operator === 'ends_with') ? 0 : 4;
  return [{ ...condition(field, operator, [value], negated), label: value, grade }];
}
