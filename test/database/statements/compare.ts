import type { Column, Description } from './describe.ts';
import type { DeclaredColumn } from './row-types.ts';
import type { Statement } from './statement.ts';

/** JavaScript types of PostgreSQL's types in node-postgres. All other types are strings. */
const KINDS: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  oid: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
};

type Declared = Pick<Statement, 'row' | 'way' | 'times'>;

/** Returns the errors in the declared row type of a statement; none if it has no type. */
export function compareRows(statement: Declared, columns: Description): string[] {
  const { row, way, times } = statement;
  if (row?.values && row.values.length !== columns.length)
    return [`${columns.length} columns, ${row.values.length} of them declared`];
  const names = new Set(columns.map(({ name }) => name));
  const missing = Object.entries(row?.columns ?? {}).filter(
    ([name, { optional }]) => !optional && !names.has(name),
  );
  const faults = declaredColumns(statement, columns).flatMap(([column, { kind }]) => {
    const own = way === 'texts' ? 'string' : kindOf(column.type, times);
    const isSame = kind === own || kind === 'any' || (own === 'json' && kind !== 'Date');
    return isSame ? [] : [`${column.name} is ${own}, declared ${kind}`];
  });
  return [...faults, ...missing.map(([name]) => `no column ${name}`)];
}

/** Returns the columns that may be null although their declared type is not: their SQL must exclude nulls. */
export function narrowedColumns(statement: Declared, columns: Description): string[] {
  return declaredColumns(statement, columns)
    .filter(([column, declared]) => column.nullable && !declared.nullable)
    .map(([{ name }]) => name);
}

function declaredColumns({ row }: Declared, columns: Description): [Column, DeclaredColumn][] {
  return columns.flatMap((column, index): [Column, DeclaredColumn][] => {
    const declared = row?.values?.[index] ?? row?.columns?.[column.name];
    return declared ? [[column, declared]] : [];
  });
}

function kindOf(type: string, times: Statement['times']): string {
  if (type.endsWith('[]')) return `${kindOf(type.slice(0, -2), times)}[]`;
  if (type === 'json' || type === 'jsonb') return 'json';
  if (type.startsWith('timestamp') || type === 'date') return times;
  return KINDS[type] ?? 'string';
}
