import type { IncomingHttpHeaders } from 'node:http';
import type { DatabaseListener } from '../database/driver/observer.ts';
import type { OperationKind, RequestScope } from '../lib/request-context.ts';

/** A request that has arrived. */
interface StartedRequest {
  scope: RequestScope;
  method: string;
  /** Path without the query string. Only traces record it, because it can name a company. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** A request that has ended. Of the caller's input it contains only the name of the operation. */
export interface FinishedRequest {
  scope: RequestScope;
  method: string;
  /** Pattern of its route; undefined if no route matches the path. */
  route: string | undefined;
  status: number;
  /** Bytes that were written to the connection, including headers. */
  responseBytes: number;
  ms: number;
  /** Whether the caller disconnected before the response was complete. */
  aborted: boolean;
}

interface StartedOperation extends OperationKind {
  scope: RequestScope;
}

/** Destination of observations: log, metrics or traces. Each implements the events that it needs; none may throw. */
export interface Sink extends DatabaseListener {
  started?: ((request: StartedRequest) => void) | undefined;
  finished?: ((request: FinishedRequest) => void) | undefined;
  /** @returns a function to call when the operation has its result. */
  operation?: ((operation: StartedOperation) => (() => void) | undefined) | undefined;
  /** Called when a heavy operation got its slot, with the milliseconds of waiting. */
  workWaited?(kind: string, ms: number): void;
  charged?(kind: 'enrichment' | 'export', credits: number): void;
  materialized?(ms: number): void;
  /** Called for each event of a watched list, with the seconds since the change that it reports. */
  announced?(seconds: number): void;
}
