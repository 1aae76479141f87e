import { fold } from './grade.ts';
import words from './words.ts';

/** Whole numbers, both ends included; an absent end is open. */
export interface NumberRange {
  from?: number;
  to?: number;
  /** The ends as they were said, for a field with decimals: 2.5 in "over 2.5", of which `from` is 3. */
  said?: { from?: number; to?: number };
}

/** A number in words: "2.5" and "million". */
interface Spoken {
  digits: string | undefined;
  unit: string | undefined;
}

interface NumberPhrase {
  range: NumberRange;
  /** Length in characters. */
  length: number;
  /** Whether words compare: "after", "at least". A lone number or a range such as "5-10" has none. */
  isCompared: boolean;
}

const { more, atLeast, less, atMost, exactly, orMore, orLess } = words.numbers;
const MAX = 2 ** 31 - 2;

const literal = (phrase: string) => phrase.replace(/[+.*?^$()|[\]]/g, '\\$&').replaceAll(' ', '\\s+');
/** Phrases of letters end at a space; signs may touch the number. */
export const one = (phrases: readonly string[]) =>
  phrases.map((each) => (/\w$/.test(each) ? `${literal(each)}\\s+` : `${literal(each)}\\s*`)).join('|');
export const tail = (phrases: readonly string[]) => phrases.map(literal).join('|');

/** Powers of ten of units, by their first letter. */
const POWERS: Readonly<Record<string, number>> = { k: 3, t: 3, m: 6, b: 9 };
const NUMBER = '(?:[$€£¥]\\s?)?(-?\\d[\\d,._]*?)(k|m|b|\\s?(?:thousand|mn|millions?|bn|billions?))?';
export const END = '(?![\\p{L}\\p{N}]|[.,_-]\\d)';
const BETWEEN = new RegExp(
  `^(?:(?:between|from)\\s+)?${NUMBER}\\s*(?:-|–|—|\\s(?:to|and|until|through)\\s)\\s*${NUMBER}${END}`,
  'iu',
);
const COMPARED = new RegExp(
  `^(?:(?<more>${one(more)})|(?<atLeast>${one(atLeast)})|(?<less>${one(less)})|(?<atMost>${one(atMost)})|(?<exactly>${one(exactly)}))${NUMBER}${END}`,
  'iu',
);
const OPEN = new RegExp(
  `^${NUMBER}(?:\\s*\\+|\\s+(?:(?<or>${tail(orMore)})|(?<less>${tail(orLess)})))${END}`,
  'iu',
);
const SINGLE = new RegExp(`^${NUMBER}${END}`, 'iu');

/**
 * Reads the number phrase that a text begins with: "after 2015", "2010-2015", "more than 100", "50+", "2.5 million", "7".
 *
 * @param isSigned whether numbers may be negative, as those of own fields.
 */
export function readNumbers(text: string, isSigned = false): NumberPhrase | undefined {
  const found = readBetween(text) ?? readCompared(text) ?? readOpen(text) ?? readSingle(text);
  const { from = 0, to = 0 } = found?.range.said ?? {};
  return !isSigned && Math.min(from, to) < 0 ? undefined : found;
}

function readBetween(text: string): NumberPhrase | undefined {
  const [all, low, lowUnit, high, highUnit] = BETWEEN.exec(text) ?? [];
  if (all === undefined) return undefined;
  // "3 and 10" is a range after "between" alone.
  if (/^\d.*\sand\s/i.test(all)) return undefined;
  const ends = [
    { digits: low, unit: lowUnit || highUnit },
    { digits: high, unit: highUnit },
  ].sort((a, b) => numberOf(a) - numberOf(b));
  return { range: rangeOf(ends[0], ends[1]), length: all.length, isCompared: /^\p{L}/u.test(all) };
}

function readCompared(text: string): NumberPhrase | undefined {
  const found = COMPARED.exec(text);
  if (!found?.groups) return undefined;
  const { more, atLeast, less, exactly } = found.groups;
  const number = { digits: found[6], unit: found[7] };
  const isStrict = more !== undefined || less !== undefined;
  const isFrom = more !== undefined || atLeast !== undefined || exactly !== undefined;
  const isTo = !isFrom || exactly !== undefined;
  const range = rangeOf(isFrom ? number : undefined, isTo ? number : undefined, isStrict);
  return { range, length: found[0].length, isCompared: true };
}

function readOpen(text: string): NumberPhrase | undefined {
  const found = OPEN.exec(text);
  if (!found) return undefined;
  const number = { digits: found[1], unit: found[2] };
  const range = found.groups?.less ? rangeOf(undefined, number) : rangeOf(number, undefined);
  return { range, length: found[0].length, isCompared: true };
}

function readSingle(text: string): NumberPhrase | undefined {
  const found = SINGLE.exec(text);
  if (!found) return undefined;
  const number = { digits: found[1], unit: found[2] };
  return { range: rangeOf(number, number), length: found[0].length, isCompared: false };
}

function rangeOf(low: Spoken | undefined, high: Spoken | undefined, isStrict = false): NumberRange {
  const step = isStrict ? 1 : 0;
  return {
    ...(low && { from: wholeOf(low) + step }),
    ...(high && { to: isStrict ? Math.max(wholeOf(high) - 1, 0) : wholeOf(high) }),
    said: { ...(low && { from: numberOf(low) }), ...(high && { to: numberOf(high) }) },
  };
}

/** A whole number. Dots and commas in it separate thousands. */
function wholeOf({ digits = '', unit }: Spoken): number {
  const number = unit ? numberOf({ digits, unit }) : Number(digits.replace(/[,._]/g, ''));
  return Math.min(Math.round(number) || 0, MAX);
}

/** A number with decimals after its only dot. The exponent keeps it exact: 2.3 million. */
function numberOf({ digits = '', unit = '' }: Spoken): number {
  const plain = digits.replace(/[,_]/g, '').replace(/\.(?=.*\.)/g, '');
  return Number(`${plain}e${POWERS[fold(unit).charAt(0)] ?? 0}`) || 0;
}

const BAND = /^(\d+)(?:-(\d+)|\+)$/;

/**
 * Returns the bands such as "51-200" that a range covers: those of which at least half lies within, else the ones
 * that hold most of the range.
 */
export function coveredBands(values: readonly string[], { from = 0, to = MAX }: NumberRange): string[] {
  const bands = values.flatMap((value) => {
    const [, low, high] = BAND.exec(value) ?? [];
    if (low === undefined) return [];
    const last = high === undefined ? Math.max(MAX, Number(low)) : Number(high);
    return [{ value, low: Number(low), high: last, isOpen: high === undefined }];
  });
  const covered = bands.filter(({ low, high, isOpen }) =>
    isOpen
      ? to >= low && (to === MAX || to >= low * 1.5)
      : (Math.min(high, to) - Math.max(low, from) + 1) * 2 >= high - low + 1,
  );
  const shared = ({ low, high }: { low: number; high: number }) =>
    Math.min(high, to) - Math.max(low, from) + 1;
  const most = Math.max(...bands.map(shared));
  // Of two that hold as much, both count.
  const chosen = covered.length > 0 ? covered : bands.filter((band) => most > 0 && shared(band) === most);
  return chosen.sort((one, other) => one.low - other.low).map(({ value }) => value);
}

/** Bands that a range cuts in two: some of their numbers lie within it, and some do not. */
export function cutBands(values: readonly string[], { from = 0, to = MAX }: NumberRange): string[] {
  return values.filter((value) => {
    const [, low, high] = BAND.exec(value) ?? [];
    if (low === undefined) return false;
    const last = high === undefined ? MAX : Number(high);
    const overlaps = from <= last && to >= Number(low);
    return overlaps && (from > Number(low) || to < last);
  });
}

/** Whether a range begins and ends where bands do, as "51-500" does. */
export function fitsBands(values: readonly string[], { from, to }: NumberRange): boolean {
  const bands = values.map((value) => BAND.exec(value) ?? []);
  return (
    bands.some(([, low]) => low !== undefined && Number(low) === from) &&
    (to === undefined || bands.some(([, , high]) => high !== undefined && Number(high) === to))
  );
}

/** Whether all ends can be years in which a company was founded. */
export const areYears = ({ from, to }: NumberRange): boolean =>
  [from, to].every((end) => end === undefined || (end >= 1600 && end <= 2101));
