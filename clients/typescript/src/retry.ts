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
   * @param attempt must be safe to repeat: a read, or a request with an Idempotency-Key.
   * @returns the last outcome.
   * @throws what is not a CompanyDataError, such as the reason of the signal.
   */
  run<T>(attempt: () => Promise<Outcome<T>>, signal: AbortSignal | undefined): Promise<Outcome<T>>;
  /** Milliseconds to wait after an error and this many failures before it; undefined if a retry cannot help. */
  pauseAfter(error: CompanyDataError, failures: number): number | undefined;
  /** Maximum number of retries of a request. */
  readonly retries: number;
}

/** Refusals that pass. Nothing was done, or the Idempotency-Key protects what was. */
const TRANSIENT: readonly string[] = ['rate_limited', 'overloaded', 'unavailable', 'idempotency_in_progress'];

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

export function isTransient({ code, status }: CompanyDataError): boolean {
  return code === 'network_error' || status === 429 || status === 503 || TRANSIENT.includes(code);
}

export function createRetry({ retries = 2, maxRetryAfter = 60 }: ClientOptions): Retry {
  function pauseAfter(error: CompanyDataError, failures: number): number | undefined {
    if (!isTransient(error)) return undefined;
    const { code, status, retryAfter } = error;
    if (retryAfter !== undefined) return retryAfter <= maxRetryAfter ? spread(retryAfter * 1000) : undefined;
    // Without Retry-After, 429 says that the request can never fit its limit.
    const mayPass = code === 'network_error' || status === 503;
    return mayPass ? spread(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)) : undefined;
  }

  return {
    retries,
    pauseAfter,
    async run(attempt, signal) {
      for (let failures = 0; ; failures += 1) {
        const outcome = await attempt().catch(toOutcome);
        const { error } = outcome;
        const pause = error && failures < retries ? pauseAfter(error, failures) : undefined;
        if (pause === undefined) return outcome;
        await wait(pause, signal);
      }
    },
  };
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
