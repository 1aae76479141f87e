import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Fault } from '../../lib/fault.ts';
import { organizationOf } from '../../lib/principal.ts';
import { SingleFlight } from '../../lib/shared-loader.ts';
import type { Quotas } from '../quotas/quotas.ts';

/** Time for which a sum is used before it is read again. */
const SUM_TTL_MS = 5_000;
const MAX_ORGANIZATIONS = 10_000;

interface Sum {
  /** Bytes that PostgreSQL counted, plus those that this process has written since. */
  bytes: number;
  /** Monotonic milliseconds. */
  readAt: number;
}

export type ReplayLogUsage = ReturnType<typeof createReplayLogUsage>;

/**
 * Measures the replay log of each organization. Sums it at most every five seconds in each process, and adds the bytes
 * that the process itself writes in between. So requests of one organization do not wait for each other. The quota can be
 * exceeded by responses that are being built, and by those of other processes within five seconds.
 */
export function createReplayLogUsage(db: Queryable, clock: Clock, quotas: Quotas) {
  const sums = new LRUCache<number, Sum>({ max: MAX_ORGANIZATIONS });
  const reading = new SingleFlight<Sum>();

  async function read(organizationId: number): Promise<Sum> {
    const bytes = await readBytes(db, organizationId, clock.now());
    const sum = { bytes, readAt: clock.elapsedMs() };
    sums.set(organizationId, sum);
    return sum;
  }

  /** Returns the bytes of all live records of an organization, up to five seconds old. */
  async function used(organizationId: number): Promise<number> {
    const known = sums.get(organizationId);
    const isFresh = known !== undefined && clock.elapsedMs() - known.readAt < SUM_TTL_MS;
    if (isFresh) return known.bytes;
    const owner = organizationOf(organizationId);
    return (await reading.run(owner, owner, () => read(organizationId))).bytes;
  }

  return {
    used,
    /** Returns whether an organization has used up its quota, as far as this process knows. */
    async isFull(organizationId: number): Promise<boolean> {
      const limit = quotas.limits.replay_log_bytes;
      return limit !== undefined && (await used(organizationId)) >= limit;
    },
    /** Counts bytes that this process wrote, until the sum is read again. */
    add(organizationId: number, bytes: number): void {
      const known = sums.get(organizationId);
      if (known) known.bytes += bytes;
    },
    /** Creates the fault quota_exceeded. It says when the oldest record expires. */
    async refusal(organizationId: number): Promise<Fault> {
      const [bytes, until] = await Promise.all([
        readBytes(db, organizationId, clock.now()),
        readFirstEnd(db, organizationId, clock.now()),
      ]);
      return quotas.exceeded('replay_log_bytes', { used: bytes, needed: 1, until });
    },
  };
}

async function readBytes(db: Queryable, organizationId: number, now: Date): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>({
    name: 'idempotency_bytes',
    text: `SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM idempotency_record
      WHERE organization_id = $1 AND expires_at > $2`,
    values: [organizationId, now],
  });
  return rows[0]?.bytes ?? 0;
}

async function readFirstEnd(db: Queryable, organizationId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ until: Date | null }>({
    name: 'idempotency_first_end',
    text: `SELECT min(expires_at) AS until FROM idempotency_record WHERE organization_id = $1 AND expires_at > $2`,
    values: [organizationId, now],
  });
  return rows[0]?.until ?? undefined;
}
