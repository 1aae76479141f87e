import type { Queryable } from '../../database/client.ts';

const FLUSH_INTERVAL_MS = 5_000;

export interface KeyUsage {
  record(keyId: number, at: Date): void;
  /** Writes what is pending. */
  flush(): Promise<void>;
  /** Stops the timer and writes what is pending. */
  close(): Promise<void>;
}

/** Collects when each key was last used and writes it every few seconds in one statement: a request never waits for it. */
export function createKeyUsage(db: Queryable, onError: (error: unknown) => void): KeyUsage {
  let pending = new Map<number, Date>();
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    await db.query(
      `UPDATE api_key k SET last_used_at = used.at
       FROM unnest($1::int[], $2::timestamptz[]) AS used(id, at)
       WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
      [[...batch.keys()], [...batch.values()]],
    );
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    record: (keyId, at) => void pending.set(keyId, at),
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}
