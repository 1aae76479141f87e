import type { IncomingHttpHeaders } from 'node:http';
import type { RanStatement } from '../database/driver/observer.ts';
import type { RequestScope } from '../lib/request-scope.ts';

/** A request that has arrived. */
export interface StartedRequest {
  scope: RequestScope;
  method: string;
  /** Without the query string. For traces alone: a path may name a company. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** A request that is over. Nothing in it was sent by the caller, but the name of the operation. */
export interface FinishedRequest {
  scope: RequestScope;
  method: string;
  /** The pattern of its route; absent when there is nothing at its path. */
  route: string | undefined;
  status: number;
  operation: string | undefined;
  /** Points that the operation was reckoned to cost. */
  cost: number | undefined;
  /** The codes of what went wrong. */
  errors: readonly string[];
  keyId: number | undefined;
  organizationId: number | undefined;
  /** What was written to the connection for it, headers included. */
  responseBytes: number;
  ms: number;
  /** The caller went away before the answer was complete. */
  aborted: boolean;
}

export interface StartedOperation {
  scope: RequestScope;
  name: string | undefined;
  type: 'query' | 'mutation' | 'subscription';
  /** A saved document of our own. */
  saved: boolean;
}

/** Where observations go: the log, the metrics, the traces. Each takes what concerns it, and none may throw. */
export interface Sink {
  started?(request: StartedRequest): void;
  finished?(request: FinishedRequest): void;
  /** @returns what to call when its answer is there. */
  operation?(operation: StartedOperation): () => void;
  /** Somebody got a connection of a pool, or gave up, after so many milliseconds. */
  waited?(ms: number, pool: string): void;
  /** Heavy work got its slot after so many milliseconds. */
  workWaited?(kind: string, ms: number): void;
  ran?(statement: RanStatement): void;
  charged?(kind: 'enrichment' | 'export', credits: number): void;
  materialized?(ms: number): void;
}
