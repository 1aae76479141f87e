import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has asked of the database so far. */
export interface SqlUsage {
  statements: number;
  /** Rows that came back. */
  rows: number;
  /** Milliseconds between sending a statement and having all of its answer, added up: parallel ones count each. */
  ms: number;
}

/** What is known of the request that is being answered, wherever in the process that is asked. */
export interface RequestScope {
  readonly requestId: string;
  /** Filled in while the request is answered. */
  readonly report: { readonly operation?: string };
  readonly sql: SqlUsage;
  /** Credits that it was charged. */
  credits: number;
  /** The trace that it belongs to, when traces are recorded. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` and all that it starts within a scope. */
export function runInScope(scope: RequestScope, work: () => void): void {
  storage.run(scope, work);
}

/** Runs `work` as what no request asked for. */
export function runOutside<T>(work: () => T): T {
  return storage.exit(work);
}

/** The scope of the request that the caller works for; undefined for what runs by itself, and while nobody listens. */
export function currentScope(): RequestScope | undefined {
  return storage.getStore();
}
