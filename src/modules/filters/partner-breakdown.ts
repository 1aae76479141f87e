import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { fromInt4s, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { BreakdownEntry } from './breakdown.ts';

/** Number of matches that have a partner. */
interface PartnerCount extends BreakdownEntry {
  /** Index version that was read in the same statement. */
  version: number;
}

/** Matches from which counting the largest hubs is faster than grouping all partnerships of the matches. */
const MIN_MATCHES_FOR_HUBS = 300_000;
/** Hubs counted at a time. */
const CHUNK = 50;
/** Hubs counted at most. */
const MAX_HUBS = 2_000;

const GROUPED = {
  name: 'filter_partner_breakdown',
  runsOn: ON_REPLICA,
  text: `
    SELECT (SELECT version FROM facet_index) AS version, c.primary_domain AS value, c.name AS label, counted.count
    FROM (
      SELECT partner_id, count(*)::int AS count FROM partnership
      WHERE company_id = ANY ($1::int[]) GROUP BY partner_id ORDER BY count DESC, partner_id LIMIT $2
    ) counted JOIN company c ON c.id = counted.partner_id
    ORDER BY counted.count DESC, counted.partner_id`,
};

/** Companies with the most partners. A company's partner count is an upper bound of its count among the matches. */
const HUBS = {
  name: 'filter_partner_hubs',
  runsOn: ON_REPLICA,
  text: `
    SELECT (SELECT version FROM facet_index) AS version, id, primary_domain AS value, name AS label,
      partnership_count AS size
    FROM company ORDER BY partnership_count DESC, id LIMIT ${MAX_HUBS}`,
};

const PARTNERS_OF = {
  name: 'filter_partners_of_hubs',
  runsOn: ON_REPLICA,
  text: `
    SELECT company_id AS id, encode(string_agg(int4send(partner_id), ''), 'base64') AS ids
    FROM partnership WHERE company_id = ANY ($1::int[]) GROUP BY company_id`,
};

interface Hub extends Omit<PartnerCount, 'count'> {
  id: number;
  size: number;
}

/**
 * Counts the most frequent partners of the matches.
 *
 * @param minMatchesForHubs number of matches from which hubs are tried first.
 */
export async function countPartners(
  db: Queryable,
  matches: ReadonlyBitmap,
  first: number,
  minMatchesForHubs = MIN_MATCHES_FOR_HUBS,
): Promise<PartnerCount[]> {
  const found = matches.size < minMatchesForHubs ? undefined : await countHubs(db, matches, first);
  if (found) return found;
  const ids = `{${matches.toUint32Array().join(',')}}`;
  return (await db.query<PartnerCount>({ ...GROUPED, values: [ids, first] })).rows;
}

/** @returns undefined when a smaller hub might belong to the result. */
async function countHubs(
  db: Queryable,
  matches: ReadonlyBitmap,
  first: number,
): Promise<PartnerCount[] | undefined> {
  const { rows: hubs } = await db.query<Hub>(HUBS);
  let top: (Hub & { count: number })[] = [];
  for (let start = 0; start < hubs.length; start += CHUNK) {
    const chunk = hubs.slice(start, start + CHUNK);
    const lowest = top.length < first ? 0 : (top.at(-1)?.count ?? 0);
    // An equal count could still enter the result by a smaller id.
    if ((chunk[0]?.size ?? 0) < lowest) return top.map(toCount);
    const { rows } = await db.query<{ id: number; ids: string }>({
      ...PARTNERS_OF,
      values: [chunk.map(({ id }) => id)],
    });
    const partners = new Map(rows.map(({ id, ids }) => [id, fromInt4s(Buffer.from(ids, 'base64'))]));
    const counted = chunk.map((hub) => ({
      ...hub,
      count: partners.get(hub.id)?.andCardinality(matches) ?? 0,
    }));
    top = [...top, ...counted]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || a.id - b.id)
      .slice(0, first);
  }
  return hubs.length < MAX_HUBS ? top.map(toCount) : undefined;
}

function toCount({ version, value, label, count }: PartnerCount): PartnerCount {
  return { version, value, label, count };
}
