import { fold } from '../../../../clients/typescript/src/filter/grammar/grade.ts';

/** Finds the value that a text means; undefined if there is none. */
export type Resolve = (text: string) => string | undefined;

/** Values may contain separators themselves, as "Acme, Inc." does. No known value has more parts than this. */
const MAX_PARTS = 6;
const SEPARATOR = /[,;\t]/;

/** Tells whether a pasted text holds several values. */
export function hasSeveralValues(text: string): boolean {
  return /[\n,;\t]/.test(text.trim());
}

/**
 * Splits a pasted text into values at line ends, commas, semicolons and tabs. Parts that are one value together stay
 * together. Texts that mean no value are kept as they are, so that people see and mend them.
 */
export function readPastedValues(text: string, resolve: Resolve): string[] {
  const values = text.split(/\r?\n/).flatMap((line) => readLine(line, resolve));
  return [...new Set(values)];
}

function readLine(line: string, resolve: Resolve): string[] {
  const whole = resolve(clean(line));
  if (whole !== undefined) return [whole];
  const parts = line.split(SEPARATOR);
  const separators = [...line.matchAll(new RegExp(SEPARATOR, 'g'))].map(([sign]) => sign);
  const values: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const { value, count } = longest(parts, separators, at, resolve);
    if (value !== '') values.push(value);
    at += count;
  }
  return values;
}

/** Reads the most parts from a place that mean one value together; a single part where none do. */
function longest(parts: readonly string[], separators: readonly string[], at: number, resolve: Resolve) {
  for (let count = Math.min(MAX_PARTS, parts.length - at); count > 0; count -= 1) {
    const joined = parts
      .slice(at, at + count)
      .map((part, index) => (index === 0 ? part : `${separators[at + index - 1]}${part}`))
      .join('');
    const value = resolve(clean(joined));
    if (value !== undefined) return { value, count };
  }
  return { value: clean(parts[at] ?? ''), count: 1 };
}

const clean = (text: string) =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

/** Returns a resolver for a listed vocabulary: values and labels, whatever their case and accents. */
export function resolveListed(values: readonly { value: string; label: string }[]): Resolve {
  const byText = new Map<string, string>();
  // The most frequent come first, and win where labels are alike.
  for (const { value, label } of values.toReversed()) byText.set(fold(label), value);
  for (const { value } of values.toReversed()) byText.set(fold(value), value);
  return (text) => byText.get(fold(text));
}

/** Resolver for companies by domain: takes the host from an address. Other texts stay as they are. */
export const resolveDomain: Resolve = (text) => {
  const host = /^(?:https?:\/\/)?(?:www\.)?([^\s/?#@,;]+\.[^\s/?#@,;]+?)(?:[/?#][^\s,;]*)?$/i.exec(text)?.[1];
  return host?.toLowerCase();
};

/** A fault of a condition's values. Without an index it concerns all of them. */
export interface ValueFault {
  index?: number;
  message: string;
  /** Values that are probably meant. */
  suggestions: readonly string[];
}
