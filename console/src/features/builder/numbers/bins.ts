import type { CatalogueField } from '../../../filter/catalogue.ts';
import type { Value } from '../../../filter/definition.ts';
import { formatNumber } from '../../../lib/format.ts';
import { numbersText } from '../../../text/builder-numbers.ts';

/** Numbers that stand together as one bar, and the condition that finds them. */
export interface Bin {
  label: string;
  count: number;
  low: number;
  high: number;
  operator: string;
  values: readonly Value[];
}

/** Bars that a histogram has room for. */
const MAX_BINS = 24;
/** Share of the companies at either end that one bar collects, so that a single old company does not flatten the rest. */
const TAIL = 0.01;
const WIDTHS = [1, 2, 5];

/** Returns the numbers of a breakdown as bars of equal width, in their order, without a gap. */
export function binsOf(field: CatalogueField, entries: readonly { value: string; count: number }[]): Bin[] {
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

/** Years have no separators of thousands. */
const show = ({ key }: CatalogueField, value: number) =>
  key === 'founded_year' ? String(value) : formatNumber(value);

function closedBin(field: CatalogueField, low: number, high: number, count: number): Bin {
  return low === high
    ? { label: show(field, low), count, low, high, operator: 'eq', values: [low] }
    : {
        label: `${show(field, low)}–${show(field, high)}`,
        count,
        low,
        high,
        operator: 'between',
        values: [low, high],
      };
}

function openBin(field: CatalogueField, operator: 'gte' | 'lte', value: number, count: number): Bin {
  const { atLeast, atMost } = numbersText.histogram;
  const label = (operator === 'gte' ? atLeast : atMost)(show(field, value));
  return { label, count, low: value, high: value, operator, values: [value] };
}
