import { StartupError } from '../lib/fault.ts';
import { knownFailure } from '../lib/known-failures.ts';
import { textIn } from '../lib/property.ts';

/** SQLSTATE of a lock that was not free in time (PostgreSQL manual, appendix A). */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the code of a system error or of PostgreSQL (SQLSTATE). */
export function errorCode(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/** Describes a failed connection or statement in one line. node-postgres puts no secret into its messages. */
export function databaseReason(error: unknown): string {
  // The message of a StartupError is complete, and says more than its cause.
  if (error instanceof StartupError) return reason(error);
  return knownFailure(error)?.reason ?? reason(error);
}

export function reason(error: unknown): string {
  return (textIn(error, 'message') || String(error)).replace(/\s+/g, ' ').trim();
}

/** Runs `work`. @throws StartupError in one line: that of `work`, or `failure` and what went wrong. */
export async function attempt<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const path = knownFailure(error)?.path;
    const where = path === undefined || failure.includes(path) ? failure : `${failure}: ${path}`;
    throw new StartupError(`${where}: ${databaseReason(error)}`, { cause: error });
  }
}
