import { type CatalogueField, hasRanges } from '../../filter/catalogue.ts';
import type { Value } from '../../filter/definition.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';

/** Numbers that stand together as one bar, and the condition that finds them. */
export interface Bin {
  label: string;
  count: number;
  low: number | string;
  high: number | string;
  operator: string;
  values: readonly Value[];
}

interface Entry {
  value: string;
  count: number;
  /** Ends of a range. */
  from?: unknown;
  to?: unknown;
}

/** Bars that a histogram has room for. */
const MAX_BINS = 24;
/** Share of the companies at either end that one bar collects, so that a single old company does not flatten the rest. */
const TAIL = 0.01;
const WIDTHS = [1, 2, 5];

/** Returns the numbers of a breakdown as bars of equal width, in their order, without a gap. */
export function binsOf(field: CatalogueField, entries: readonly Entry[]): Bin[] {
  if (hasRanges(field)) return rangesOf(field, entries);
  const numbers = entries
    .map(({ value, count }) => ({ value: Number(value), count }))
    .sort((a, b) => a.value - b.value);
  const [least] = numbers;
  const most = numbers.at(-1);
  if (!least || !most) return [];
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  const from = quantile(numbers, total * TAIL);
  const to = quantile(numbers, total * (1 - TAIL));
  const width = widthFor(to - from + 1);
  const start = Math.floor(from / width) * width;
  const size = Math.floor((to - start) / width) + 1;
  if (size === 1) return [closedBin(field, least.value, most.value, total)];
  const countIn = (low: number, high: number) =>
    numbers.reduce((sum, { value, count }) => (value >= low && value <= high ? sum + count : sum), 0);
  return Array.from({ length: size }, (_, index) => {
    const low = start + index * width;
    const high = low + width - 1;
    if (index === 0 && least.value < low) return openBin(field, 'lte', high, countIn(least.value, high));
    if (index === size - 1 && most.value > high) return openBin(field, 'gte', low, countIn(low, most.value));
    return closedBin(field, low, high, countIn(low, high));
  });
}

/** The number below which so many companies are. */
function quantile(numbers: readonly { value: number; count: number }[], rank: number): number {
  let below = 0;
  for (const { value, count } of numbers) {
    below += count;
    if (below > rank) return value;
  }
  return numbers.at(-1)?.value ?? 0;
}

/** The narrowest width of 1, 2, 5, 10, 20 and so on with which all bars have room. */
function widthFor(range: number): number {
  for (let power = 1; ; power *= 10)
    for (const width of WIDTHS) if (range / (width * power) <= MAX_BINS - 1) return width * power;
}

/** Bars of ranges that the service made, in their order. Those that no company is in are added, so that there is no gap. */
function rangesOf(field: CatalogueField, entries: readonly Entry[]): Bin[] {
  const ranges = entries
    .flatMap(({ from, to, count }) => (isEnd(from) && isEnd(to) ? [{ from, to, count }] : []))
    .sort((a, b) => placeOf(a.from) - placeOf(b.from));
  const places = ranges.map(({ from }) => placeOf(from));
  const step = Math.min(...places.slice(1).map((place, index) => place - (places[index] ?? place)));
  return ranges.flatMap(({ from, to, count }, index) => {
    const gap = (places[index] ?? 0) - (places[index - 1] ?? placeOf(from));
    const missing = Math.min(Math.round(gap / step) - 1, MAX_BINS) || 0;
    const empty = Array.from({ length: Math.max(missing, 0) }, (_, at) => {
      const place = (places[index - 1] ?? 0) + step * (at + 1);
      const width = typeof from === 'number' && typeof to === 'number' ? to - from : 0;
      return typeof from === 'number'
        ? closedBin(field, rounded(place), rounded(place + width), 0)
        : closedBin(field, dayOf(place, 1), dayOf(place + step, 0), 0);
    });
    return [...empty, closedBin(field, from, to, count)];
  });
}

/** Place of a range on the axis: its first number, or the month of its first day. */
function placeOf(first: number | string): number {
  if (typeof first === 'number') return first;
  const [year = 0, month = 0] = first.split('-').map(Number);
  return year * 12 + month - 1;
}

const rounded = (value: number, parts = 10_000) => Math.round(value * parts) / parts;
const dayOf = (month: number, day: number) =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, day)).toISOString().slice(0, 10);

const isEnd = (end: unknown): end is number | string => typeof end === 'number' || typeof end === 'string';

/** Years have no separators of thousands. Ends of ranges are rounded: "0.5" for 0.4999. */
function show({ key }: CatalogueField, value: number | string): string {
  if (typeof value === 'string') return formatDate(value);
  // -0.0001 is 0, and not -0.
  return key === 'founded_year' ? String(value) : formatNumber(rounded(value, 1_000) || 0);
}

function closedBin(field: CatalogueField, low: number | string, high: number | string, count: number): Bin {
  if (low === high) return { label: show(field, low), count, low, high, operator: 'eq', values: [low] };
  // Own numbers may be negative, and days have words within.
  const label = [show(field, low), show(field, high)].join(hasRanges(field) ? ' to ' : '–');
  return { label, count, low, high, operator: 'between', values: [low, high] };
}

function openBin(field: CatalogueField, operator: 'gte' | 'lte', value: number, count: number): Bin {
  const label = operator === 'gte' ? `${show(field, value)} and more` : `up to ${show(field, value)}`;
  return { label, count, low: value, high: value, operator, values: [value] };
}
