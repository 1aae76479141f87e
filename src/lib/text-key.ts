/**
 * The identity of text. Names, industries, categories, investors, tags and what is searched for are the same text if their
 * keys are equal. Every comparison of such texts uses these functions, and SQL compares the keys that are stored beside them
 * (src/database/sql.ts). The console has them from here.
 */

/**
 * Longest text that is normalized, in UTF-16 code units. The time of a normalization grows with the square of a run of
 * combining marks. Longer texts stay as they are: they are beyond every limit, also once they are normalized.
 */
const MAX_NORMALIZED = 4096;

/** Returns the form in which a text is stored: Unicode's normalization form C. Its spelling stays. */
export function storedText(text: string): string {
  return text.length > MAX_NORMALIZED ? text : text.normalize('NFC');
}

/** What lower-casing makes of the capital I with a dot. */
const DOTTED_I = /i\u0307/g;
const FINAL_SIGMA = /\u03c2/g;

/**
 * Returns the key of a text: normalization form C, in lower case, with one form of sigma, and `i` for `İ`. The key of a
 * key is itself.
 */
export function textKey(text: string): string {
  const lower = storedText(text).toLowerCase();
  // What is left can compose anew.
  return storedText(lower.replace(DOTTED_I, 'i').replace(FINAL_SIGMA, '\u03c3'));
}
