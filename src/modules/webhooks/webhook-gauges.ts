import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { shareReading } from '../../lib/shared-reading.ts';

/** Webhooks of the installation, by state, and how far they are behind. */
export interface WebhookReading {
  healthy: number;
  failing: number;
  disabled: number;
  /** Seconds since the oldest event that a healthy webhook has not handled; 0 without one. */
  healthyLag: number;
  failingLag: number;
}

/** SQL of the seconds at $1 since the first event after the cursor of w. */
const LAG = `extract(epoch FROM $1::timestamptz - least(
  (SELECT at FROM event WHERE organization_id = w.organization_id AND position > w.position ORDER BY position LIMIT 1),
  (SELECT at FROM event WHERE organization_id IS NULL AND position > w.position ORDER BY position LIMIT 1)))`;

const GAUGES = {
  name: 'webhook_gauges',
  text: `
    WITH states AS (
      SELECT w.attempts > 0 AS is_failing, w.disabled_at IS NULL AND u.disabled_at IS NULL AND f.id IS NOT NULL AS is_on,
        ${LAG} AS lag
      FROM webhook w JOIN "user" u ON u.id = w.user_id LEFT JOIN event_feed f ON f.epoch = w.epoch
    )
    SELECT count(*) FILTER (WHERE is_on AND NOT is_failing)::int AS healthy,
      count(*) FILTER (WHERE is_on AND is_failing)::int AS failing,
      count(*) FILTER (WHERE NOT is_on)::int AS disabled,
      coalesce(greatest(max(lag) FILTER (WHERE is_on AND NOT is_failing), 0), 0)::float8 AS "healthyLag",
      coalesce(greatest(max(lag) FILTER (WHERE is_on AND is_failing), 0), 0)::float8 AS "failingLag"
    FROM states`,
};

/** Returns what reads the values for a scrape, with one statement. */
export function createWebhookGauges(db: Queryable, clock: Clock): () => Promise<WebhookReading | undefined> {
  return shareReading(clock, async () => {
    const { rows } = await db.query<WebhookReading>({ ...GAUGES, values: [clock.now()] });
    return rows[0];
  });
}
