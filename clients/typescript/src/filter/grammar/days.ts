import { END, one, tail } from './numbers.ts';
import words from './words.ts';

/** Days as conditions have them, "2026-01-31", both ends included; an absent end is open. */
export interface DayRange {
  from?: string;
  to?: string;
}

const { more, atLeast, less, atMost, exactly, orMore, orLess } = words.numbers;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?:${MONTHS.join('|')})[a-z]*`;
const NTH = '\\d{1,2}(?:st|nd|rd|th)?';
/** A day, a month, a quarter or a year. */
const SPAN = `(\\d{4}-\\d{2}-\\d{2}|\\d{4}-\\d{2}|(?:${NTH}\\s+)?${MONTH}(?:\\s+${NTH},?)?\\s+\\d{4}|q[1-4]\\s*\\d{4}|\\d{4}\\s*q[1-4]|\\d{4})`;
const BETWEEN = new RegExp(
  `^(?:(?:between|from)\\s+)?${SPAN}\\s*(?:-|–|—|\\s(?:to|and|until|through)\\s)\\s*${SPAN}${END}`,
  'iu',
);
const COMPARED = new RegExp(
  `^(?:(?<after>${one(more)})|(?<since>${one(atLeast)})|(?<before>${one(less)})|(?<until>${one(atMost)})|(?:${one(['on', ...exactly])}))${SPAN}${END}`,
  'iu',
);
const OPEN = new RegExp(`^${SPAN}(?:\\s+(?:(?<more>${tail(orMore)})|(?<less>${tail(orLess)})))?${END}`, 'iu');

/** Reads days that a text begins with: "before 2027", "in march 2026", "between 2026-01-01 and q2 2026". */
export function readDays(text: string): { range: DayRange; length: number } | undefined {
  const between = BETWEEN.exec(text);
  const compared = between ? null : COMPARED.exec(text);
  const found = between ?? compared ?? OPEN.exec(text);
  if (!found) return undefined;
  const { after, since, before, until, more: later, less: earlier } = found.groups ?? {};
  const spoken = between || !compared ? found[1] : found[5];
  const first = spanOf(spoken);
  const last = between ? spanOf(found[2]) : first;
  if (!first || !last) return undefined;
  const length = found[0].length;
  if (after) return { range: { from: dayBeside(first.to, 1) }, length };
  if (since || later) return { range: { from: first.from }, length };
  if (before) return { range: { to: dayBeside(first.from, -1) }, length };
  if (until || earlier) return { range: { to: first.to }, length };
  const [from, to] = first.from <= last.to ? [first.from, last.to] : [last.from, first.to];
  return { range: { from, to }, length };
}

/** The first and the last day of what words name; undefined for a day that no calendar has. */
function spanOf(spoken = ''): { from: string; to: string } | undefined {
  const text = spoken.toLowerCase();
  const [, year = '', month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text) ?? [];
  if (year) return spanBetween(Number(year), month && Number(month), day && Number(day));
  const named = Number(/\d{4}/.exec(text)?.[0]);
  const quarter = Number(/q([1-4])/.exec(text)?.[1] ?? 0);
  if (quarter > 0) return spanBetween(named, quarter * 3 - 2, undefined, 3);
  const at = MONTHS.findIndex((each) => text.includes(each));
  const nth = /(?:^|\s)(\d{1,2})(?!\d)/.exec(text)?.[1];
  return spanBetween(named, at + 1, nth && Number(nth));
}

function spanBetween(
  year: number,
  month: number | '' | undefined,
  day: number | '' | undefined,
  months = month ? 1 : 12,
) {
  const from = dayOf(year, month || 1, day || 1);
  const to = day ? from : dayOf(year, (month || 1) + months, 0);
  const isReal = (month || 1) <= 12 && month !== 0 && day !== 0 && from.endsWith(pad(day || 1));
  return isReal ? { from, to } : undefined;
}

const pad = (number: number) => String(number).padStart(2, '0');
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
