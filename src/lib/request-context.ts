import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Charge, CostClass } from './cost-class.ts';
import { HTTP_STATUS } from './fault.ts';
import { type Owner, type Principal, SHARED } from './principal.ts';

/** Totals of the SQL statements that a request has run so far. */
interface SqlUsage {
  statements: number;
  /** Rows that the statements returned. */
  rows: number;
  /** Milliseconds from sending a statement to its complete result, summed; parallel statements count separately. */
  ms: number;
}

/** Facts about the operation of a request, found while it is answered. */
export interface OperationReport {
  /** Name of the operation: that of the saved document, or the one that the caller gave it. */
  operation?: string;
  /** Tool of `/mcp` that was called, or `resources/read`. */
  tool?: string;
  /** Estimated cost, known before it runs, over both APIs. */
  cost?: number;
  /** Cost that it may have at most; undefined for saved documents. */
  maxCost?: number;
  /** Points of the rate limit that it takes, by class; set together with `cost`. */
  charges?: readonly Charge[];
  /** Cost by class, of which points are taken. */
  costs?: Partial<Record<CostClass, number>>;
  /** Takes the points of more cost than was known before it ran; set once it is admitted. @throws Fault rate_limited */
  charge?: (cost: number) => Promise<void>;
  /** Finds the size of its outermost page, which a caller lowers when the answer is too large. */
  pageSize?: () => number | undefined;
  /** Whether the request has paid its points, was refused for want of them, or costs none. */
  isAdmitted?: boolean;
  /** Budgets that its response shows, by class. */
  budgets?: Map<CostClass, ShownBudget>;
  /** Undefined where the guide is not served. */
  helpLinks: HelpLinks | undefined;
  /** Codes of its errors, in lower case. */
  errors?: Set<string>;
  /** Called when the operation begins. @returns a function to call when it has its result. */
  onOperation?: (operation: OperationKind) => (() => void) | undefined;
}

interface ShownBudget {
  costClass: CostClass;
  limit: number;
  remaining: number;
  /** Milliseconds until all points are available again; 0 while none is used. */
  resetMs: number;
}

export interface OperationKind {
  name: string | undefined;
  type: 'query' | 'mutation' | 'subscription';
  /** Whether the operation is a saved document of the REST API. */
  saved: boolean;
}

/** A request with the data of its log line and its trace, filled in while it is being handled. */
export interface RequestScope {
  readonly requestId: string;
  /** Undefined until the key is checked, and without a valid one. */
  principal: Principal | undefined;
  /** Time at which the key was checked, as `performance.now()` gives it; 0 before. */
  identifiedAt: number;
  /** Pattern of its route, unless Express' router knows it. */
  route?: string;
  readonly report: OperationReport;
  readonly sql: SqlUsage;
  /** Credits that the request was charged. */
  credits: number;
  /** Trace that the request belongs to; undefined unless traces are recorded. */
  traceId?: string;
}

/** Ways of an operation besides the two APIs. */
export type Via = 'mcp';

/** Request and operation that the running code serves. All parts are absent for internal work of the service. */
interface RequestContext {
  /** Also absent while neither log nor traces need it. */
  readonly request?: RequestScope;
  readonly operation?: OperationScope;
  /** Called by a sign-in once it knows its user, who pays for it. @throws Fault rate_limited */
  readonly identified?: (userId: number) => Promise<void>;
  /** Replay log of a request with an Idempotency-Key. Only modules/idempotency knows its type. */
  readonly replay?: unknown;
  /** How the operation came in, for the audit log and the ledger; absent over the APIs. */
  readonly via?: Via;
  /** True where reads do not count towards the budget of the operation. */
  readonly isUncounted?: boolean;
  /** True where nothing may be read from a replica. */
  readonly fromPrimary?: boolean;
}

const INTERNAL: RequestContext = {};
const storage = new AsyncLocalStorage<RequestContext>();

export function currentContext(): RequestContext {
  return storage.getStore() ?? INTERNAL;
}

/** Runs `work`, and everything that it starts, in the current context with these parts added or replaced. */
export function runWith<T>(parts: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...parts }, work);
}

/** Runs `work` as internal work of the service, whoever started it. */
export function runInternally<T>(work: () => T): T {
  return storage.run(INTERNAL, work);
}

/** Runs `work` with reads from the primary alone: what it writes depends on them. */
export function readFromPrimary<T>(work: () => T): T {
  return runWith({ fromPrimary: true }, work);
}

/**
 * Takes the points of work whose cost shows only while the operation runs, before that work begins. Internal work takes none.
 *
 * @throws Fault rate_limited
 */
export async function chargeMore(cost: number): Promise<void> {
  if (cost > 0) await currentContext().operation?.charge?.(cost);
}

/** Runs `work` without counting its reads: they do not end up in the response, as with postings of the facet index. */
export function runUncounted<T>(work: () => T): T {
  return runWith({ isUncounted: true }, work);
}

type Listener = (reason: Error) => void;

/** Bytes and rows that a statement has returned so far. */
export interface StatementRead {
  bytes: number;
  rows: number;
}

/** Limits on what an operation may read from the database. */
interface ReadBudget {
  maxBytes: number;
  /** Bytes of bitmaps, which are no part of `maxBytes`: they are read without being counted there, or not at all. */
  maxBitmapBytes: number;
  /** Called once, with the bytes of all statements and the counts of the running one. */
  exceeded(bytes: number, running: StatementRead): void;
}

/**
 * Cancellation and read budget of one operation, shared by all work that services do for it. A time limit, a read budget
 * or a caller who disconnects stops that work. Code that waits on behalf of the operation subscribes with `onStop`.
 */
export class OperationScope {
  /** Organization that the operation works for; `SHARED` for work that belongs to none. */
  readonly owner: Owner;
  /** Reason why the operation was stopped; undefined while it may continue. */
  stopped: Error | undefined;
  /** Takes the points of cost that shows only while the operation runs; undefined for work that takes none. */
  readonly charge: ((cost: number) => Promise<void>) | undefined;
  /** Undefined for work without limits, and once the operation has ended. */
  readBudget: ReadBudget | undefined;
  readonly #listeners = new Set<Listener>();
  #bytes = 0;

  constructor(owner: Owner = SHARED, reads?: ReadBudget, charge?: (cost: number) => Promise<void>) {
    this.owner = owner;
    this.readBudget = reads;
    this.charge = charge;
  }

  /** Whether code is still waiting on behalf of the operation. */
  get isBusy(): boolean {
    return this.#listeners.size > 0;
  }

  /** Counts bytes that the database returned. @param running is called only when they exceed the budget. */
  addRead(bytes: number, running: () => StatementRead): void {
    const { readBudget } = this;
    if (!readBudget || this.#bytes > readBudget.maxBytes) return;
    this.#bytes += bytes;
    if (this.#bytes > readBudget.maxBytes) readBudget.exceeded(this.#bytes, running());
  }

  /** Calls `listener` when the operation is stopped. @returns a function that unsubscribes it. */
  onStop(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops the operation. Only the first call has an effect. */
  stop(reason: Error): void {
    if (this.stopped) return;
    this.stopped = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}

/** `Link` headers (RFC 8288) that lead from an error to its row in the guide, by the code in lower case. */
export type HelpLinks = ReadonlyMap<string, string>;

/** Creates the headers once, so that a refusal costs a look-up. @param page path of the page about errors */
export function createHelpLinks(page: string): HelpLinks {
  return new Map(Object.keys(HTTP_STATUS).map((code) => [code, `<${page}#${code}>; rel="help"`]));
}

/** Adds the header for an error to its response. The first error of a response decides. */
export function setHelpLink(res: ServerResponse, links: HelpLinks, code: string): void {
  const link = links.get(code);
  if (link !== undefined && !res.headersSent && !res.hasHeader('Link')) res.setHeader('Link', link);
}
