import type { FieldType } from '../kinds.ts';

/** Text that clears a field, as PostgreSQL, MySQL and ClickHouse export NULL. */
const NULL_TEXT = '\\N';
/** Exports separate domains by blanks (contract, section 6), which no domain contains. */
const EXPORTED_SEPARATOR = /[;\s]/;
/** Whole numbers; with `.0`, as tools write them that hold numbers with gaps as floating point. */
const WHOLE_NUMBER = /^\d+(\.0+)?$/;
/** The apostrophe that exports put before a text that a spreadsheet would run as a formula (docs/api/lists.md). */
const EXPORTED_APOSTROPHE =
  /^'(?=[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*[\t\n\r+=@\u207a-\u207c\u208a-\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-])/u;
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
 * Converts the text of a cell to a value of its field. A text that has no such value stays a text, which the validation
 * of the row then refuses.
 *
 * @returns undefined for a blank text, which states nothing; null for `\N`, which clears the field.
 */
export function parseCell(text: string, type: FieldType): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (trimmed === NULL_TEXT) return null;
  switch (type) {
    case 'text':
      return trimmed.replace(EXPORTED_APOSTROPHE, '');
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
