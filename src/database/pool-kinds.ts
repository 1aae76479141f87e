/** Kinds of work with connections of their own, so that none starves another (docs/operate/operations.md). */
export const POOL_KINDS = [
  // Looks up keys and serves `/readyz`, however busy the other pools are.
  'authentication',
  // Rows by key, and pages of stored rows.
  'reads',
  // Filters, breakdowns, explanations, and searches by a part of a text.
  'evaluation',
  // Parts of CSV files.
  'exports',
  // All changes of rows.
  'writes',
] as const;

export type PoolKind = (typeof POOL_KINDS)[number];

/** The smallest DATABASE_POOL_SIZE: one connection for each kind. */
export const MIN_POOL_SIZE = POOL_KINDS.length;
/** Milliseconds that a request waits for a connection. Longer waits help nobody: its caller has given up by then. */
export const WAIT_MS = 10_000;
/** Connections of a process beside its pools: two for rate limits, one that listens for changes. */
export const OTHER_CONNECTIONS = 3;
/** From this size on, authentication has two connections. */
const LARGE_POOL = 32;

/** Divides the connections: a fifth each for evaluation and writes, a tenth for exports, the rest for reads. */
export function dividePool(poolSize: number): Record<PoolKind, number> {
  const size = Math.max(poolSize, MIN_POOL_SIZE);
  const part = (parts: number) => Math.max(1, Math.floor(size / parts));
  const [evaluation, exports, writes] = [part(5), part(10), part(5)];
  const authentication = size >= LARGE_POOL ? 2 : 1;
  return {
    authentication,
    reads: size - evaluation - exports - writes - authentication,
    evaluation,
    exports,
    writes,
  };
}
