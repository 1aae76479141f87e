import type { Queryable } from '../../database/client.ts';
import { failure, ok, type Result, warning } from './finding.ts';

/** Rate limits are counted by the clocks of machines, everything else by that of PostgreSQL. */
const WARNING_MS = 1_000;
const FAILURE_MS = 30_000;

interface Clocks {
  at: Date;
  /** Whether the migrations have made the table of the last sweep. */
  has_sweeps: boolean;
}

/** Compares the clocks of this machine and of PostgreSQL, and looks whether sweeps believe the latter. */
export async function checkClock(db: Queryable, now: () => Date): Promise<Result> {
  const before = now().getTime();
  const { rows } = await db.query<Clocks>(
    "SELECT clock_timestamp() AS at, to_regclass('last_sweep') IS NOT NULL AS has_sweeps",
  );
  const after = now().getTime();
  const [{ at, has_sweeps } = { at: new Date(before), has_sweeps: false }] = rows;
  // The answer was made at some time between.
  const offMs = at.getTime() < before ? before - at.getTime() : Math.max(0, at.getTime() - after);
  const message = `this machine and PostgreSQL differ by ${(offMs / 1000).toFixed(1)} s`;
  const remedy = 'synchronize both clocks by NTP';
  const doubt = has_sweeps ? await checkSweeps(db) : undefined;
  if (offMs > FAILURE_MS)
    return failure(doubt ? `${message}; ${doubt.message}` : message, doubt?.remedy ?? remedy);
  return doubt ?? (offMs > WARNING_MS ? warning(message, remedy) : ok(message));
}

/** @returns undefined if the last sweep found the clock in step. */
async function checkSweeps(db: Queryable): Promise<Result | undefined> {
  const { rows } = await db.query<{ swept_at: Date; doubted_at: Date | null }>(
    'SELECT swept_at, doubted_at FROM last_sweep',
  );
  const [row] = rows;
  if (!row?.doubted_at) return undefined;
  const [doubted, swept] = [row.doubted_at.toISOString(), row.swept_at.toISOString()];
  const message = `a sweep found the clock at ${doubted}, over an hour from the last sweep at ${swept}: nothing is deleted`;
  const remedy = "correct PostgreSQL's clock; if it is right, sweeps go on by themselves after ten minutes";
  return warning(message, remedy);
}
