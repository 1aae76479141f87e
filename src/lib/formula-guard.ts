/**
 * Blank and invisible characters, after which some spreadsheets still run a formula: White_Space, Control and
 * Default_Ignorable_Code_Point of Unicode, the blank Braille pattern and the interlinear annotations. They are written out,
 * because PostgreSQL has no such classes.
 */
const SKIPPED = [
  String.raw`\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f`,
  String.raw`\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`,
  String.raw`\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`,
].join('');

/** Tab and line breaks, and what NFKC makes an equals, plus, at, hyphen-minus or minus sign. */
const STARTS = [
  String.raw`\t\n\r+=@\u207a-\u207c\u208a-\u208c\u2212\u2a75\u2a76\ufb29`,
  String.raw`\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-`,
].join('');

/** A formula, or `\N` alone, by which imports and databases mean NULL. */
const GUARDED = `[${SKIPPED}]*(?:[${STARTS}]|\\\\N[${SKIPPED}]*$)`;

const NEEDS_GUARD = new RegExp(`^'*${GUARDED}`, 'u');
const HAS_GUARD = new RegExp(`^'+${GUARDED}`, 'u');

/** The pattern of texts that `guard` changes, as a regular expression of PostgreSQL. */
export const GUARD_PATTERN = `^'*${GUARDED}`.replaceAll(
  /\\u\{(\w+)\}/g,
  (_, digits: string) => `\\U${digits.padStart(8, '0')}`,
);

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula (OWASP, "CSV Injection"), and before `\N`. A
 * text that has such apostrophes already gets one more, so that `unguard` restores it.
 */
export function guard(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text;
}

/** Reverses `guard`: `unguard(guard(text))` is the text. An apostrophe before anything else stays, as in `'Tis`. */
export function unguard(cell: string): string {
  return HAS_GUARD.test(cell) ? cell.slice(1) : cell;
}
