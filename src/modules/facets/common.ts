import type { PoolClient } from '../../database/client.ts';

/** A value of this part of the companies is common. */
const COMMON_SHARE = 1 / 2000;

/**
 * How many companies must share a value of an open-ended field (a word, a partner) for it to get a posting: rarer ones
 * are as quickly found in rows. By a share, the number of postings is bounded however large the catalogue is.
 */
export async function readCommonFrom(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ companies: number }>(
    'SELECT count(*)::int AS companies FROM company',
  );
  return Math.max(2, Math.ceil((rows[0]?.companies ?? 0) * COMMON_SHARE));
}
