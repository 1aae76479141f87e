import type { Queryable } from '../../database/client.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';

const FLUSH_INTERVAL_MS = 5_000;
const DAY_MS = 86_400_000;

/** Usage of a key on one day since the last flush. */
interface Tally {
  keyId: number;
  /** Day in UTC, such as `2026-03-01`. */
  day: string;
  requests: number;
  errors: number;
  lastUsedAt: Date;
}

/**
 * Locks rows in the order of ids, so that two processes that flush at once never deadlock. A last use that is far ahead is of a
 * wrong clock, and a session would not become idle before that time.
 */
const FLUSH = `
  WITH counted AS MATERIALIZED (
    SELECT c.*, k.organization_id
    FROM unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::timestamptz[])
      AS c (id, day, requests, errors, last_used_at)
    JOIN api_key k ON k.id = c.id
  ), locked AS MATERIALIZED (
    SELECT k.id FROM api_key k WHERE k.id IN (SELECT id FROM counted) ORDER BY k.id FOR NO KEY UPDATE
  ), seen AS (
    UPDATE api_key k SET last_used_at = u.at
    FROM (SELECT id, max(last_used_at) AS at FROM counted GROUP BY id) u
    WHERE k.id = u.id AND k.id IN (SELECT id FROM locked)
      AND (k.last_used_at IS NULL OR k.last_used_at < u.at OR k.last_used_at > u.at + interval '${CLOCK_TOLERANCE_MS} ms')
  )
  INSERT INTO api_key_usage AS u (api_key_id, organization_id, day, requests, errors)
  SELECT id, organization_id, day, requests, errors FROM counted ORDER BY id, day
  ON CONFLICT (api_key_id, day)
    DO UPDATE SET requests = u.requests + excluded.requests, errors = u.errors + excluded.errors`;

export type KeyUsage = ReturnType<typeof createKeyUsage>;

/** Counts requests of keys and writes the counts every few seconds in one statement, so that no request waits. */
export function createKeyUsage(db: Queryable, onError: (error: unknown) => void) {
  let pending = new Map<string, Tally>();

  function tallyOf(keyId: number, at: Date): Tally {
    const name = `${keyId} ${Math.floor(at.getTime() / DAY_MS)}`;
    const known = pending.get(name);
    if (known) return known;
    const tally = { keyId, day: at.toISOString().slice(0, 10), requests: 0, errors: 0, lastUsedAt: at };
    pending.set(name, tally);
    return tally;
  }

  function keep(batch: ReadonlyMap<string, Tally>): void {
    for (const [name, { requests, errors, ...rest }] of batch) {
      const tally = pending.get(name);
      if (!tally) pending.set(name, { requests, errors, ...rest });
      else {
        tally.requests += requests;
        tally.errors += errors;
      }
    }
  }

  /** Writes pending counts. Keeps them for the next time if that fails. */
  async function flush(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    const tallies = [...batch.values()];
    const columns = [
      tallies.map(({ keyId }) => keyId),
      tallies.map(({ day }) => day),
      tallies.map(({ requests }) => requests),
      tallies.map(({ errors }) => errors),
      tallies.map(({ lastUsedAt }) => lastUsedAt),
    ];
    try {
      await db.query({ name: 'api_key_usage_flush', text: FLUSH, values: columns });
    } catch (error) {
      keep(batch);
      throw error;
    }
  }

  const timer = setInterval(() => flush().catch(onError), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    record(keyId: number, at: Date): void {
      const tally = tallyOf(keyId, at);
      tally.requests += 1;
      tally.lastUsedAt = at;
    },
    recordError(keyId: number, at: Date): void {
      tallyOf(keyId, at).errors += 1;
    },
    flush,
    /** Stops the timer and writes pending counts. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

/** Usage on one day in UTC. */
export interface DayOfUsage {
  /** `2026-03-01` */
  day: string;
  requests: number;
  /** Requests that were answered with a status of 400 or above. */
  errors: number;
  creditsCharged: number;
}

/** Maximum number of days of a report: a year and a month. */
export const MAX_DAYS = 400;

/** Builds the statement of a report. Credits come from the ledger, so that the report cannot disagree with it. */
const report = (owner: string, condition: string) => `
  SELECT ${owner} AS owner, day::text AS day, sum(requests)::float8 AS requests, sum(errors)::float8 AS errors,
    sum(credits)::float8 AS "creditsCharged"
  FROM (
    SELECT api_key_id, organization_id, day, requests, errors, 0 AS credits FROM api_key_usage WHERE day >= $2
    UNION ALL
    SELECT api_key_id, organization_id, (created_at AT TIME ZONE 'UTC')::date, 0, 0, -amount
    FROM credit_entry WHERE kind <> 'grant' AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
  ) u
  WHERE ${condition} GROUP BY 1, 2 ORDER BY 1, 2 DESC`;

const OF_KEYS = { name: 'usage_of_keys', text: report('api_key_id', 'api_key_id = ANY ($1::int[])') };
const OF_ORGANIZATION = {
  name: 'usage_of_organization',
  text: report('organization_id', 'organization_id = $1::int'),
};

/** Returns the usage of each key in the last days, today included, newest first. Days without usage are left out. */
export async function readUsageOfKeys(db: Queryable, keyIds: readonly number[], days: number, now: Date) {
  const { rows } = await db.query<DayOfUsage & { owner: number }>({
    ...OF_KEYS,
    values: [keyIds, firstDay(days, now)],
  });
  return keyIds.map((keyId) => rows.filter(({ owner }) => owner === keyId));
}

/** Returns the usage of all keys of an organization together, in the same form. */
export async function readUsageOfOrganization(
  db: Queryable,
  organizationId: number,
  days: number,
  now: Date,
): Promise<DayOfUsage[]> {
  const { rows } = await db.query<DayOfUsage>({
    ...OF_ORGANIZATION,
    values: [organizationId, firstDay(days, now)],
  });
  return rows;
}

/** Returns the first day of a report of so many days, such as `2026-03-01`. */
export function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
