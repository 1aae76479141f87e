import type { PoolClient } from '../../database/client.ts';
import { Bitmap } from './bitmap.ts';
import { flatten, type Layers } from './delta.ts';
import { type Facet, type PostingKey, postingName, RETIRED, type Scope, UNIVERSE } from './facet.ts';
import { readState } from './index-state.ts';
import { collectNames } from './name-index.ts';
import { collectRareTerms } from './name-terms.ts';
import { readScope } from './newest-evidence.ts';
import { readStoredPostings } from './postings.ts';
import { collectPostings } from './update-facets.ts';

const SAMPLE: Scope = { table: 'facet_sample' };

/** A posting that has other companies of the sample than the tables say. */
interface PostingDifference extends PostingKey {
  /** Companies that the posting lacks. */
  missing: number;
  /** Companies that the posting has too many. */
  extra: number;
}

interface Comparison {
  /** Companies that were compared. */
  companies: number;
  /** Stored postings that were compared. */
  postings: number;
  differences: PostingDifference[];
  /** Companies whose rare terms of names differ. */
  rareTerms: number;
  /** Companies whose terms in the index of names differ. */
  names: number;
}

/**
 * Compares the facet index with the tables for a random sample of companies. Reads one snapshot, and changes nothing.
 *
 * Postings of partners are left out: they belong to the few companies that have many partners.
 *
 * @param client in a transaction of the level REPEATABLE READ, with a complete index.
 * @param size number of companies in the sample, at most.
 */
export async function compareIndex(
  client: PoolClient,
  facets: readonly Facet[],
  size: number,
): Promise<Comparison> {
  const { asOf } = await readState(client);
  await client.query('CREATE TEMP TABLE facet_sample (company_id integer NOT NULL) ON COMMIT DROP');
  await client.query('INSERT INTO facet_sample SELECT id FROM company ORDER BY random() LIMIT $1', [size]);
  await client.query('ANALYZE facet_sample');
  const sample = await readScope(client, SAMPLE);
  const compared = [UNIVERSE, RETIRED, ...facets].filter(({ source }) => source.from !== 'partnerships');
  const collected = await collectPostings(client, compared, SAMPLE, asOf);
  const stored = new Set<string>();
  const differences: PostingDifference[] = [];
  const compare = (key: PostingKey, layers: Layers, members = new Bitmap()) => {
    const found = flatten(layers).andInPlace(sample);
    const [missing, extra] = [Bitmap.andNot(members, found).size, Bitmap.andNot(found, members).size];
    if (missing + extra > 0) differences.push({ ...key, missing, extra });
  };
  const fields = compared.map(({ field }) => ({ field }));
  await readStoredPostings(client, fields, ({ key, ...layers }) => {
    stored.add(postingName(key));
    compare(key, layers, collected.get(key));
  });
  for (const { key, ids } of collected.values())
    if (!stored.has(postingName(key))) compare(key, { base: new Bitmap() }, ids);
  const rareTerms = await countRareDifferences(client, compared);
  const names = await countNameDifferences(client);
  return { companies: sample.size, postings: stored.size, differences, rareTerms, names };
}

async function countNameDifferences(client: PoolClient): Promise<number> {
  await collectNames(client, SAMPLE);
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int FROM facet_sample
    LEFT JOIN name_stated n USING (company_id) LEFT JOIN company_name_terms o USING (company_id)
    WHERE string_to_array(n.terms, ' ') IS DISTINCT FROM o.terms`);
  return rows[0]?.count ?? 0;
}

async function countRareDifferences(client: PoolClient, facets: readonly Facet[]): Promise<number> {
  if (!facets.some(({ source }) => source.from === 'name_terms')) return 0;
  await collectRareTerms(client);
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int FROM facet_sample
    LEFT JOIN facet_rare n USING (company_id) LEFT JOIN facet_rare_words o USING (company_id)
    WHERE n.words IS DISTINCT FROM o.words`);
  return rows[0]?.count ?? 0;
}
