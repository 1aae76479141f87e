/** Age of evidence in words. `days` is undefined where no time is said. */
interface AgePhrase {
  /** Key of `when`; undefined where the words before it decide: "in the last 90 days". */
  key?: 'first_seen' | 'last_seen' | 'not_seen';
  days: number;
  /** Length in characters. */
  length: number;
}

const COUNTED: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  six: 6,
  nine: 9,
  twelve: 12,
  ninety: 90,
  thirty: 30,
};
const DAYS: readonly [RegExp, number][] = [
  [/^d/, 1],
  [/^w/, 7],
  [/^m/, 30],
  [/^q/, 90],
  [/^y/, 365],
];
const SPAN =
  '(?<count>\\d+|a|an|one|two|three|six|nine|twelve|thirty|ninety)?\\s*(?<unit>days?|d|weeks?|months?|quarters?|years?|y)';
const NOT_SEEN = new RegExp(
  `^(?:not\\s+(?:been\\s+)?seen|unseen|no\\s+longer\\s+seen|gone)\\s+(?:for|in|since|within|during)\\s+(?:more\\s+than\\s+|over\\s+)?(?:the\\s+)?(?:last\\s+|past\\s+)?${SPAN}(?![\\p{L}\\p{N}])`,
  'iu',
);
const LAST = new RegExp(
  `^(?<seen>(?:and\\s+)?(?:last\\s+|first\\s+|newly\\s+)?seen\\s+)?(?:in|within|during|over|for)\\s+(?:the\\s+)?(?:last|past|previous)\\s+${SPAN}(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Reads words about the age of evidence that a text begins with, such as "in the last 90 days". */
export function readAge(text: string): AgePhrase | undefined {
  const notSeen = NOT_SEEN.exec(text);
  if (notSeen) return { key: 'not_seen', ...spanOf(notSeen) };
  const last = LAST.exec(text);
  if (!last) return undefined;
  const { seen } = last.groups ?? {};
  const key = seen && (/first|newly/i.test(seen) ? 'first_seen' : 'last_seen');
  return { ...(key ? { key } : {}), ...spanOf(last) };
}

function spanOf({ 0: all, groups }: RegExpExecArray): { days: number; length: number } {
  const { count = '1', unit = '' } = groups ?? {};
  const number = COUNTED[count.toLowerCase()] ?? Number(count);
  const days = DAYS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1] ?? 1;
  const total = number * days;
  // Twelve months are a year.
  return { days: total === 360 ? 365 : total, length: all.length };
}

/** Returns the window of exactly this many days; undefined if there is none. */
export function windowOf(windows: readonly string[], days: number): string | undefined {
  return windows.find((each) => Number.parseInt(each, 10) === days);
}
