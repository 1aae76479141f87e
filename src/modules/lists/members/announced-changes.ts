import type { Queryable } from '../../../database/client.ts';
import { recordOf } from '../../../lib/property.ts';
import type { EventType } from '../../events/event.ts';
import type { EventData } from '../../events/event-data.ts';
import { insertEvents } from '../../events/write-event.ts';
import { deserialize, serializeCopy } from '../../facets/bitmap.ts';
import { viewersSql } from '../list-access.ts';
import type { Compared, Difference } from './changes.ts';
import { type MaterializationInfo, TIERS } from './snapshot.ts';

/** Columns of the bitmaps of a change, those of before first. */
const PARTS = (['from', 'to'] as const).flatMap((side) => TIERS.map((tier) => `${side}_${tier}` as const));

const TYPE = 'list.members_changed' satisfies EventType;

/** An event list.members_changed to write. */
interface Announcement {
  organizationId: number;
  at: Date;
  /** Materialization that was announced before. */
  previousId: number;
  materialization: Pick<
    MaterializationInfo,
    'materializationId' | 'listId' | 'revision' | 'definitionVersion' | 'indexVersion' | 'counts'
  >;
  difference: Difference;
}

/** Writes the event for those who can see the list at this moment, and what it announces beside it. */
const ANNOUNCE = {
  name: 'list_change_announce',
  text: `WITH announced AS (${insertEvents(
    `SELECT $1::int, '${TYPE}', $2::timestamptz, $3::int, ${viewersSql()}, $4::jsonb`,
  )})
    INSERT INTO list_change (list_id, created_at, event_id, materialization_id, previous_id, revision, definition_version,
      index_version, high_count, medium_count, exploratory_count, ${PARTS.join(', ')})
    SELECT $3, $2, id, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18 FROM announced`,
};

/** Writes an event with its difference, in the transaction that stores the members. */
export async function announce(client: Queryable, announcement: Announcement): Promise<void> {
  const { organizationId, at, previousId, materialization, difference } = announcement;
  const { materializationId, listId, revision, definitionVersion, indexVersion, counts } = materialization;
  const { before, after, entered, left, tierChanged } = difference;
  const data: EventData<typeof TYPE> = {
    materialization_id: materializationId,
    previous_materialization_id: previousId,
    index_version: indexVersion,
    entered,
    left,
    tier_changed: tierChanged,
    counts,
  };
  await client.query({
    ...ANNOUNCE,
    values: [
      organizationId,
      at,
      listId,
      JSON.stringify(data),
      materializationId,
      previousId,
      revision,
      definitionVersion,
      indexVersion,
      ...TIERS.map((tier) => counts[tier]),
      ...[before, after].flatMap((tiers) => TIERS.map((tier) => serializeCopy(tiers[tier]))),
    ],
  });
}

/** Finds what an event announced, whether its materializations are kept or not; undefined once the event is deleted. */
export async function findAnnounced(
  db: Queryable,
  listId: number,
  since: number,
  until: number,
): Promise<MaterializationInfo | undefined> {
  const { rows } = await db.query<MaterializationInfo>({
    name: 'list_change',
    // No materialization has a negative id: its bitmaps are counted apart from those of the materialization.
    text: `SELECT materialization_id AS "materializationId", -materialization_id AS "storedId", list_id AS "listId", revision,
        definition_version AS "definitionVersion", index_version AS "indexVersion", created_at AS "materializedAt",
        ${PARTS.map((part) => `octet_length(${part})`).join(' + ')} AS bytes,
        json_build_object('total', high_count + medium_count + exploratory_count, 'high', high_count,
          'medium', medium_count, 'exploratory', exploratory_count) AS counts, NULL::int AS "retiredVersion"
      FROM list_change WHERE list_id = $1 AND previous_id = $2 AND materialization_id = $3`,
    values: [listId, since, until],
  });
  return rows[0];
}

/** Reads the companies of a change; undefined if its event was deleted meanwhile. */
export async function readAnnounced(
  db: Queryable,
  { listId, materializationId }: MaterializationInfo,
): Promise<Compared | undefined> {
  const { rows } = await db.query<Record<(typeof PARTS)[number], Buffer>>({
    name: 'list_change_members',
    text: `SELECT ${PARTS.join(', ')} FROM list_change WHERE list_id = $1 AND materialization_id = $2`,
    values: [listId, materializationId],
  });
  const [row] = rows;
  if (!row) return undefined;
  return {
    before: recordOf(TIERS, (tier) => deserialize(row[`from_${tier}`])),
    after: recordOf(TIERS, (tier) => deserialize(row[`to_${tier}`])),
  };
}
