import type { Queryable } from '../../../database/client.ts';
import { arrayOf } from '../../../database/prepared.ts';
import { ON_REPLICA } from '../../../database/replicas/routing.ts';
import { keySql } from '../../../database/text-keys.ts';
import { Fault } from '../../../lib/fault.ts';
import type { ReadonlyBitmap } from '../../facets/bitmap.ts';
import type { PageStart, Place } from './member-order.ts';

/** Most members that are sorted by name (contract, section 9): PostgreSQL reads and sorts all of them for each page. */
export const MAX_SORTED_BY_NAME = 100_000;

/** SQL of a page that begins after a name and an id. Equal names are in the order of ids, in either direction. */
const pageSql = (after: '>' | '<', direction: '' | ' DESC') => `
  SELECT id AS "companyId", key AS value FROM (
    SELECT id, ${keySql('name', 'name_key')} COLLATE "C" AS key FROM company WHERE id = ANY ($1::int[])) named
  WHERE $2::text IS NULL OR key ${after} $2 OR (key = $2 AND id > $3)
  ORDER BY key${direction}, id OFFSET $4 LIMIT $5`;

const ASCENDING = { name: 'companies_by_name', runsOn: ON_REPLICA, text: pageSql('>', '') };
const DESCENDING = { name: 'companies_by_name_descending', runsOn: ON_REPLICA, text: pageSql('<', ' DESC') };

/** A page of companies by name, ignoring case. @throws Fault sort_too_large */
export async function pageByName(
  db: Queryable,
  ids: ReadonlyBitmap,
  descending: boolean,
  start: PageStart,
  count: number,
): Promise<Place[]> {
  if (ids.size > MAX_SORTED_BY_NAME) throw sortTooLarge(ids.size);
  const { value = null, companyId = null } = 'after' in start ? start.after : {};
  const offset = 'offset' in start ? start.offset : 0;
  const { rows } = await db.query<{ companyId: number; value: string }>({
    ...(descending ? DESCENDING : ASCENDING),
    values: [arrayOf(ids.toArray()), value, companyId, offset, count],
  });
  return rows;
}

function sortTooLarge(members: number): Fault {
  const message = `At most ${MAX_SORTED_BY_NAME} members can be sorted by name, and these are ${members}. Narrow them by tier or by a search, or sort by something else.`;
  return new Fault('sort_too_large', message);
}
