import { CompanyDataError, errorOf } from './errors.ts';

export interface SendOptions {
  /** Where the service is, such as `https://data.example`. */
  baseUrl: string;
  apiKey: string;
  /** Instead of the platform's own. */
  fetch?: typeof globalThis.fetch;
  /** How often a request is repeated at most; 2 unless given. */
  retries?: number;
  /** Longer than that nobody waits for a repetition, in seconds; 60 unless given. */
  maxRetryAfter?: number;
  /** How to wait, in milliseconds; for tests. */
  wait?: (milliseconds: number) => Promise<void>;
}

export interface Outgoing {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON. */
  body?: string;
  signal?: AbortSignal | undefined;
}

export type Send = (request: Outgoing) => Promise<Response>;

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Repeating these changes nothing more than doing them once. */
const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];

/** Nothing was done: the request may come again when the service says so. */
const TRY_AGAIN = ['rate_limited', 'overloaded', 'idempotency_in_progress'];

/**
 * Sends requests, again where that is safe: after 429 when Retry-After says so; after a failure of the network what is
 * idempotent, or has an Idempotency-Key.
 *
 * @returns a function that throws CompanyDataError for every answer but a good one.
 */
export function createSend(options: SendOptions): Send {
  const { apiKey, retries = 2, maxRetryAfter = 60, wait = sleep } = options;
  const doFetch = options.fetch ?? globalThis.fetch;
  const base = options.baseUrl.replace(/\/+$/, '');

  async function once({ method, path, headers, body, signal }: Outgoing): Promise<Response> {
    const init = { method, headers: { ...headers, 'X-API-Key': apiKey }, signal: signal ?? null };
    const response = await doFetch(base + path, body === undefined ? init : { ...init, body }).catch(
      (cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw new CompanyDataError({
          status: 0,
          code: 'network_error',
          message: `The service at ${base} could not be reached.`,
          cause,
        });
      },
    );
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /** Milliseconds after which the request may be repeated; undefined when it may not. */
  function pauseAfter(error: unknown, request: Outgoing, attempt: number): number | undefined {
    if (!(error instanceof CompanyDataError) || attempt >= retries) return undefined;
    if (error.code === 'network_error') {
      const safe = IDEMPOTENT.includes(request.method) || 'Idempotency-Key' in request.headers;
      return safe ? 200 * 2 ** attempt : undefined;
    }
    const { retryAfter } = error;
    const again = error.status === 429 || TRY_AGAIN.includes(error.code);
    return again && retryAfter !== undefined && retryAfter <= maxRetryAfter ? retryAfter * 1000 : undefined;
  }

  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(request);
      } catch (error) {
        const pause = pauseAfter(error, request, attempt);
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
  };
}
