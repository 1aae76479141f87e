import type { PoolClient } from '../../database/client.ts';

/** A value that this share of the companies has is frequent. */
const FREQUENT_SHARE = 1 / 2000;

/**
 * Returns how many companies must share a value of an open-ended field (a name term, a partner) for it to get a
 * posting. Rarer values are found as fast in rows. A share limits the postings of any catalogue.
 */
export async function readFrequencyThreshold(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ companies: number }>(
    'SELECT count(*)::int AS companies FROM company',
  );
  return Math.max(2, Math.ceil((rows[0]?.companies ?? 0) * FREQUENT_SHARE));
}
