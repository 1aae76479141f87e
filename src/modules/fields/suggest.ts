import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { isStorable } from '../../lib/domain-name.ts';
import { StartupError } from '../../lib/fault.ts';
import { unguard } from '../../lib/formula-guard.ts';
import { isWithin, MAX_FILE_COLUMNS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { toAscii } from '../import/company-values.ts';
import { IMPORT_FORMATS } from '../import/formats/format.ts';
import { kindOfFile, RESERVED_COLUMNS } from '../import/kinds.ts';
import { NOT_UTF8 } from '../import/read-lines.ts';
import { readImportOption } from '../import/read-option.ts';
import { filesOf, findSources } from '../import/sources.ts';
import { guessFields, plainName } from '../import/suggest/guess-fields.ts';
import { readSample, type Sample, type SampleColumn } from '../import/suggest/sample.ts';
import { cutSample, labelColumns } from '../import/suggest/suggest.ts';
import { guessTypes } from './guess-shapes.ts';
import {
  KEY_PART,
  type NumberFormat,
  type OwnFieldType,
  PREFIXES,
  scopeOf,
  VALUE_LIMITS,
} from './own-field.ts';

/** A field of the catalogue for a column that no built-in field has. */
export interface SuggestedField {
  key: string;
  label: string;
  type: OwnFieldType;
  multiple?: true;
  columns: string[];
  number_format?: NumberFormat;
  /** What the sample has of the column. */
  seen: {
    filled: number;
    distinct: number;
    examples: string[];
    /** Values that the type refuses, with one of them; absent if there are none. */
    unread?: { count: number; example: string };
    /** Another type that most values have, but too few, with one that it refuses; absent if there is none. */
    almost?: { type: OwnFieldType; count: number; refused: string };
  };
}

export interface FieldSuggestions {
  fields: SuggestedField[];
  /** Rows that were read of all files. */
  rows: number;
  /** Which columns were left out, and why. */
  notes: string[];
}

/** Columns that get no field, by the reason. */
type LeftOut = Map<string, string[]>;

interface Column {
  /** The header; the second of two columns `Phone` is `Phone#2`, as for `--map`. */
  label: string;
  values: unknown[];
}

/** Bounds of a file: enough rows to tell a category from free text. */
const SAMPLE = { rows: 1000, bytes: 1024 * 1024 };
const MAX_FILES = 20;
/** Values by which `import --suggest` guesses built-in fields. */
const GUESSED_BY = 20;
const MAX_EXAMPLES = 3;
/** Limits of columns and labels that fields have. */
const NAMES = TEXT_LIMITS.listName;
const MAX_KEY_PART = 40;
/** Why a column has no type that reads a value of it. */
const NO_TYPE = `of objects, or of texts over ${VALUE_LIMITS.text} characters`;
/** Columns that a note names. */
const MAX_NAMED = 5;

/**
 * Reads the beginnings of company files and suggests own fields for the columns that no built-in field has. Columns of one
 * name are one field. Nothing is written, and no database is needed.
 *
 * @param stdin stream that `-` reads.
 * @throws StartupError for a file that cannot be read, or that has no columns.
 */
export async function suggestFields(
  paths: readonly string[],
  { format, stdin = process.stdin }: { format?: string | undefined; stdin?: Readable },
): Promise<FieldSuggestions> {
  if (paths.length > MAX_FILES) throw new StartupError(`at most ${MAX_FILES} files can be read at once`);
  const stated = readImportOption('--format', IMPORT_FORMATS, format);
  const rules = { kind: 'companies', format: stated, renames: [], constants: [] } as const;
  const columns = new Map<string, Column>();
  const leftOut: LeftOut = new Map();
  let rows = 0;
  for (const source of await findSources(paths, rules, () => undefined)) {
    const kind = kindOfFile(basename(source.path)) ?? 'companies';
    if (kind !== 'companies')
      throw new StartupError(`${source.path}: is named after ${kind}; own fields belong to companies`);
    const [first = source] = filesOf(source);
    const sample = await readSample(first, stdin, new AbortController().signal, SAMPLE);
    rows += sample.rows;
    for (const { label, values } of ownColumns(first.path, sample, leftOut)) {
      const column = columns.get(label.toLowerCase()) ?? { label, values: [] };
      for (const value of values) column.values.push(value);
      columns.set(label.toLowerCase(), column);
    }
  }
  const fields = describeFields([...columns.values()], leftOut);
  return { fields, rows, notes: [...leftOut].map(([reason, names]) => noteOf(reason, names)) };
}

/** Returns the columns that no built-in field has. @throws StartupError for a header that no field can name */
function ownColumns(path: string, { columns, format }: Sample, leftOut: LeftOut): Column[] {
  if (columns.every(({ name }) => name === '')) throw new StartupError(`${path}: has no columns`);
  if (columns.some(({ name }) => name.includes('\uFFFD')))
    throw new StartupError(`${path}: the header ${NOT_UTF8}`);
  if (columns.length === MAX_FILE_COLUMNS)
    leaveOut(leftOut, `after the first ${MAX_FILE_COLUMNS} of a file`, path);
  const heads = columns.map((column) => ({ ...column, values: column.values.slice(0, GUESSED_BY) }));
  const builtIn = new Set(guessFields('companies', heads).values());
  const labels = labelColumns(columns);
  const isText = format === 'csv' || format === 'tsv';
  return columns.flatMap(({ name, raw }, index) => {
    const label = labels[index] ?? name;
    const fault = name === '' ? 'without a name' : faultOf(label);
    if (fault !== undefined) leaveOut(leftOut, fault, name || `column ${index + 1}`);
    const isOwn = fault === undefined && !builtIn.has(index);
    return isOwn ? [{ label, values: valuesOf(raw, isText) }] : [];
  });
}

/** Returns why no field can have a column, by its name. */
function faultOf(name: string): string | undefined {
  if (!isWithin(name, NAMES)) return `with a name over ${NAMES.maxLength} characters`;
  if (!isStorable(name)) return 'with a damaged name';
  return scopeOf(name.toLowerCase()) === 'organization' ? 'of an organization' : undefined;
}

/** Returns the values that state something: `\N` and an empty list clear one. */
function valuesOf(raw: SampleColumn['raw'], isText: boolean): unknown[] {
  return raw.flatMap((value) => {
    if (Array.isArray(value)) return value.length > 0 ? [value] : [];
    if (typeof value !== 'string') return [value];
    const text = value.trim();
    return text === '' || text === '\\N' ? [] : [isText ? unguard(text) : text];
  });
}

function describeFields(columns: readonly Column[], leftOut: LeftOut): SuggestedField[] {
  const named = columns.map((column) => ({ ...column, name: wordsOf(column.label) }));
  const taken = new Set(RESERVED_COLUMNS);
  return guessTypes(named).flatMap(
    ({ label, values, name, type, multiple, format, distinct, unread, almost }) => {
      if (values.length === unread.length) {
        leaveOut(leftOut, values.length === 0 ? 'without a value' : NO_TYPE, label);
        return [];
      }
      const part = keyPart(name, taken);
      taken.add(part);
      const examples = [...new Set(values.slice(0, GUESSED_BY).map(exampleOf))].slice(0, MAX_EXAMPLES);
      return [
        {
          key: `${PREFIXES.catalogue}${part}`,
          label: labelOf(label),
          type,
          ...(multiple ? { multiple } : {}),
          columns: [label],
          ...(format === undefined ? {} : { number_format: format }),
          seen: {
            filled: values.length,
            distinct,
            examples,
            ...(unread.length > 0 ? { unread: { count: unread.length, example: exampleOf(unread[0]) } } : {}),
            ...(almost ? { almost: { ...almost, refused: exampleOf(almost.refused) } } : {}),
          },
        },
      ];
    },
  );
}

/** Returns the words of a header in the form of keys. A key that the header has already stays: `custom.revenue`. */
function wordsOf(label: string): string {
  const isKey = scopeOf(label.toLowerCase()) === 'catalogue';
  return plainName(toAscii(isKey ? label.slice(PREFIXES.catalogue.length) : label));
}

/** Returns a part of a key that is not taken. */
function keyPart(name: string, taken: ReadonlySet<string>): string {
  const part = (KEY_PART.exec(name.slice(0, MAX_KEY_PART)) ?? [`field_${name}`.slice(0, MAX_KEY_PART)])[0];
  const plain = part.replace(/_+$/, '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`;
    const key = `${plain.slice(0, MAX_KEY_PART - suffix.length)}${suffix}`;
    if (!taken.has(key)) return key;
  }
}

/** Returns a header as people read it: `annual_revenue` is "Annual revenue". */
function labelOf(header: string): string {
  const plain = header.replace(/^custom\./i, '').replace(/[\s\p{Cc}]+/gu, ' ');
  const words = /^[a-z\d_]+$/.test(plain) ? plain.replaceAll('_', ' ').trim() : plain.trim();
  const label = `${words.slice(0, 1).toUpperCase()}${words.slice(1, NAMES.maxLength)}`.toWellFormed();
  return label === '' ? 'Column' : label;
}

function exampleOf(value: unknown): string {
  return cutSample(typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function leaveOut(leftOut: LeftOut, reason: string, name: string): void {
  leftOut.set(reason, leftOut.get(reason) ?? []);
  leftOut.get(reason)?.push(name);
}

function noteOf(reason: string, names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(exampleOf(name)));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `Left out columns ${reason}: ${listed.join(', ')}${more}`;
}
