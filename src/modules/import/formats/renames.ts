import { StartupError } from '../../../lib/fault.ts';
import { IMPORT_KINDS, type ImportKind, ROW_FIELDS } from '../kinds.ts';

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
export function parseRenames(options: readonly string[]): Rename[] {
  const renames = options.map(parseRename);
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
  return renames.filter((rename) => (rename.kind ?? kind) === kind && ROW_FIELDS[kind].has(rename.field));
}

function parseRename(option: string): Rename {
  const equals = option.lastIndexOf('=');
  const left = option.slice(0, Math.max(equals, 0));
  const field = option.slice(equals + 1).trim();
  const kind = IMPORT_KINDS.find((each) => left.startsWith(`${each}:`));
  const column = left.slice(kind === undefined ? 0 : kind.length + 1).trim();
  if (column === '' || field === '')
    throw new StartupError(`--map must be COLUMN=FIELD or KIND:COLUMN=FIELD, not "${option}"`);
  checkField('--map', field, kind);
  return { column, field, kind, used: false };
}

/** @throws StartupError for a field that no kind has, or that `kind` does not have. */
export function checkField(option: string, field: string, kind: ImportKind | undefined): void {
  const known = kind === undefined ? IMPORT_KINDS : [kind];
  if (known.some((each) => ROW_FIELDS[each].has(field))) return;
  const names = [...new Set(known.flatMap((each) => [...ROW_FIELDS[each].keys()]))];
  throw new StartupError(`${option}: unknown field "${field}"; the fields are ${names.join(', ')}`);
}
