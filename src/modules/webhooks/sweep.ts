import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/sql.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';
import { HAS_EVENTS } from './queries.ts';

/** Time for which attempts are kept, and the most that are kept of a webhook. */
const KEPT_DAYS = 7;
const KEPT_ATTEMPTS = 1_000;

/** Deletes attempts that are no longer kept, and moves the cursors of webhooks that have nothing to send. */
export async function sweepWebhooks(db: Queryable, time: SweepTime): Promise<void> {
  await inBatches(db, { ...DELETE_OLD, values: [time.before(KEPT_DAYS * 86_400_000)] });
  await inBatches(db, DELETE_EXCESS);
  await db.query(PASS_NOTHING);
}

const DELETE_OLD = {
  name: 'webhook_delivery_sweep',
  text: `DELETE FROM webhook_delivery WHERE id IN (
    SELECT id FROM webhook_delivery WHERE at < $1 ORDER BY at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
};

const DELETE_EXCESS = {
  name: 'webhook_delivery_trim',
  text: `DELETE FROM webhook_delivery WHERE id IN (
    SELECT d.id FROM webhook w
    CROSS JOIN LATERAL (SELECT id FROM webhook_delivery WHERE webhook_id = w.id
      ORDER BY id DESC OFFSET ${KEPT_ATTEMPTS - 1} LIMIT 1) oldest
    JOIN webhook_delivery d ON d.webhook_id = w.id AND d.id < oldest.id
    LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED)`,
};

/** Events of other organizations are deleted, too. A cursor far behind them would look as if it had missed some. */
const PASS_NOTHING = {
  name: 'webhook_pass_nothing',
  text: `UPDATE webhook w SET position = f.position FROM event_feed f
    WHERE w.epoch = f.epoch AND w.position < f.position AND w.lease IS NULL AND NOT ${HAS_EVENTS}`,
};
