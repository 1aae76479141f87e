import type { Fault } from './fault.ts';
import { isObject, propertyOf } from './json.ts';
import type { Logger } from './logger.ts';

/** Minimum time between two warnings. While the database is down, every request fails for the same reason. */
const QUIET_MS = 5_000;

const warnedAt = new WeakMap<Logger, number>();

/**
 * Logs faults that the operator can fix: a defect with its stack, an unreachable database in one short line. Other faults
 * are mistakes of callers and are not logged here.
 */
export function logFault(logger: Logger, fault: Fault, message: string, requestId?: string): void {
  const request = requestId === undefined ? {} : { requestId };
  if (fault.code === 'internal_error') logger.error({ err: fault.cause, ...request }, message);
  // Without a cause, the database answered: an import changed the catalogue while a request read it.
  if (fault.code !== 'unavailable' || fault.cause === undefined) return;
  const now = performance.now();
  if (now - (warnedAt.get(logger) ?? -QUIET_MS) < QUIET_MS) return;
  warnedAt.set(logger, now);
  logger.warn({ reason: reasonOf(fault), ...request }, 'the database cannot be reached');
}

/** Properties in which drivers and GraphQL keep the error that they wrap. */
const WRAPPED = ['originalError', 'thrownValue', 'cause'];
const MAX_DEPTH = 6;

/** Returns the innermost message in one line. Drivers put neither values nor passwords into it. */
function reasonOf(fault: Fault): string {
  let error: object = fault;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const inner = firstOf(error, WRAPPED);
    if (!isObject(inner)) break;
    error = inner;
  }
  return String(firstOf(error, ['message', 'code', 'kind']) ?? 'unknown').replace(/\s+/g, ' ');
}

function firstOf(error: object, keys: readonly string[]): unknown {
  return keys.map((key) => propertyOf(error, key)).find(Boolean);
}
