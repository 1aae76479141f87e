import { type CatalogueField, toValue } from '../catalogue.ts';
import { isPlain, phraseOf } from './phrases.ts';
import type { Choice } from './types.ts';
import { type Match, misspelt } from './vocabulary.ts';

const MAX_CHOICES = 6;

/** What stands around the words of a value. */
export interface Around {
  /** Words that stay in front, such as "not partner of"; without a field, its words are added. */
  before: string;
  negated: boolean;
  isCued: boolean;
  /** Field whose values are negated by a word further before. */
  sticky?: string | undefined;
}

/** Returns the meanings that matches offer: the best of each field first. */
export function choicesOf(matches: readonly Match[], around: Around): Choice[] {
  const seen = new Set<string>();
  const first = matches.filter(({ field }) => !seen.has(field.key) && seen.add(field.key));
  const ordered = [...first, ...matches.filter((match) => !first.includes(match))].slice(0, MAX_CHOICES);
  return ordered.map((match) => choiceOf(match, around, isTwin(match, ordered)));
}

/** Whether another value has the same label, so that only the key tells them apart. */
const isTwin = (match: Match, all: readonly Match[]) =>
  all.some((other) => other !== match && other.field === match.field && labelOf(other) === labelOf(match));
const labelOf = ({ name, values }: Match) => name ?? values[0]?.label ?? '';

function choiceOf(
  match: Match,
  { before, negated: isNegated, isCued, sticky }: Around,
  isTwinned: boolean,
): Choice {
  const { field, values, name } = match;
  const isStuck = !isNegated && !isCued && sticky === field.key;
  const negated = isNegated || isStuck;
  const label = labelOf(match);
  // Of a company that is only similar, another one may have the name.
  const isUnsure = isTwinned || (field.type === 'company' && match.grade >= 1);
  const typed = quote(isUnsure ? (values[0]?.value ?? label) : label);
  const cue = isCued ? '' : `${phraseOf(field.key)} `;
  return {
    field: field.key,
    operator: 'any_of',
    values: values.map(({ value }) => toValue(field, value)),
    labels: values.map((each) => each.label),
    ...(name === undefined ? {} : { name }),
    negated,
    text: `${isStuck ? 'not ' : ''}${before}${cue}${typed}`,
  };
}

/** Returns values that are spelt almost like a phrase, and a search of names last. */
export function choicesForUnknown(
  phrase: string,
  fields: { asked: readonly CatalogueField[]; all: readonly CatalogueField[]; found: readonly Match[] },
  around: Around & { words: string },
): Choice[] {
  // Words of the grammar alone are no name.
  const names = fields.asked.length > 0 ? nameChoice(fields.all, phrase, around.negated, around.words) : [];
  const spelt = [...misspelt(fields.asked, phrase), ...fields.found].sort((a, b) => a.grade - b.grade);
  return [...choicesOf(spelt, around), ...names];
}

/** Searches a phrase in the names of companies. */
function nameChoice(
  fields: readonly CatalogueField[],
  phrase: string,
  negated: boolean,
  before: string,
): Choice[] {
  const name = fields.find(({ key, operators }) => key === 'name' && operators.includes('contains'));
  if (!name || phrase.length < 2 || phrase.length > 100) return [];
  const text = `${before}name contains ${quote(phrase)}`;
  return [{ field: name.key, operator: 'contains', values: [phrase], labels: [phrase], negated, text }];
}

export const quote = (text: string): string => (isPlain(text) ? text : `"${text.replaceAll('"', '')}"`);
