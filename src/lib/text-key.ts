/**
 * The identity of text. Names, industries, categories, investors, tags and what is searched for are the same text if their
 * keys are equal. Every comparison of such texts uses these functions, and SQL compares the keys that are stored beside them.
 */

/** Returns the form in which a text is stored: Unicode's normalization form C. Its spelling stays. */
export function storedText(text: string): string {
  return text.normalize('NFC');
}

/** What lower-casing makes of the capital I with a dot. */
const DOTTED_I = /i\u0307/g;
const FINAL_SIGMA = /\u03c2/g;

/**
 * Returns the key of a text: normalization form C, in lower case, with one form of sigma, and `i` for `İ`. The key of a
 * key is itself.
 */
export function textKey(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  // What is left can compose anew.
  return lower.replace(DOTTED_I, 'i').replace(FINAL_SIGMA, '\u03c3').normalize('NFC');
}

/**
 * SQL of the key of a stored text. A row that an earlier release wrote has none: PostgreSQL then makes one, as well as the
 * locale of the database allows, until `index rebuild` stores it. Indexes on keys have exactly this expression.
 *
 * @param text SQL of the text.
 * @param key SQL of the column of its key.
 */
export function keySql(text: string, key: string): string {
  return `coalesce(${key}, provisional_text_key(${text}))`;
}
