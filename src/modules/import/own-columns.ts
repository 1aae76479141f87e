import type { Queryable } from '../../database/client.ts';
import { StartupError } from '../../lib/fault.ts';
import { textKey } from '../../lib/text-key.ts';
import { CATALOGUE, type Declaration, readDeclared } from '../fields/declarations.ts';
import { PREFIXES, scopeOf } from '../fields/own-field.ts';
import { IMPORT_KINDS, type ImportKind, ROW_FIELDS, type RowFields } from './kinds.ts';

/** Own fields of the catalogue, which rows of companies carry beside the built-in ones (contract, section 20). */
export interface OwnColumns {
  /** By their keys, such as `custom.revenue`. */
  declared: ReadonlyMap<string, Declaration>;
  /** Keys by the names of columns, in the form of `textKey`: the keys with and without prefix, and what the field names. */
  names: ReadonlyMap<string, string>;
}

export const NO_COLUMNS: OwnColumns = { declared: new Map(), names: new Map() };

export async function readOwnColumns(db: Queryable): Promise<OwnColumns> {
  const { fields } = await readDeclared(db, CATALOGUE);
  return { declared: new Map(fields.map((field) => [field.key, field])), names: keysByColumn(fields) };
}

/** Returns the keys of fields by the names of columns, as `OwnColumns` has them. */
export function keysByColumn(fields: readonly Declaration[]): Map<string, string> {
  const names = new Map<string, string>();
  const take = (name: string, key: string) => {
    if (!names.has(textKey(name))) names.set(textKey(name), key);
  };
  for (const { key } of fields) take(key, key);
  for (const { key, scope } of fields) take(key.slice(PREFIXES[scope].length), key);
  // A column that two fields name is the one of the first.
  for (const { key, columns } of fields) for (const column of columns) take(column, key);
  return names;
}

/** What rows of a kind may have: their fields, and further names of columns. */
export interface KindColumns {
  fields: RowFields;
  names?: ReadonlyMap<string, string> | undefined;
}

export function columnsOf(kind: ImportKind, { declared, names }: OwnColumns): KindColumns {
  const fields = ROW_FIELDS[kind];
  if (kind !== 'companies' || declared.size === 0) return { fields };
  return {
    fields: new Map([...fields, ...[...declared.keys()].map((key) => [key, 'text'] as const)]),
    names,
  };
}

/**
 * Reads the name of a field in an option of the command. Own fields may stand without their prefix.
 *
 * @throws StartupError for a field that no kind has, or that `kind` does not have.
 */
export function readFieldName(
  option: string,
  field: string,
  kind: ImportKind | undefined,
  { declared }: OwnColumns,
): string {
  const known = kind === undefined ? IMPORT_KINDS : [kind];
  if (known.some((each) => ROW_FIELDS[each].has(field))) return field;
  const own = [field, PREFIXES.catalogue + field].find((key) => declared.has(key));
  if (own !== undefined && known.includes('companies')) return own;
  if (scopeOf(field) === 'organization') throw new StartupError(`${option}: ${field} ${OF_ORGANIZATION}`);
  if (scopeOf(field) === 'catalogue')
    throw new StartupError(
      `${option}: the catalogue has no field "${field}"; declare it with: company-data fields add ${field}`,
    );
  const names = [...new Set(known.flatMap((each) => [...ROW_FIELDS[each].keys()]))];
  throw new StartupError(`${option}: unknown field "${field}"; the fields are ${names.join(', ')}`);
}

/** Reason why files of companies cannot carry a field `org.*`. */
export const OF_ORGANIZATION =
  'is a field of an organization, which sets its own values by POST /v1/fields/values, or with files by jobs of the kind set_fields';
