import type { Rows } from '../../../ui/selection/use-selection.ts';

/** Joins pages of any sizes, without copying them. Finding a row takes a binary search over the pages. */
export function joinPages<Row>(pages: readonly (readonly Row[])[]): Rows<Row> {
  const starts: number[] = [];
  let count = 0;
  for (const page of pages) {
    starts.push(count);
    count += page.length;
  }
  return {
    count,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      const page = lastAtMost(starts, index);
      return pages[page]?.[index - (starts[page] ?? 0)];
    },
  };
}

/** Place of the last of the ascending numbers that is at most the limit. The first one always is. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
