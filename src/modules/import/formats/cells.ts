import { unguard } from '../../../lib/formula-guard.ts';
import type { FieldType } from '../kinds.ts';

/** Text that clears a field, as PostgreSQL, MySQL and ClickHouse export NULL. */
const NULL_TEXT = '\\N';
/** Exports separate domains by blanks (contract, section 6), which no domain contains. */
const EXPORTED_SEPARATOR = /[;\s]/;
/** Whole numbers; with `.0`, as tools write them that hold numbers with gaps as floating point. */
const WHOLE_NUMBER = /^\d+(\.0+)?$/;
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
      return parseList(trimmed, ';');
    case 'domains':
      return parseList(trimmed, EXPORTED_SEPARATOR);
  }
}

function parseList(text: string, separator: string | RegExp): string[] | undefined {
  const entries = text.split(separator).flatMap((entry) => entry.trim() || []);
  return entries.length > 0 ? entries : undefined;
}
