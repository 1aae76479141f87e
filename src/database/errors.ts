import { Fault, internalFault, StartupError } from '../lib/fault.ts';
import { textIn } from '../lib/json.ts';
import { causesOf, knownFailure } from '../lib/known-failures.ts';
import { counted } from '../lib/text.ts';

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

/** Seconds after which to try again: about the time of a failover or a restart. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Codes of a server that cannot be reached or takes no more work: system errors of sockets, SQLSTATEs (PostgreSQL manual,
 * appendix A: 08 connection exceptions, 53 insufficient resources, 57P01 to 57P05 operator intervention, 25006 a server
 * that is read-only, such as the former primary after a failover), and Prisma's
 * codes for these.
 */
const CODE =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|08...|53...|57P0[1-5]|25006|P1001|P1002|P1008|P1017|P2024|P2028)$/;

/** The names of these errors in Prisma's driver adapter. */
const KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** Messages of such errors that have no code of their own. */
const MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|is not currently accepting connections/i;

/** Returns whether a statement failed because the database cannot be reached, or has no resources left. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof Fault) return each.code === 'unavailable';
    const fits = (key: string, pattern: RegExp): boolean => pattern.test(textIn(each, key) ?? '');
    if (fits('code', CODE) || fits('originalCode', CODE) || fits('kind', KIND) || fits('message', MESSAGE))
      return true;
  }
  return false;
}

/** Codes and messages of a wait for a connection or for a transaction that took too long: nothing was changed. */
const WAIT_CODE = /^(P2024|P2028)$/;
const WAIT_MESSAGE = /timeout exceeded when trying to connect/i;

/** Returns whether work failed because no connection was free in time, which a busy database causes as well as none. */
export function isWaitForConnection(error: unknown): boolean {
  return [...causesOf(error)].some(
    (each) => WAIT_CODE.test(textIn(each, 'code') ?? '') || WAIT_MESSAGE.test(textIn(each, 'message') ?? ''),
  );
}

/** Returns the Fault of an unexpected error: 503 `unavailable` when the database caused it, else 500. */
export function unexpectedFault(error: unknown): Fault {
  if (!isUnavailable(error)) return internalFault(error);
  const message = `The database cannot be reached right now. Try again in ${counted(RETRY_AFTER_SECONDS, 'second')}. If the request was to change something, look whether it did, or send it with an Idempotency-Key.`;
  return new Fault('unavailable', message, { details: { retry_after: RETRY_AFTER_SECONDS }, cause: error });
}
