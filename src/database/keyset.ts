import { recordOf } from '../lib/json.ts';
import {
  DIRECTIONS,
  type Direction,
  type Key,
  type KeyOrder,
  type KeyType,
  type PageWindow,
} from '../lib/page.ts';

/**
 * Column of a key. It is never null: sort by a nullable one as `(x IS NULL)::int` and then `coalesce(x, 0)`. A text names
 * its collation, so that pages have the same order on every server.
 */
interface KeyColumn {
  sql: string;
  type: KeyType;
  descending?: boolean;
}

/** Order of the rows of a statement. */
export interface SqlOrder extends KeyOrder {
  columns: readonly KeyColumn[];
}

/** @param columns the last one, or all together, tell every two rows apart. */
export function sqlOrder(name: string, columns: readonly KeyColumn[]): SqlOrder {
  return { name, columns, types: columns.map(({ type }) => type) };
}

/** Creates the order by each field in each direction. Cursors are bound to their names, such as `name_asc`. */
export function ordersBy<Field extends string, Order extends object>(
  fields: readonly Field[],
  create: (field: Field, descending: boolean, name: string) => Order,
): Record<Field, Record<Direction, Order>> {
  return recordOf(fields, (field) =>
    recordOf(DIRECTIONS, (direction) => create(field, direction === 'desc', `${field}_${direction}`)),
  );
}

/** Parts of a statement that reads a page. */
interface WindowSql {
  /** Suffix of the name of the statement: a page after a key has a statement of its own, which an index can serve. */
  suffix: string;
  /** Condition on the rows. */
  condition: string;
  /** `ORDER BY`, `LIMIT` and `OFFSET`. */
  order: string;
  /** `ORDER BY` alone. */
  sort: string;
  values: (string | number)[];
}

/**
 * Makes the parts of a statement that select and sort the rows of a page.
 *
 * @param parameter number of the first parameter that `values` are for.
 */
export function windowSql({ columns }: SqlOrder, window: PageWindow, parameter: number): WindowSql {
  const { limit, offset, after, before, backwards } = window;
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `$${parameter + values.push(value) - 1}`;
  const tail = `LIMIT ${bind(limit)} OFFSET ${bind(offset)}`;
  const bounds: string[] = [];
  for (const [key, isBefore] of [
    [after, false],
    [before, true],
  ] as const)
    if (key) bounds.push(beyond(placed(columns, key, bind), isBefore));
  const sorted = columns.map(
    ({ sql, descending = false }) => `${sql} ${descending === backwards ? 'ASC' : 'DESC'}`,
  );
  const sort = `ORDER BY ${sorted.join(', ')}`;
  return {
    suffix: `${backwards ? '_backwards' : ''}${after ? '_after' : ''}${before ? '_before' : ''}`,
    condition: bounds.join(' AND ') || 'true',
    order: `${sort} ${tail}`,
    sort,
    values,
  };
}

interface Placed extends KeyColumn {
  parameter: string;
}

function placed(columns: readonly KeyColumn[], key: Key, bind: (value: string | number) => string): Placed[] {
  return columns.map((column, index) => ({
    ...column,
    parameter: `${bind(key[index] ?? '')}::${column.type}`,
  }));
}

/**
 * Returns the condition of the rows beyond a key. Columns of one direction are compared as a row, which an index can serve.
 * Where the direction changes, the first column also has a condition of its own, for the same reason.
 *
 * @param isBefore whether to select the rows before the key instead of those after it.
 */
function beyond([first, ...rest]: readonly Placed[], isBefore: boolean): string {
  if (!first) return 'false';
  const directionOf = ({ descending = false }: Placed) => (descending === isBefore ? '>' : '<');
  const direction = directionOf(first);
  if (rest.every((each) => directionOf(each) === direction)) {
    const all = [first, ...rest];
    return `(${all.map(({ sql }) => sql).join(', ')}) ${direction} (${all.map(({ parameter }) => parameter).join(', ')})`;
  }
  const { sql, parameter } = first;
  return `${sql} ${direction}= ${parameter} AND (${sql} ${direction} ${parameter} OR ${beyond(rest, isBefore)})`;
}
