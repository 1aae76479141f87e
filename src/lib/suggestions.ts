import { distance } from 'fastest-levenshtein';
import { type Fault, validationFault } from './fault.ts';

export const MAX_SUGGESTIONS = 3;
/** Longer texts are compared by their beginnings: computing a distance costs the product of both lengths. */
const MAX_COMPARED = 100;

export interface Candidate {
  value: string;
  label: string;
}

/** Returns up to three similar candidates, compared by value and label, the most similar first. */
export function didYouMean(wrong: string, candidates: Iterable<Candidate>): string[] {
  const text = fold(wrong);
  const scored: { value: string; score: number }[] = [];
  for (const { value, label } of candidates) {
    const score = Math.min(scoreOf(text, fold(value)), scoreOf(text, fold(label)));
    if (score < 1) scored.push({ value, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.value < b.value ? -1 : 1));
  return scored.slice(0, MAX_SUGGESTIONS).map(({ value }) => value);
}

/** Returns up to three similar keys, the most similar first. */
export function didYouMeanKey(wrong: string, keys: readonly string[]): string[] {
  return didYouMean(
    wrong,
    keys.map((key) => ({ value: key, label: key })),
  );
}

/** Returns a message that ends with suggestions, and the suggestions beside it; the message alone if there are none. */
export function suggested(message: string, suggestions: readonly string[]) {
  if (suggestions.length === 0) return { message };
  const quoted = suggestions.map((value) => `"${value}"`).join(' or ');
  return { message: `${message} Did you mean ${quoted}?`, did_you_mean: suggestions };
}

/**
 * Returns a fault for a key that is not one of those that are known, with similar ones.
 *
 * @param noun what the keys name: "field".
 */
export function unknownKey(pointer: string, noun: string, key: string, known: readonly string[]): Fault {
  const message = `Unknown ${noun} "${cut(key)}".`;
  return validationFault([{ pointer, ...suggested(message, didYouMeanKey(key, known)) }]);
}

/** Shortens a text of a caller for a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text.toWellFormed();
}

/** Returns 0 for texts that differ in case and punctuation only, less than 1 for similar ones, else 1. */
function scoreOf(text: string, candidate: string): number {
  if (text === candidate) return 0;
  if (text === '' || candidate === '') return 1;
  const contained = text.length > 2 && candidate.includes(text);
  if (contained) return 0.9 * (1 - text.length / candidate.length);
  const allowed = 1 + Math.floor(text.length / 4);
  if (Math.abs(text.length - candidate.length) > allowed) return 1;
  return distance(text, candidate) / (allowed + 1);
}

function fold(text: string): string {
  return text
    .slice(0, MAX_COMPARED)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
