import { networkError, unexpectedAnswer } from './errors.ts';

/** Version of this package. A test compares it with package.json. */
export const VERSION = '0.4.0-next';

export interface ClientOptions {
  /** Address of the service, such as `https://data.example`. */
  baseUrl: string;
  /** Leave it out in a page of the service itself: there, the session of the browser says who sends a request. */
  apiKey?: string;
  /** Replaces the `fetch` of the platform. */
  fetch?: typeof globalThis.fetch;
  /** Maximum number of retries of a request (2). */
  retries?: number;
  /** Maximum `Retry-After` in seconds that is waited for (60). A longer one is thrown at once. */
  maxRetryAfter?: number;
  /** Maximum time of an attempt in seconds (60). A later response counts as a network error. `Infinity`: no limit. */
  timeout?: number;
  /** Maximum time of a call with its retries and the waits between them, in seconds (300). `Infinity`: no limit. */
  totalTimeout?: number;
  /** Sends the hash of documents that have one in place of their text. The service must know them (TRUSTED_DOCUMENTS). */
  trustedDocuments?: boolean;
}

export interface Outgoing {
  method: string;
  /** With the query string. */
  path: string;
  headers: Record<string, string>;
  /** JSON or a file. Never a stream, so that each attempt can send it. */
  body?: string | Blob;
  /** The caller's. */
  signal?: AbortSignal | undefined;
  /** Ends the attempt when its time is over. */
  deadline?: AbortSignal;
}

/** Sends a request once. Throws CompanyDataError `network_error`, and what the signal says when the caller aborts. */
export type Send = (request: Outgoing) => Promise<Response>;

export function createSend({ baseUrl, apiKey, fetch: ownFetch }: ClientOptions): Send {
  const base = baseUrl.replace(/\/+$/, '');
  const own = { ...userAgent(), ...(apiKey !== undefined && { 'X-API-Key': apiKey }) };
  return async ({ method, path, headers, body, signal, deadline }) => {
    const either = signal && deadline ? AbortSignal.any([signal, deadline]) : (signal ?? deadline ?? null);
    const init = { method, headers: { ...headers, ...own }, signal: either };
    const doFetch = ownFetch ?? globalThis.fetch;
    try {
      return await doFetch(base + path, body === undefined ? init : { ...init, body });
    } catch (cause) {
      throw networkError(cause, signal);
    }
  };
}

/** Reads a response to its end as JSON. Throws `network_error` if it breaks off, `unexpected_answer` if it is no JSON. */
export async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw networkError(cause, signal);
  });
  return parseJson(response, text);
}

/** Parses what a response contains. Throws `unexpected_answer` if it is no JSON. */
export function parseJson(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpectedAnswer(response);
  }
}

/**
 * The User-Agent on servers. Browsers have their own; some would ask the service for a permission (CORS) to send this one.
 * Node.js, Deno and Bun name a version of Node.js; what bundlers put in the place of `process` does not.
 */
function userAgent(): { 'User-Agent': string } | undefined {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node === undefined
    ? undefined
    : { 'User-Agent': `company-data-client/${VERSION}` };
}
