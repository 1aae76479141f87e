import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';

const LIVE = {
  name: 'live_api_keys',
  text: `SELECT id FROM api_key
         WHERE id = ANY ($1::int[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
};

/** Returns which of these keys are active. Reads the database, because a subscription outlives the cache of keys. */
export async function findLiveKeys(
  db: Queryable,
  clock: Clock,
  keyIds: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: number }>({ ...LIVE, values: [[...keyIds], clock.now()] });
  return new Set(rows.map(({ id }) => id));
}
