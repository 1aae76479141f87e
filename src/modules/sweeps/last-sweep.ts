import type { Queryable } from '../../database/client.ts';

/** SQL of the time of the last sweep that found the clock in step. Whatever ended later may have ended by a wrong clock. */
export const LAST_SWEEP = '(SELECT swept_at FROM last_sweep)';

export async function readLastSweep(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>({
    name: 'last_sweep',
    text: 'SELECT swept_at AS at FROM last_sweep',
  });
  return rows[0]?.at;
}

/** Stores that a sweep found the clock in step. A backup of an older release has no row. */
export async function storeSweep(db: Queryable, at: Date): Promise<void> {
  await db.query({
    name: 'last_sweep_store',
    text: `INSERT INTO last_sweep (swept_at) VALUES ($1)
      ON CONFLICT (id) DO UPDATE SET swept_at = excluded.swept_at, doubted_at = NULL`,
    values: [at],
  });
}

/** Stores the first time that a sweep could not believe, for `doctor`. */
export async function storeDoubt(db: Queryable, at: Date): Promise<void> {
  await db.query({
    name: 'last_sweep_doubt',
    text: 'UPDATE last_sweep SET doubted_at = $1',
    values: [at],
  });
}
