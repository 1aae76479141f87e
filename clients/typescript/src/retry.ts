import { CompanyDataError } from './errors.ts';
import type { ClientOptions } from './send.ts';

/** Result of an attempt. A GraphQL response can have both: data, and the error of a part that is null. */
export interface Outcome<T> {
  value?: T;
  error?: CompanyDataError | undefined;
}

export interface Retry {
  /**
   * Makes attempts until one succeeds, fails for good, or the retries are used up.
   *
   * @param attempt must be safe to repeat: a read, or a request with an Idempotency-Key. Its time is over when `deadline`
   *   aborts; what it returns, such as a stream, has no deadline.
   * @returns the last outcome.
   * @throws what is not a CompanyDataError, such as the reason of the signal.
   */
  run<T>(
    attempt: (deadline: AbortSignal) => Promise<Outcome<T>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<T>>;
  /** Milliseconds to wait after an error and this many failures before it; undefined if a retry cannot help. */
  pauseAfter(error: CompanyDataError, failures: number): number | undefined;
  /** Maximum number of retries of a request. */
  readonly retries: number;
}

/** Refusals for lack of room. The service says when to come back; without a time, somebody else refused. */
const REFUSED: readonly string[] = ['rate_limited', 'overloaded'];
/** Failures that pass. Nothing was done, or the Idempotency-Key protects what was. */
const TRANSIENT: readonly string[] = [
  ...REFUSED,
  'network_error',
  'unavailable',
  'idempotency_in_progress',
  'internal_error',
  'timeout',
];
const TRANSIENT_STATUS: readonly number[] = [429, 500, 502, 503, 504];

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function isTransient({ code, status }: CompanyDataError): boolean {
  return TRANSIENT_STATUS.includes(status) || TRANSIENT.includes(code);
}

export function createRetry({
  retries = 2,
  maxRetryAfter = 60,
  timeout = 60,
  totalTimeout = 300,
}: ClientOptions): Retry {
  function pauseAfter(error: CompanyDataError, failures: number): number | undefined {
    if (!isTransient(error)) return undefined;
    const { code, status, retryAfter } = error;
    const growing = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    // The service may say one second each time for a minute: so long it takes to notice that a process has died.
    if (retryAfter !== undefined)
      return retryAfter <= maxRetryAfter ? spread(Math.max(retryAfter * 1000, growing)) : undefined;
    if (status === 429 || REFUSED.includes(code)) return undefined;
    return spread(growing);
  }

  return {
    retries,
    pauseAfter,
    async run(attempt, signal) {
      const startedAt = performance.now();
      const left = () => totalTimeout * 1000 - (performance.now() - startedAt);
      for (let failures = 0; ; failures += 1) {
        const limit = startLimit(Math.min(timeout * 1000, left()));
        const outcome = await attempt(limit.deadline).catch(toOutcome).finally(limit.end);
        const { error } = outcome;
        const pause = error && failures < retries ? pauseAfter(error, failures) : undefined;
        if (pause === undefined || pause >= left()) return outcome;
        await wait(pause, signal);
      }
    },
  };
}

/** Starts the time of an attempt. After `end`, the deadline no longer aborts. */
function startLimit(milliseconds: number): { deadline: AbortSignal; end: () => void } {
  const control = new AbortController();
  if (milliseconds > LONGEST_TIMER_MS) return { deadline: control.signal, end: () => undefined };
  const timer = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
  const abort = () => control.abort(timer.reason);
  timer.addEventListener('abort', abort, { once: true });
  return { deadline: control.signal, end: () => timer.removeEventListener('abort', abort) };
}

/** Waits, unless the signal aborts: then throws its reason at once. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Adds up to a quarter at random, so that clients that failed together do not come back together. */
function spread(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 4);
}

function toOutcome(error: unknown): { error: CompanyDataError } {
  if (error instanceof CompanyDataError) return { error };
  throw error;
}
