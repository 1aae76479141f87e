import type { Queryable } from '../../../database/client.ts';
import { recordOf } from '../../../lib/json.ts';
import type { Keyset } from '../../../lib/page.ts';
import type { EventData, EventType } from '../../events/event.ts';
import { insertEvents } from '../../events/write-event.ts';
import { Bitmap, deserialize, type ReadonlyBitmap, serializeCopy } from '../../facets/bitmap.ts';
import { viewersSql } from '../access.ts';
import {
  countsOf,
  idsAt,
  type MaterializationInfo,
  membersOf,
  TIERS,
  type Tier,
  type Tiers,
} from './snapshot.ts';

/** Companies that enter or leave a list between two states of its members. */
export interface Differences {
  addedCount: number;
  removedCount: number;
  /** First companies that enter, and first that leave, by company id. */
  added: readonly number[];
  removed: readonly number[];
}

export function compare(before: Tiers, after: Tiers, limit: number): Differences {
  const added = IDS_OF.entered({ before, after });
  const removed = IDS_OF.left({ before, after });
  return {
    addedCount: added.size,
    removedCount: removed.size,
    added: [...idsAt(added, 0, limit)],
    removed: [...idsAt(removed, 0, limit)],
  };
}

/** Two states of the members of a list. Companies whose tier is the same in both may be left out of them. */
interface Compared {
  before: Tiers;
  after: Tiers;
}

/** What changed among the members of a list up to a materialization. */
export interface Changes extends Compared {
  materialization: MaterializationInfo;
  /** What was asked for: the list, the earlier materialization, and the later one if it was named. */
  between: readonly [listId: number, since: number, until: number | undefined];
}

/** What differs between two states of the members, without the companies whose tier is the same in both. */
interface Difference extends Compared {
  /** Numbers of companies. */
  entered: number;
  left: number;
  tierChanged: number;
}

/** @returns undefined if nothing differs. */
export function differenceOf(compared: Compared): Difference | undefined {
  const changed = changedIds(compared);
  if (changed.isEmpty) return undefined;
  const within = (tiers: Tiers) => recordOf(TIERS, (tier) => Bitmap.and(tiers[tier], changed));
  const [before, after] = [within(compared.before), within(compared.after)];
  // No company is in two tiers of one state, so numbers tell the three kinds apart.
  const [were, are] = [countsOf(before).total, countsOf(after).total];
  return {
    before,
    after,
    entered: changed.size - were,
    left: changed.size - are,
    tierChanged: were + are - changed.size,
  };
}

/** Returns the companies whose tier differs, those that entered or left included. */
function changedIds({ before, after }: Compared): Bitmap {
  return Bitmap.orMany(TIERS.map((tier) => Bitmap.xor(before[tier], after[tier])));
}

export type ChangeKind = 'all' | 'entered' | 'left' | 'tierChanged';

/** One company in two materializations. A tier is null where the company is no member. */
export interface MemberChange {
  companyId: number;
  from: Tier | null;
  to: Tier | null;
}

/** A page of the companies that changed in one way, by company id. */
interface ChangedPage {
  items: MemberChange[];
  /** Number of companies on all pages. */
  count: number;
}

/** Reads a page at once and keeps no bitmap for later: an operation may select the same changes many times. */
export function pageOfChanges(
  changes: Compared,
  kind: ChangeKind,
  { limit, after, offset }: Keyset,
): ChangedPage {
  const ids = IDS_OF[kind](changes);
  const start = after === undefined ? offset : ids.rank(after);
  const items = [...idsAt(ids, start, limit)].map((companyId) => ({
    companyId,
    from: tierOf(changes.before, companyId),
    to: tierOf(changes.after, companyId),
  }));
  return { items, count: ids.size };
}

const IDS_OF: Readonly<Record<ChangeKind, (changes: Compared) => ReadonlyBitmap>> = {
  all: changedIds,
  entered: ({ before, after }) => Bitmap.andNot(membersOf(after), membersOf(before)),
  left: ({ before, after }) => Bitmap.andNot(membersOf(before), membersOf(after)),
  tierChanged: (changes) =>
    Bitmap.and(changedIds(changes), Bitmap.and(membersOf(changes.before), membersOf(changes.after))),
};

/** Returns the tier of a company; null if it is no member. */
export function tierOf(tiers: Tiers, companyId: number): Tier | null {
  for (const tier of TIERS) if (tiers[tier].has(companyId)) return tier;
  return null;
}

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
    | 'materializationId'
    | 'listId'
    | 'revision'
    | 'definitionVersion'
    | 'indexVersion'
    | 'fieldsVersion'
    | 'counts'
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
      index_version, fields_version, high_count, medium_count, exploratory_count, ${PARTS.join(', ')})
    SELECT $3, $2, id, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19 FROM announced`,
};

/** Writes an event with its difference, in the transaction that stores the members. */
export async function announce(client: Queryable, announcement: Announcement): Promise<void> {
  const { organizationId, at, previousId, materialization, difference } = announcement;
  const { materializationId, listId, revision, definitionVersion, counts } = materialization;
  const { indexVersion, fieldsVersion } = materialization;
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
      fieldsVersion,
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
        definition_version AS "definitionVersion", index_version AS "indexVersion",
        fields_version AS "fieldsVersion", created_at AS "materializedAt",
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
  { listId, materializationId }: Pick<MaterializationInfo, 'listId' | 'materializationId'>,
) {
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
