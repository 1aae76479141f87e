import type { Fault } from './fault.ts';
import type { Logger } from './logger.ts';

/** While the database is down every request fails alike: one line in this time says so. */
const QUIET_MS = 5_000;

const warnedAt = new WeakMap<Logger, number>();

/** Logs a failure of ours: a defect with its stack, an unreachable database in one short line. Others belong to callers. */
export function logFault(logger: Logger, fault: Fault, message: string, requestId?: string): void {
  const request = requestId === undefined ? {} : { requestId };
  if (fault.code === 'internal_error') logger.error({ err: fault.cause, ...request }, message);
  if (fault.code !== 'unavailable') return;
  const now = performance.now();
  if (now - (warnedAt.get(logger) ?? -QUIET_MS) < QUIET_MS) return;
  warnedAt.set(logger, now);
  logger.warn({ reason: reasonOf(fault), ...request }, 'the database cannot be reached');
}

/** The innermost message in one line; drivers put neither values nor passwords into these. */
function reasonOf(fault: Fault): string {
  let error: unknown = fault.cause;
  for (let next = error; typeof next === 'object' && next !== null; ) {
    error = next;
    next = Reflect.get(next, 'originalError') ?? Reflect.get(next, 'cause');
  }
  const read = (key: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return String(read('message') || read('code') || read('kind') || 'unknown').replace(/\s+/g, ' ');
}
