import type { Pool } from '../../src/database/client.ts';

/** End of the order of a page. */
export type End = 'start' | 'end';

/** Rows that a page shows, and what other callers do to them between two pages. */
export interface Rows {
  /** Creates a row, at an end if the order leaves a choice. */
  create?: (end: End) => Promise<unknown>;
  remove?: (id: string) => Promise<unknown>;
  /** Renames or re-sorts a row, so that it moves to an end. */
  move?: (id: string, end: End) => Promise<unknown>;
}

let counter = 0;
/** Returns a number that is larger than those before, from 1. */
export const next = (): number => {
  counter += 1;
  return counter;
};

/** Returns a number beyond those of all rows. Each third of two neighbours are equal at first, so that ids tell rows apart. */
export const numberAt = (end: End, descending: boolean): number => {
  const n = next();
  return (end === 'start') === descending ? 10_000 + n : 5_000 - n;
};
export const timeAt = (end: End, descending: boolean): string =>
  new Date(Date.UTC(2026, 0, 1) + numberAt(end, descending) * 60_000).toISOString();

/**
 * Copies a row of a table.
 *
 * @param where condition of the row. @param set SQL of the columns that differ. The copy has a new id.
 */
export async function copyRow(
  pool: Pool,
  table: string,
  where: string,
  set: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public'`,
    [table],
  );
  const names = rows.map(({ name }) => name).filter((name) => name !== 'id');
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((name) => set[name] ?? `"${name}"`).join(', ');
  const { rowCount } = await pool.query(
    `INSERT INTO "${table}" (${columns}) SELECT ${values} FROM "${table}" WHERE ${where} LIMIT 1`,
  );
  if (rowCount !== 1) throw new Error(`${table} has no row to copy: ${where}`);
}

/** Returns rows in the order of their ids, which are copies of one. */
export function copies(
  pool: Pool,
  table: string,
  where: string,
  set: () => Readonly<Record<string, string>> = () => ({}),
): Rows {
  return {
    create: () => copyRow(pool, table, where, set()),
    remove: (id) => pool.query(`DELETE FROM "${table}" WHERE id = $1`, [id]),
  };
}
