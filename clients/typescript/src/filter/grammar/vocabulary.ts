import type { CatalogueField, FieldValue } from '../catalogue.ts';
import { fold, gradeFolded, keyOf } from './grade.ts';
import synonyms from './synonyms.ts';

/** Values of a field that a phrase means. */
export interface Match {
  field: CatalogueField;
  values: readonly FieldValue[];
  /** Name of several values, such as "DACH". */
  name?: string;
  /** 0 label or key, 0.5 synonym or name without "GmbH", 1 beginning, 2 beginning of a word, 3 within. */
  grade: number;
}

interface Entry {
  value: FieldValue;
  folded: string;
}

/** Values of a field by what people call them. */
interface Vocabulary {
  entries: readonly Entry[];
  exact: ReadonlyMap<string, Omit<Match, 'field'>>;
  /** Codes of two letters, which are English words as well: "IT", "NO", "IN". */
  codes: ReadonlyMap<string, Omit<Match, 'field'>>;
}

const SYNONYMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  country: synonyms.country,
  industry: synonyms.industry,
  technology: synonyms.technology,
  technology_category: synonyms.technology_category,
  partner: synonyms.partner,
};
/** Names of the same thing in the language of the catalogue; the phrase is a key. */
const TARGETS = new Map(
  Object.entries(SYNONYMS).map(([field, names]) => [
    field,
    new Map(Object.entries(names).flatMap(([name, others]) => others.map((other) => [keyOf(other), name]))),
  ]),
);
const RELATED = new Map(Object.entries(synonyms.related).map(([phrase, names]) => [keyOf(phrase), names]));
const ABBREVIATIONS = new Set([
  ...RELATED.keys(),
  ...[...TARGETS].flatMap(([field, names]) => (field === 'country' ? [] : [...names.keys()])),
]);
const built = new WeakMap<CatalogueField, Vocabulary>();

/** Returns the name that a phrase stands for in a field: "Kubernetes" for "k8s". */
export function synonymOf(field: string, phrase: string): string | undefined {
  return TARGETS.get(field)?.get(keyOf(phrase));
}

/** Whether letters stand for something else than a country: "VC", "IT". */
export function isAbbreviation(key: string): boolean {
  return ABBREVIATIONS.has(key);
}

/** Whether a company has one value of the field at most, such as its country. */
export function isSingle({ type, operators }: CatalogueField): boolean {
  return type === 'vocabulary' && operators.includes('is_known') && !operators.includes('all_of');
}

/**
 * Values of a listed field that are called exactly so.
 *
 * @param withCodes whether codes of two letters count.
 */
export function exactListed(field: CatalogueField, key: string, withCodes: boolean): Match | undefined {
  const { exact, codes } = vocabularyOf(field);
  const code = withCodes ? codes.get(key) : undefined;
  if (code) return { ...code, field };
  const found =
    exact.get(key) ?? (allowsPlural(field) ? (exact.get(singular(key)) ?? exact.get(`${key}s`)) : undefined);
  return found && { ...found, field };
}

/** The value that has a code of two letters. */
export function codeOf(field: CatalogueField, key: string): Match | undefined {
  const code = vocabularyOf(field).codes.get(key);
  return code && { ...code, field };
}

const allowsPlural = ({ key }: CatalogueField) => key === 'industry' || key === 'technology_category';
const singular = (key: string) => (key.length > 3 && key.endsWith('s') ? key.slice(0, -1) : '');

/** Values of a listed field whose label contains a text, the best first. */
export function similarListed(field: CatalogueField, phrase: string): Match[] {
  const { entries, codes } = vocabularyOf(field);
  const code = codes.get(keyOf(phrase));
  const wanted = fold(phrase);
  const similar = entries.flatMap(({ value, folded }) => {
    const grade = gradeFolded(wanted, folded);
    return grade === undefined ? [] : [{ field, values: [value], grade: Math.max(grade, 1) }];
  });
  return code ? [{ ...code, field, grade: 1 }, ...similar] : similar;
}

/** Values among the results of a search that a phrase means or resembles. */
export function matchFound(field: CatalogueField, values: readonly FieldValue[], phrase: string): Match[] {
  // ".de" is the end of a domain, and no country.
  const key = /^[\p{L}\p{N}]/u.test(phrase) ? keyOf(phrase) : '';
  const target = keyOf(synonymOf(field.key, phrase) ?? '');
  const wanted = fold(phrase);
  return values.flatMap((value) => {
    const { names, short, folded } = namesOf(field, value);
    if ((key !== '' && names.includes(key)) || folded[0] === wanted)
      return [{ field, values: [value], grade: 0 }];
    if ((target !== '' && names.includes(target)) || (key !== '' && short.includes(key)))
      return [{ field, values: [value], grade: 0.5 }];
    const grades = folded.flatMap((each) => gradeFolded(wanted, each) ?? []);
    return grades.length > 0 ? [{ field, values: [value], grade: Math.max(Math.min(...grades), 1) }] : [];
  });
}

/** What a value is called, computed once for each. */
interface Names {
  names: readonly string[];
  short: readonly string[];
  folded: readonly string[];
}

const namesByValue = new WeakMap<FieldValue, Names>();

function namesOf(field: CatalogueField, value: FieldValue): Names {
  const { label, value: key } = value;
  const found = namesByValue.get(value) ?? {
    names: [keyOf(label), keyOf(key)],
    short: shortNames(field, value),
    folded: [fold(label), fold(key)],
  };
  namesByValue.set(value, found);
  return found;
}

/** "Acme" for "Acme GmbH" and for acme.example. */
function shortNames({ type, key }: CatalogueField, { value, label }: FieldValue): string[] {
  const words = fold(label)
    .split(/[\s,.]+/)
    .filter(Boolean);
  const isShortened = type === 'company' || key === 'investor';
  const short = isShortened && words.length > 1 && synonyms.suffixes.includes(words.at(-1) ?? '');
  return [
    ...(short ? [keyOf(words.slice(0, -1).join(' '))] : []),
    ...(type === 'company' ? [keyOf(value.split('.')[0] ?? '')] : []),
  ];
}

/** Labels of listed values that differ from a phrase by one or two letters. */
export function misspelt(fields: readonly CatalogueField[], phrase: string): Match[] {
  const found = fields.flatMap((field) => speltLike(field, vocabularyOf(field).entries, phrase));
  return found.sort((a, b) => a.grade - b.grade);
}

/** Values among the results of a search whose labels differ from a phrase by one or two letters. */
export function misspeltFound(field: CatalogueField, values: readonly FieldValue[], phrase: string): Match[] {
  const entries = values.flatMap((value) =>
    namesOf(field, value).folded.map((folded) => ({ value, folded })),
  );
  const found = speltLike(field, entries, phrase).sort((a, b) => a.grade - b.grade);
  return found.filter((match, at) => found.findIndex((one) => one.values[0] === match.values[0]) === at);
}

/** Longest phrase that is compared letter by letter. */
const MAX_SPELT = 40;

const canBeMisspelt = (phrase: string): boolean =>
  phrase.length <= MAX_SPELT && fold(phrase).length >= 4 && /^\p{L}/u.test(phrase);

/** The first and the last letters of a phrase: one of them has no error. Nothing for one that is too short or long. */
export function alikeParts(phrase: string): readonly string[] {
  const word = phrase.toLowerCase();
  return canBeMisspelt(phrase) ? [word.slice(0, 3), word.slice(-3)] : [];
}

function speltLike(field: CatalogueField, entries: readonly Entry[], phrase: string): Match[] {
  if (!canBeMisspelt(phrase)) return [];
  const wanted = fold(phrase);
  const most = wanted.length > 6 ? 2 : 1;
  return entries.flatMap(({ value, folded }) => {
    if (Math.abs(folded.length - wanted.length) > most) return [];
    const grade = distance(wanted, folded);
    return grade > most ? [] : [{ field, values: [value], grade }];
  });
}

/** Values of listed fields that a phrase is often meant for, though it says something else: "Software" for "SaaS". */
export function suggested(fields: readonly CatalogueField[], phrase: string): Match[] {
  const names = RELATED.get(keyOf(phrase)) ?? [];
  return fields.flatMap((field) =>
    names.flatMap((name) => {
      const found = exactListed(field, keyOf(name), false);
      return found ? [{ ...found, grade: 1 }] : [];
    }),
  );
}

/** Number of letters to insert, remove, replace or swap. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0;
      const replaced = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const best = Math.min(replaced, at(1, 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwapped ? Math.min(best, at(2, 2) + 1) : best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

function vocabularyOf(field: CatalogueField): Vocabulary {
  const known = built.get(field);
  if (known) return known;
  const values = field.values ?? [];
  const exact = new Map<string, Omit<Match, 'field'>>();
  const add = (name: string, match: Omit<Match, 'field'>) => {
    const key = keyOf(name);
    if (key !== '' && !/^\d+$/.test(key) && !exact.has(key)) exact.set(key, match);
  };
  for (const value of values) {
    const match = { values: [value], grade: 0 };
    for (const name of [
      value.label,
      value.label.replaceAll('&', ' and '),
      value.label.replace(/ and /gi, ' '),
    ])
      add(name, match);
  }
  const codes = new Map<string, Omit<Match, 'field'>>();
  for (const value of values) {
    const match = { values: [value], grade: 0 };
    if (/^[A-Z]{2}$/.test(value.value)) codes.set(keyOf(value.value), match);
    else add(value.value, match);
  }
  if (field.key === 'country') addRegions(values, add);
  for (const [name, others] of Object.entries(SYNONYMS[field.key] ?? {})) {
    const meant = exact.get(keyOf(name)) ?? codes.get(keyOf(name));
    if (meant) for (const other of others) add(other, { ...meant, grade: 0.5 });
    // The catalogue may use the other name.
    const other = others.map((each) => exact.get(keyOf(each))).find(Boolean);
    if (!meant && other) for (const each of [name, ...others]) add(each, { ...other, grade: 0.5 });
  }
  const short = values.flatMap((value) => shortNames(field, value).map((name) => ({ name, value })));
  for (const { name, value } of short)
    if (short.filter((each) => each.name === name).length === 1) add(name, { values: [value], grade: 0.5 });
  const entries = values.map((value) => ({ value, folded: fold(value.label) }));
  const vocabulary = { entries, exact, codes };
  built.set(field, vocabulary);
  return vocabulary;
}

function addRegions(values: readonly FieldValue[], add: (name: string, match: Omit<Match, 'field'>) => void) {
  for (const [name, codes] of Object.entries(synonyms.regions)) {
    const wanted = codes.split(' ');
    const chosen = wanted.flatMap((code) => values.find(({ value }) => value === code) ?? []);
    if (chosen.length > 0) add(name, { values: chosen, name, grade: 0 });
  }
}
