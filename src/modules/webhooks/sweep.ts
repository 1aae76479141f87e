import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/sql.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';
import { HAS_EVENTS } from './queries.ts';

/** Time for which attempts are kept, and the most that are kept of a webhook. */
export const KEPT_DAYS = 7;
export const KEPT_ATTEMPTS = 1_000;

/** Deletes attempts that are no longer kept, and moves the cursors of webhooks that have nothing to send. */
export async function sweepWebhooks(db: Queryable, time: SweepTime): Promise<void> {
  await deleteOldAttempts(db, time.before(KEPT_DAYS * 86_400_000));
  await deleteExcessAttempts(db);
  await passNothing(db);
}

function deleteOldAttempts(db: Queryable, before: Date): Promise<number> {
  return inBatches(() =>
    db.query({
      name: 'webhook_delivery_sweep',
      text: `DELETE FROM webhook_delivery WHERE id IN (
        SELECT id FROM webhook_delivery WHERE at < $1 ORDER BY at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      values: [before],
    }),
  );
}

function deleteExcessAttempts(db: Queryable): Promise<number> {
  return inBatches(() =>
    db.query({
      name: 'webhook_delivery_trim',
      text: `DELETE FROM webhook_delivery WHERE id IN (
        SELECT d.id FROM webhook w
        CROSS JOIN LATERAL (SELECT id FROM webhook_delivery WHERE webhook_id = w.id
          ORDER BY id DESC OFFSET ${KEPT_ATTEMPTS - 1} LIMIT 1) oldest
        JOIN webhook_delivery d ON d.webhook_id = w.id AND d.id < oldest.id
        LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED)`,
    }),
  );
}

/** Events of other organizations are deleted, too. A cursor far behind them would look as if it had missed some. */
async function passNothing(db: Queryable): Promise<void> {
  await db.query({
    name: 'webhook_pass_nothing',
    text: `UPDATE webhook w SET position = f.position FROM event_feed f
      WHERE w.epoch = f.epoch AND w.position < f.position AND w.lease IS NULL AND NOT ${HAS_EVENTS}`,
  });
}
