import { randomId } from '../../../../../clients/typescript/src/random-id.ts';
import { CompanyDataError } from '../../../api/client.ts';
import { currentSession } from '../../../api/session.ts';
import { readWork, removeWork, writeWork } from '../../../api/storage.ts';

/** Replies to a key are kept by the service for a day. */
const KEPT_MS = 23 * 3_600_000;

/** Failures after which nothing was charged. The next attempt is another request, and needs another key. */
const REFUSALS: readonly string[] = [
  'insufficient_credits',
  'insufficient_access',
  'list_not_found',
  'definition_conflict',
  'export_expired',
  'validation_error',
  'idempotency_key_reused',
  'idempotency_response_lost',
];

interface StoredKey {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Pays for something once, however often it is tried. The key of the request is kept in the browser until the service
 * answered, also over a reload.
 *
 * @param purpose names the thing that is paid for; equal requests have equal names.
 */
export async function payOnce<T>(purpose: string, pay: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const place = `payment:${currentSession().userId}:${purpose}`;
  const stored = await readWork<StoredKey>(place);
  const isKept = stored !== undefined && Date.now() - stored.at < KEPT_MS;
  const { key } = isKept ? stored : { key: `export-${randomId()}` };
  // A browser that stores nothing loses the key with a reload alone.
  if (!isKept) await writeWork(place, { key, at: Date.now() }).catch(() => undefined);
  try {
    const paid = await pay(key);
    await removeWork(place).catch(() => undefined);
    return paid;
  } catch (error) {
    if (!isUncertain(error)) await removeWork(place).catch(() => undefined);
    throw error;
  }
}

/** Tells whether a failed payment may have been made: no answer arrived, or the service is still at it. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof CompanyDataError && REFUSALS.includes(error.code));
}
