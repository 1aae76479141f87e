import { AsyncLocalStorage } from 'node:async_hooks';

/** Totals of the SQL statements that a request has run so far. */
export interface SqlUsage {
  statements: number;
  /** Rows that the statements returned. */
  rows: number;
  /** Milliseconds from sending a statement to its complete result, summed; parallel statements count separately. */
  ms: number;
}

/** Data of the request that is being handled, available to all code that runs on its behalf. */
export interface RequestScope {
  readonly requestId: string;
  /** Filled in while the request is being handled. */
  readonly report: { readonly operation?: string };
  readonly sql: SqlUsage;
  /** Credits that the request was charged. */
  credits: number;
  /** Trace that the request belongs to; undefined unless traces are recorded. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work`, and everything that it starts, on behalf of a request. */
export function runInRequest(scope: RequestScope, work: () => void): void {
  storage.run(scope, work);
}

/** Runs `work` on behalf of no request. */
export function runOutsideRequest<T>(work: () => T): T {
  return storage.exit(work);
}

/** Returns the scope of the current request; undefined for background work, and while neither log nor traces need one. */
export function currentRequest(): RequestScope | undefined {
  return storage.getStore();
}
