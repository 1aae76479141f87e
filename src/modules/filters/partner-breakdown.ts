import type { Queryable } from '../../database/client.ts';
import { fromInt4s, type ReadonlyBitmap } from '../facets/bitmap.ts';

/** How many of the matches have a partner; and the version of the index that held while it was counted. */
export interface PartnerCount {
  version: number;
  value: string;
  label: string;
  count: number;
}

/** From so many matches on, looking at the largest hubs is quicker than grouping all partnerships of the matches. */
const MANY = 300_000;
/** Hubs are looked at so many at a time, and so many at most. */
const CHUNK = 50;
const MAX_HUBS = 2_000;

/** Partners of the matches by how many of them they have. */
const GROUPED = {
  name: 'filter_partner_breakdown',
  text: `
    SELECT (SELECT version FROM facet_index) AS version, c.primary_domain AS value, c.name AS label, counted.count
    FROM (
      SELECT partner_id, count(*)::int AS count FROM partnership
      WHERE company_id = ANY ($1::int[]) GROUP BY partner_id ORDER BY count DESC, partner_id LIMIT $2
    ) counted JOIN company c ON c.id = counted.partner_id
    ORDER BY counted.count DESC, counted.partner_id`,
};

/** Nobody can be the partner of more matches than of companies in all. */
const HUBS = {
  name: 'filter_partner_hubs',
  text: `
    SELECT (SELECT version FROM facet_index) AS version, id, primary_domain AS value, name AS label,
      partnership_count AS size
    FROM company ORDER BY partnership_count DESC, id LIMIT ${MAX_HUBS}`,
};

const PARTNERS_OF = {
  name: 'filter_partners_of_hubs',
  text: `
    SELECT company_id AS id, encode(string_agg(int4send(partner_id), ''), 'base64') AS ids
    FROM partnership WHERE company_id = ANY ($1::int[]) GROUP BY company_id`,
};

interface Hub extends Omit<PartnerCount, 'count'> {
  id: number;
  size: number;
}

/**
 * The commonest partners of the matches, from the partnerships themselves.
 *
 * @param many from how many matches on hubs are looked at first.
 */
export async function countPartners(
  db: Queryable,
  matches: ReadonlyBitmap,
  first: number,
  many = MANY,
): Promise<PartnerCount[]> {
  const found = matches.size < many ? undefined : await countHubs(db, matches, first);
  if (found) return found;
  const ids = `{${matches.toUint32Array().join(',')}}`;
  return (await db.query<PartnerCount>({ ...GROUPED, values: [ids, first] })).rows;
}

/** @returns undefined when the largest hubs do not settle it. */
async function countHubs(
  db: Queryable,
  matches: ReadonlyBitmap,
  first: number,
): Promise<PartnerCount[] | undefined> {
  const { rows: hubs } = await db.query<Hub>(HUBS);
  let top: (Hub & { count: number })[] = [];
  for (let start = 0; start < hubs.length; start += CHUNK) {
    const chunk = hubs.slice(start, start + CHUNK);
    const least = top.length < first ? 0 : (top.at(-1)?.count ?? 0);
    // An equal count would still come in, by a smaller id.
    if ((chunk[0]?.size ?? 0) < least) return top.map(toCount);
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
