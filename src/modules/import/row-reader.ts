import { distance } from 'fastest-levenshtein';
import { StartupError } from '../../lib/fault.ts';
import type { JsonObject } from '../../lib/json.ts';
import { shellQuote } from '../../lib/text.ts';
import { scopeOf } from '../fields/own-field.ts';
import { parseCompanyLine } from './company-row.ts';
import {
  InvalidField,
  type Parser,
  parseCount,
  parseDomain,
  parseKey,
  parseName,
  parseTime,
  readDeleted,
  type Warn,
} from './fields.ts';
import { parseCell } from './formats/cells.ts';
import type { Rename, RowSink } from './formats/columns.ts';
import type { Importer } from './importer.ts';
import { hasField, IMPORT_KINDS, type ImportKind, ROW_FIELDS } from './kinds.ts';
import {
  type KindColumns,
  NO_COLUMNS,
  OF_ORGANIZATION,
  type OwnColumns,
  readFieldName,
} from './own-columns.ts';
import { readOwnValues } from './own-values.ts';
import type { ProblemLog } from './problems.ts';

/** Maximum number of unknown fields that get a warning in a file. */
const MAX_UNKNOWN_FIELDS = 100;

interface RowReaderOptions {
  isSnapshot: boolean;
  kind: ImportKind;
  path: string;
  /** What rows of the file may have. */
  columns: KindColumns;
  /** Values that all rows get. */
  constants: readonly Constant[];
  onNote: (note: string) => void;
}

/** Passes the rows of a file to an importer, and records those that are refused. */
export class RowReader implements RowSink {
  readonly #importer: Importer;
  readonly #problems: ProblemLog;
  readonly #options: RowReaderOptions;
  readonly #unknownFields = new Set<string>();
  /** Number of rows. */
  rows = 0;
  /** Number of refused rows of a snapshot that cannot be told apart, because their keys cannot be read. */
  unidentified = 0;

  constructor(importer: Importer, problems: ProblemLog, options: RowReaderOptions) {
    this.#options = options;
    this.#importer = importer;
    this.#problems = problems;
  }

  add(line: number, given: JsonObject, text: string): void {
    this.rows += 1;
    const { constants } = this.#options;
    let row = given;
    try {
      if (constants.length > 0) row = withConstants(given, constants);
      this.#importer.add(line, row, text);
    } catch (error) {
      this.#problems.reject(line, error, text);
      if (this.#options.isSnapshot) this.#notePresent(row);
    }
  }

  reject(line: number, error: unknown, text: string, row: JsonObject | undefined): void {
    this.rows += 1;
    this.#problems.reject(line, error, text);
    if (this.#options.isSnapshot) this.#notePresent(row);
  }

  warnUnknown(line: number, field: string, text: string): void {
    if (this.#unknownFields.has(field) || this.#unknownFields.size >= MAX_UNKNOWN_FIELDS) return;
    this.#unknownFields.add(field);
    const { kind, path, columns, onNote } = this.#options;
    if (kind === 'companies' && scopeOf(field) === 'organization') {
      this.#problems.warn(line, field, `${OF_ORGANIZATION}; it is ignored (reported once per file)`, text);
      return;
    }
    const meant = fieldNear(field, columns);
    const question = meant === undefined ? '' : `; did you mean "${meant}"?`;
    const declare = meant === undefined ? '; to keep it, declare it' : ' If not, declare it';
    const advice = kind === 'companies' ? `${declare}: company-data fields suggest ${shellQuote(path)}` : '';
    this.#problems.warn(
      line,
      field,
      `is an unknown field and is ignored (reported once per file)${question}${advice}`,
      text,
    );
    if (meant !== undefined) onNote(`the field "${field}" is unknown and ignored${question}`);
  }

  /** A refused row of a snapshot still counts as present (contract, section 8). */
  #notePresent(row: JsonObject | undefined): void {
    if (row === undefined) {
      this.unidentified += 1;
      return;
    }
    try {
      this.#importer.notePresent(row);
    } catch (error) {
      // A row without a valid key names nothing that could be stored.
      if (!(error instanceof InvalidField)) throw error;
    }
  }
}

/** Returns the field that a misspelled one is taken for: up to two letters are wrong, in a short name one. */
function fieldNear(wrong: string, { fields, names }: KindColumns): string | undefined {
  const text = wrong.trim().toLowerCase().replaceAll(' ', '_');
  return [...fields.keys(), ...(names?.keys() ?? [])].find(
    (name) => distance(text, name) <= (name.length < 7 ? 1 : 2),
  );
}

/** A value that all rows get (`--set`). */
export interface Constant {
  readonly field: string;
  readonly value: unknown;
  /** Kind whose files it applies to; undefined for every kind that has the field. */
  readonly kind: ImportKind | undefined;
}

/** Parsers of the fields of kinds other than companies, by field. */
const PARSERS: Readonly<Record<string, Parser<unknown>>> = {
  tech_key: parseKey,
  display_name: parseName,
  category: parseKey,
  domain: parseDomain,
  partner_domain: parseDomain,
  detection_count: parseCount,
  observation_count: parseCount,
  first_seen: parseTime,
  last_seen: parseTime,
  first_observed_at: parseTime,
  last_observed_at: parseTime,
  deleted: (deleted) => readDeleted({ deleted }),
};

/**
 * Parses `FIELD=VALUE` or `KIND:FIELD=VALUE`.
 *
 * @throws StartupError for another form, an unknown field, a value that its field refuses, and a field that has two.
 */
export function parseConstants(
  options: readonly string[],
  renames: readonly Rename[],
  fields = NO_COLUMNS,
): Constant[] {
  const constants = options.map((option) => parseConstant(option, fields));
  for (const kind of IMPORT_KINDS) {
    const own = constantsOf(constants, kind);
    const names = own.map(({ field }) => field);
    const field = names.find((name, index) => names.indexOf(name) < index);
    if (field !== undefined) throw new StartupError(`--set: ${field} is set twice`);
    const mapped = renames.find((each) => (each.kind ?? kind) === kind && names.includes(each.field));
    if (mapped)
      throw new StartupError(`--map "${mapped.column}=${mapped.field}" and --set both give ${mapped.field}`);
    for (const constant of own) checkValue(kind, constant, fields);
  }
  return constants;
}

/** Returns the constants that apply to the files of a kind. */
export function constantsOf(constants: readonly Constant[], kind: ImportKind): Constant[] {
  return constants.filter(({ kind: own, field }) => (own ?? kind) === kind && hasField(kind, field));
}

/** Adds constants to a row. @throws InvalidField if the row has a field of them itself */
function withConstants(row: JsonObject, constants: readonly Constant[]): JsonObject {
  const result: Record<string, unknown> = { ...row };
  for (const { field, value } of constants) {
    if (row[field] !== undefined) throw new InvalidField(field, 'is given twice, by the row and by --set');
    result[field] = value;
  }
  return result;
}

function parseConstant(option: string, fields: OwnColumns): Constant {
  const [, prefix, given = '', text = ''] = /^(?:(\w+):)?\s*([\w.]+)\s*=(.*)$/s.exec(option) ?? [];
  const kind = IMPORT_KINDS.find((each) => each === prefix);
  if (given === '' || (prefix !== undefined && kind === undefined))
    throw new StartupError(`--set must be FIELD=VALUE or KIND:FIELD=VALUE, not "${option}"`);
  const name = readFieldName('--set', given, kind, fields);
  const type = (kind === undefined ? IMPORT_KINDS : [kind]).flatMap(
    (each) => ROW_FIELDS[each].get(name) ?? [],
  );
  const value = parseCell(text, type[0] ?? 'text');
  if (value === undefined || value === null)
    throw new StartupError(`--set ${name} needs a value, as in --set "${name}=VALUE"`);
  return { field: name, value, kind };
}

function checkValue(kind: ImportKind, { field, value }: Constant, fields: OwnColumns): void {
  const refuse = (name: string, reason: string) => {
    throw new StartupError(`--set ${name} ${reason}`);
  };
  const warn: Warn = (name, reason, effect) => (effect === 'cut' ? undefined : refuse(name, reason));
  try {
    if (kind === 'companies') {
      parseCompanyLine({ primary_domain: 'a.example', name: 'a', [field]: value }, warn);
      readOwnValues({ [field]: value }, fields, warn);
    } else PARSERS[field]?.(value, field);
  } catch (error) {
    if (!(error instanceof InvalidField)) throw error;
    refuse(error.field ?? field, error.reason);
  }
}
