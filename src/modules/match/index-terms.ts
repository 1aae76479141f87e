import { initialsOf, type Name, readName, type Spelling } from './name.ts';

/** Stand in front of the terms that are no words of a name. */
const KEY = '=';
const INITIALS = '~';
export const TERM_MARKS: readonly string[] = [KEY, INITIALS];

/** Longest term, in UTF-16 code units. Longer ones are cut: PostgreSQL bounds the entries of an index. */
const MAX_TERM = 100;

const cutTerm = (term: string) => (term.length > MAX_TERM ? term.slice(0, MAX_TERM) : term);

/** Returns the distinct words of spellings of a name, as they are indexed. */
export function wordsOf(spellings: readonly Spelling[]): string[] {
  return [...new Set(spellings.flatMap(({ words }) => words.map(cutTerm)))];
}

/** Returns the keys of a name, as they are indexed. Names that are equal share one. */
export function keysOf({ keys }: Name): string[] {
  return keys.map((key) => cutTerm(KEY + key));
}

/** Returns the terms by which a company of this name is found: its words, keys and initials. None has a blank. */
export function indexTermsOf(name: string): string[] {
  const read = readName(name);
  const initials = initialsIn(read).map((each) => cutTerm(INITIALS + each));
  return [...wordsOf(read.spellings), ...keysOf(read), ...initials];
}

/**
 * Returns the terms of names that may be written as another one: those that it abbreviates, as `IBM` does, its own
 * abbreviations, and the name with what looks like a legal form, as in `Pepsi Co`.
 */
export function variantsOf(name: Name): string[] {
  const short = name.keys.filter((key) => SHORT.test(key)).map((key) => INITIALS + key);
  const form = name.form.text.replaceAll(' ', '');
  const keys = [...initialsIn(name), ...(form === '' ? [] : name.keys.map((key) => key + form))];
  return [...short, ...keys.map((key) => cutTerm(KEY + key))];
}

/** Initials of three to six words. */
const SHORT = /^[a-z]{3,6}$/;

function initialsIn({ spellings }: Name): string[] {
  const long = spellings.filter(({ words }) => words.length >= 3);
  return [...new Set(long.map(({ words }) => initialsOf(words)))];
}
