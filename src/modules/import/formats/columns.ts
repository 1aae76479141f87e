import { StartupError } from '../../../lib/fault.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { shellQuote } from '../../../lib/text.ts';
import { textKey } from '../../../lib/text-key.ts';
import { type FieldType, hasField, IMPORT_KINDS, type ImportKind, type RowFields } from '../kinds.ts';
import { NO_COLUMNS, type OwnColumns, readFieldName } from '../own-columns.ts';

/** How the rows of a file are read. */
export interface RowLayout {
  /** Path for messages. */
  path: string;
  fields: RowFields;
  /** Fields by further names of their columns, which are in the form of `textKey`. */
  names?: ReadonlyMap<string, string> | undefined;
  /** Renames of the columns of this file. */
  renames: readonly Rename[];
  /** Fields to which the command gives one value for all rows (`--set`). */
  constants?: ReadonlySet<string> | undefined;
}

/** Receives the rows of a file, in their order. Lines are counted from 1. */
export interface RowSink {
  /** @param text the row as it stands in the file, for the list of rejected rows. */
  add(line: number, row: JsonObject, text: string): void;
  /**
   * Rejects a row that cannot be read.
   *
   * @param row fields that could be read; undefined when it is unknown what the row names.
   */
  reject(line: number, error: unknown, text: string, row: JsonObject | undefined): void;
  /** Warns of a field or column that rows of this kind do not have. */
  warnUnknown(line: number, field: string, text: string): void;
}

/** Returns the field that a column of this name gives; the name itself if none does. */
export function fieldNamed(name: string, { fields, names }: Pick<RowLayout, 'fields' | 'names'>): string {
  return fields.has(name) ? name : (names?.get(textKey(name)) ?? name);
}

/** A column of a table that is read. */
export interface Column {
  /** Position in the table, from 0. */
  index: number;
  field: string;
  type: FieldType;
}

/**
 * Finds the fields of each column of a table. A column may have several (`--map`). Of columns with one name, the second is
 * also called `NAME#2`, and so on.
 *
 * @returns the columns that are read, and the names of the others.
 * @throws StartupError when a field has two columns, or a constant beside its column, or no column has a field.
 */
export function findColumns(names: readonly string[], layout: RowLayout) {
  const { path, fields, constants } = layout;
  const columns: Column[] = [];
  const unknown: string[] = [];
  const nameOf = new Map<string, string>();
  for (const { index, name, label, renames, isLeftOut } of nameColumns(names, layout)) {
    // A field may name the second of columns with one name, as `fields suggest` does.
    const ofLabel = label === name ? undefined : layout.names?.get(textKey(label));
    const usual = ofLabel ?? (isLeftOut ? undefined : fieldNamed(name, layout));
    const given = renames.length > 0 ? renames.map(({ field }) => field) : usual === undefined ? [] : [usual];
    const known = given.flatMap((field) => {
      const type = fields.get(field);
      return type === undefined ? [] : { index, field, type };
    });
    if (known.length === 0) unknown.push(name === '' ? `column ${index + 1}` : label);
    for (const column of known) {
      const other = nameOf.get(column.field);
      if (other !== undefined) throw new StartupError(twice(path, column.field, other, label));
      if (constants?.has(column.field))
        throw new StartupError(
          `${path}: the column "${label}" and --set both give the field ${column.field}`,
        );
      nameOf.set(column.field, label);
      columns.push(column);
    }
    for (const rename of renames) rename.used = true;
  }
  if (columns.length > 0) return { columns, unknown };
  throw new StartupError(
    `${path}: no column is named after a field (${[...fields.keys()].join(', ')}); the header is ` +
      `${listNames(names)}. Add a header, or see how to map it: company-data import --suggest ${shellQuote(path)}`,
  );
}

interface NamedColumn {
  index: number;
  name: string;
  /** The name, with a number if an earlier column has it as well. */
  label: string;
  renames: readonly Rename[];
  /** Whether the command names another column of the name, so that this one is not read. */
  isLeftOut: boolean;
}

/** Numbers columns of one name, and finds their renames. A name without a number means the first one. */
function nameColumns(given: readonly string[], { renames }: RowLayout): NamedColumn[] {
  const counts = new Map<string, number>();
  const named = given.map((text, index) => {
    const name = text.trim();
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return { index, name, number, label: number === 1 ? name : `${name}#${number}` };
  });
  return named.map(({ index, name, number, label }) => {
    const names = number === 1 ? [label, `${name}#1`] : [label];
    const own = renames.filter(({ column }) => names.includes(column));
    const isRepeated = (counts.get(name) ?? 0) > 1;
    const isChosen = renames.some(({ column }) => column === name || column.startsWith(`${name}#`));
    return { index, name, label, renames: own, isLeftOut: isRepeated && isChosen };
  });
}

function twice(path: string, field: string, first: string, second: string): string {
  const advice = second.includes('#')
    ? `; choose one with --map "${first}=${field}" or --map "${second}=${field}"`
    : '';
  return `${path}: the columns "${first}" and "${second}" both are the field ${field}${advice}`;
}

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 40;

/** Lists the names of a header for a message, on one line. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const plain = name.replace(/\p{Cc}+/gu, ' ').trim();
    return JSON.stringify(plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH)}…` : plain);
  });
  return [...shown, ...(names.length > MAX_NAMES ? [`and ${names.length - MAX_NAMES} more`] : [])].join(', ');
}

/** A column of the source that is read as another field (`--map`). */
export interface Rename {
  readonly column: string;
  readonly field: string;
  /** Kind whose files it applies to; undefined for every kind that has the field. */
  readonly kind: ImportKind | undefined;
  /** Whether a file had the column. */
  used: boolean;
}

/**
 * Parses `COLUMN=FIELD` or `KIND:COLUMN=FIELD`.
 *
 * A column may feed several fields.
 *
 * @throws StartupError for another form, an unknown field, and two mappings to one field.
 */
export function parseRenames(options: readonly string[], own = NO_COLUMNS): Rename[] {
  const renames = options.map((option) => parseRename(option, own));
  for (const kind of IMPORT_KINDS) {
    const own = renamesOf(renames, kind);
    const names = own.map((rename) => rename.field);
    const field = names.find((name, index) => names.indexOf(name) < index);
    if (field !== undefined) throw new StartupError(`--map: ${field} is mapped twice`);
  }
  return renames;
}

/** Returns the renames that apply to the files of a kind. */
export function renamesOf(renames: readonly Rename[], kind: ImportKind): Rename[] {
  return renames.filter((rename) => (rename.kind ?? kind) === kind && hasField(kind, rename.field));
}

function parseRename(option: string, own: OwnColumns): Rename {
  const equals = option.lastIndexOf('=');
  const left = option.slice(0, Math.max(equals, 0));
  const field = option.slice(equals + 1).trim();
  const kind = IMPORT_KINDS.find((each) => left.startsWith(`${each}:`));
  const column = left.slice(kind === undefined ? 0 : kind.length + 1).trim();
  if (column === '' || field === '')
    throw new StartupError(`--map must be COLUMN=FIELD or KIND:COLUMN=FIELD, not "${option}"`);
  return { column, field: readFieldName('--map', field, kind, own), kind, used: false };
}
