import { unguard } from '../../../lib/formula-guard.ts';
import type { FieldType } from '../kinds.ts';
import { readListText } from './array-literals.ts';

/** Text that clears a field, as PostgreSQL, MySQL and ClickHouse export NULL. */
const NULL_TEXT = '\\N';
/** Exports separate domains by blanks (contract, section 6). No domain contains one of these. */
export const DOMAIN_SEPARATOR = /[;,|\s]/;
/**
 * Whole numbers; with `.0`, as tools write them that hold numbers with gaps as floating point. `1.000` is left to its
 * field: it may be a thousand.
 */
const WHOLE_NUMBER = /^(?:\d+(?:\.0{1,2}|\.0{4,})?|\d{4,}\.000)$/;
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  1: true,
  false: false,
  f: false,
  no: false,
  0: false,
};

/**
 * Converts a cell of CSV or TSV to a value of its field. A text that has no such value stays a text, which the validation of
 * the row then refuses.
 *
 * @returns undefined for a blank text, which states nothing; null for `\N`, which clears the field.
 */
export function parseCell(text: string, type: FieldType): unknown {
  const trimmed = text.trim();
  if (type !== 'text') return parseText(trimmed, type);
  if (trimmed === NULL_TEXT) return null;
  return trimmed === '' ? undefined : unguard(trimmed);
}

/**
 * Converts a text of a format that has NULL and types of its own, such as Parquet: a field of text takes it as it is,
 * because nothing guards such files against spreadsheets.
 */
export function parseText(text: string, type: FieldType): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'text') return trimmed;
  if (trimmed === NULL_TEXT) return null;
  switch (type) {
    case 'integer':
      return WHOLE_NUMBER.test(trimmed) ? Number(trimmed) : trimmed;
    case 'flag':
      return FLAGS[trimmed.toLowerCase()] ?? trimmed;
    case 'list':
      return parseList(trimmed);
    case 'domains':
      return parseList(trimmed, DOMAIN_SEPARATOR);
  }
}

/** Returns the entries of a list. A text that begins like a literal and is none stays, as the row is told what is wrong. */
function parseList(text: string, separator?: RegExp): string[] | string | undefined {
  const { entries } = readListText(text, separator);
  if (entries === undefined) return text;
  return entries.length > 0 || /^[[{]/.test(text) ? entries : undefined;
}
