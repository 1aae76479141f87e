// Sends requests as a client would, and classifies what comes back.

const TIMEOUT_MS = 20_000;
/** Statuses that say "try again": the service's own, and those of a proxy that reaches no service. */
const RETRYABLE = new Set([429, 502, 503, 504]);

/**
 * Sends a request.
 *
 * @returns its kind: `ok`; `retry` with a clean error of the service; `proxy` without one, from HAProxy; `broken` for a
 *   connection that broke off; `unexpected` for all else. `body` is JSON, or undefined.
 */
export async function send(url, key, { method = 'GET', body, idempotencyKey } = {}) {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = parse(text);
    return { kind: kindOf(response.status, parsed), status: response.status, body: parsed };
  } catch (error) {
    return { kind: 'broken', status: error.cause?.code ?? error.name };
  }
}

function kindOf(status, body) {
  if (status < 300) return 'ok';
  const code = body?.detail?.error;
  // An earlier attempt with the same key is still under way.
  if (code === 'idempotency_in_progress') return 'retry';
  if (!RETRYABLE.has(status)) return 'unexpected';
  return code === undefined ? 'proxy' : 'retry';
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
