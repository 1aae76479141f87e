/** Characters of a number, of a date, and of the punctuation around a key or a text. */
const NUMBER = 8;
const DATE = 26;
const AROUND_KEY = 4;
const AROUND_TEXT = 2;

/** Returns whether the JSON text of a value has at most so many characters. Stops as soon as it has more. */
export function fits(value: unknown, max: number): boolean {
  return take(value, max) >= 0;
}

/** Subtracts the characters of a value from those that are left. Stops measuring below 0. */
function take(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - AROUND_TEXT;
  if (typeof value !== 'object' || value === null) return left - NUMBER;
  if (value instanceof Date) return left - DATE;
  let rest = left - AROUND_TEXT;
  if (Array.isArray(value)) {
    for (const item of value) {
      rest = take(item, rest) - 1;
      if (rest < 0) return rest;
    }
    return rest;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key in record) {
    rest = take(record[key], rest - key.length - AROUND_KEY);
    if (rest < 0) return rest;
  }
  return rest;
}

/** Returns how many items the outermost lists of a value may have for its text to have at most so many characters. */
export function itemsThatFit(value: unknown, max: number): number {
  const lists: (readonly unknown[])[] = [];
  let left = max - outside(value, lists);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) if (index < list.length) left = take(list[index], left) - 1;
    if (left < 0) return index;
  }
  return left < 0 ? 0 : longest;
}

/** Measures everything outside of the outermost lists, and collects those lists. */
function outside(value: unknown, lists: (readonly unknown[])[]): number {
  if (Array.isArray(value)) {
    lists.push(value);
    return AROUND_TEXT;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return -take(value, 0);
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + key.length + AROUND_KEY + outside(inner, lists),
    AROUND_TEXT,
  );
}
