import type { Item } from './items.ts';
import { COMPANIES, ROLES, VERBS } from './phrases.ts';
import type { Reader } from './reader.ts';
import { codeOf, exactListed, isAbbreviation, type Match } from './vocabulary.ts';

/** Words after which two letters are a country: "on IT" and "across HR" are something else. */
const PLACES: ReadonlySet<string> = new Set(['in', 'from', 'within', 'inside', 'of']);
const LINKS: readonly unknown[] = ['and', 'or', 'comma'];

/** Codes of countries at a token, such as "NO" and "NO/SE". */
export interface Codes {
  match: Match;
  /** False where the letters may be a word as well: "in no" and "software NO". */
  isSure: boolean;
}

/**
 * Reads codes of two letters, many of which are words as well. Upper case after "in" or in a list of codes is a country.
 * Lower case there, and upper case anywhere else, may be one. Everything else is left to the other readings.
 *
 * @param isCued whether words such as "based in" ask for a country.
 */
export function readCodes(
  reader: Reader,
  at: number,
  items: readonly Item[],
  isCued = false,
): Codes | undefined {
  const match = codesAt(reader, at);
  const { tokens, lookup, cues } = reader;
  const token = tokens[at];
  if (!match || !token) return undefined;
  const isUpper = isUpperAt(reader, at);
  const isLong = lookup.exactLength(lookup.fields({ withLists: false }), at) > 1;
  // "us" is a name of its own.
  if (!isUpper && match.grade > 0) return undefined;
  if (isLong || cues.after.at(tokens, at + 1)?.meaning.fields.includes('industry')) return undefined;
  const isPlace = isAfterPlace(reader, at, items);
  if (isCued) {
    const isWord = VERBS.at(tokens, at) !== undefined || !endsClause(reader, at + 1);
    return isUpper || !isWord ? { match, isSure: true } : undefined;
  }
  const isListed = followsCountry(items) || isUpper;
  if (match.values.length > 1) return isPlace || isListed ? { match, isSure: isUpper || isPlace } : undefined;
  const run = isUpper ? runAt(reader, at) : undefined;
  if (run) return { match, isSure: run.isSure };
  if (isUpper && (isPlace || followsCountry(items) || isInList(reader, at))) return { match, isSure: true };
  if (isPlace) return endsClause(reader, at + 1) ? { match, isSure: false } : undefined;
  const isWord = ROLES.at(tokens, at) !== undefined;
  const isLast = endsStrictly(reader, at + 1);
  return isWord && isLast && isListed ? { match, isSure: false } : undefined;
}

function codesAt({ tokens, catalogue, lookup }: Reader, at: number): Match | undefined {
  const token = tokens[at];
  const field = catalogue.fields.find(({ key }) => key === 'country');
  if (!field || !token || token.isQuoted || !/^\p{L}{2}(?:\/\p{L}{2})*$/u.test(token.text)) return undefined;
  if (token.text.includes('/') && lookup.exactLength(lookup.fields({ withLists: false }), at) > 0)
    return undefined;
  const found = token.word
    .split('/')
    // "US" and "UK" are names, which are no words.
    .map((code) => exactListed(field, code, false) ?? codeOf(field, code));
  const values = found.flatMap((each) => each?.values ?? []);
  if (found.some((each) => each === undefined)) return undefined;
  return { field, values: [...new Set(values)], grade: found.length === 1 ? (found[0]?.grade ?? 0) : 0 };
}

/** Whether letters were typed in upper case, in a text that has other letters as well or none but codes. */
function isUpperAt({ tokens, lookup }: Reader, at: number): boolean {
  const { text = '' } = tokens[at] ?? {};
  return text === text.toUpperCase() && !lookup.isShouted;
}

function isAfterPlace({ text }: Reader, at: number, items: readonly Item[]): boolean {
  const last = items.at(-1);
  if (at === 0 || last?.kind !== 'filler' || !last.isPlace) return false;
  const words = text.slice(last.from, last.to).toLowerCase().split(/\s+/);
  return PLACES.has(words.at(-1) ?? '');
}

/** Whether a country and a word such as "or" stand before. */
function followsCountry(items: readonly Item[]): boolean {
  const before = items.findLast(({ kind }) => kind !== 'link' && kind !== 'filler');
  if (items.at(-1)?.kind === 'atom' || !items.some(({ kind }) => kind === 'link')) return false;
  const isLinked = items.slice(items.lastIndexOf(before as Item) + 1).some(({ kind }) => kind === 'link');
  if (!isLinked) return false;
  if (before?.kind === 'ambiguous') return before.choices[0]?.field === 'country';
  return before?.kind === 'atom' && before.field === 'country';
}

/** Whether a list of codes in upper case begins here, of which one is no other abbreviation: "IN, DE and US". */
function isInList(reader: Reader, at: number): boolean {
  const { tokens } = reader;
  const members = [at];
  for (let here = at + 1; LINKS.includes(ROLES.at(tokens, here)?.meaning); ) {
    while (LINKS.includes(ROLES.at(tokens, here)?.meaning)) here += ROLES.at(tokens, here)?.length ?? 1;
    if (!codesAt(reader, here) || !isUpperAt(reader, here)) break;
    members.push(here);
    here += 1;
  }
  return members.length > 1 && members.some((each) => !isAbbreviation(tokens[each]?.key ?? ''));
}

/**
 * The run of codes in upper case that a token is in, with or without commas: "in SE NO DK". All of them are countries
 * after a word of place, or beside two that are no other abbreviations. The kind in "DE IT companies" is none of them.
 */
function runAt(reader: Reader, at: number): { isSure: boolean } | undefined {
  const { tokens } = reader;
  const isCode = (index: number) => codesAt(reader, index) !== undefined && isUpperAt(reader, index);
  const isLink = (index: number) => LINKS.includes(ROLES.at(tokens, index)?.meaning);
  const edge = (step: 1 | -1) => {
    let last = at;
    for (let here = at + step; isCode(here) || isLink(here); here += step) if (isCode(here)) last = here;
    return last;
  };
  const [first, last] = [edge(-1), edge(1)];
  const isAbbreviated = (index: number) => isAbbreviation(tokens[index]?.key ?? '');
  if (first === last || (at === last && isAbbreviated(at) && COMPANIES.at(tokens, at + 1))) return undefined;
  const isPlaced = followsPlace(reader, first);
  const isWordOfPlace = (index: number) => ROLES.at(tokens, index)?.meaning === 'place';
  // "IN DE AT" begins with the word.
  if (!isPlaced && isWordOfPlace(at)) return undefined;
  const members = tokens.flatMap((_, index) =>
    index >= first && index <= last && isCode(index) ? [index] : [],
  );
  const plain = members.filter((index) => !isAbbreviated(index) && (isPlaced || !isWordOfPlace(index)));
  const isRun = isPlaced || plain.length > 1 || members.some((index) => index < at && isWordOfPlace(index));
  // "NO docker" after codes, and "NO US" alone, may be negations as well.
  const isNegation = ROLES.at(tokens, at)?.meaning === 'not';
  const isAlone = !isPlaced && at === first && members.length === 2 && isCode(at + 1);
  const isUnsure = isNegation && (isAlone || (at === last && !endsClause(reader, at + 1)));
  return isRun ? { isSure: !isUnsure } : undefined;
}

/** Whether a word of place, or the name of the field, stands before a token. */
function followsPlace({ tokens, cues }: Reader, at: number): boolean {
  let before = at - 1;
  while (tokens[before]?.word === ':' || tokens[before]?.word === '=') before -= 1;
  const cue = cues.before.at(tokens, before)?.meaning;
  return PLACES.has(tokens[before]?.word ?? '') || cue?.fields[0] === 'country';
}

function endsClause(reader: Reader, at: number): boolean {
  const { tokens, cues } = reader;
  return (
    endsStrictly(reader, at) ||
    ROLES.at(tokens, at) !== undefined ||
    cues.before.at(tokens, at) !== undefined ||
    reader.numbersAt(at) !== undefined
  );
}

function endsStrictly({ tokens }: Reader, at: number): boolean {
  const next = tokens[at];
  return !next || next.word === ')' || next.word === ']' || LINKS.includes(ROLES.at(tokens, at)?.meaning);
}
