import type { Queryable } from '../../database/client.ts';
import { BATCH, inBatches } from '../../database/sql.ts';
import { Fault } from '../../lib/fault.ts';
import { malformedCursor, readCursor, writeCursor } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import type { SweepTime } from '../sweeps/sweeps.ts';
import type { EventPage, EventType, FeedEvent } from './event.ts';

/** Whose feed is read: that of a user, or of an organization key. */
type FeedReader = Pick<Principal, 'organizationId' | 'userId'>;

/** Events that a page selects from those that the caller may see. */
export interface EventFilter {
  /** Default: all types. */
  types?: readonly EventType[] | undefined;
  listId?: number | undefined;
}

/** An event with the state of the feed; without an event if there is none. */
interface PageRow {
  epoch: string;
  head: number;
  deletedThrough: number;
  hasUnplaced: boolean;
  position: number | null;
  eventId: number | null;
  type: EventType | null;
  at: Date | null;
  listId: number | null;
  data: Record<string, unknown> | null;
}

/** Where a page ends, and how long it is. */
export interface EventWindow {
  /** The page has the events after this place; with `backwards`, the last ones before it. */
  from: FeedPlace;
  backwards: boolean;
  limit: number;
}

const OF_ORGANIZATION = `SELECT * FROM event WHERE organization_id = $1
  AND (user_ids IS NULL AND (list_id IS NULL OR $2::int IS NOT NULL) OR $2 = ANY (user_ids))`;
const OF_INSTALLATION = 'SELECT * FROM event WHERE organization_id IS NULL';

/** Each part reads an index in the order of positions, and no further than the page. */
function pagesSql(backwards: boolean) {
  const [beyond, upTo, order] = backwards ? ['<', '>=', 'DESC'] : ['>', '<=', 'ASC'];
  const nearest = `position ${beyond} $3::bigint ORDER BY position ${order} LIMIT $4`;
  const nearestOf = (parts: readonly string[]) =>
    `SELECT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) found ORDER BY position ${order} LIMIT $4`;
  const parts = [OF_ORGANIZATION, OF_INSTALLATION];
  return {
    ofAll: nearestOf(parts.map((events) => `${events} AND ${nearest}`)),
    /**
     * Reads an index for each type: by the index of all types, a rare one would read every event of the organization. The
     * comparison of rows is what that index cannot serve, whatever the planner expects of a type.
     */
    ofTypes: nearestOf(
      parts.map(
        (events) => `SELECT e.* FROM unnest($5::text[]) AS wanted (name) CROSS JOIN LATERAL (
          ${events} AND (type, position) ${beyond} (wanted.name, $3::bigint) AND type ${upTo} wanted.name
          ORDER BY type ${order}, position ${order} LIMIT $4) e`,
      ),
    ),
    ofList: `${OF_ORGANIZATION} AND list_id = $5 AND ($6::text[] IS NULL OR type = ANY ($6)) AND ${nearest}`,
  };
}

/**
 * SQL of a page of the feed of the user $2, null for a key of the organization $1. The state of the feed comes from the same
 * snapshot, so that no event is between the page and the head.
 */
const pageSql = (events: string) => `
  SELECT f.epoch, f.position::float8 AS head, f.deleted_through::float8 AS "deletedThrough",
    EXISTS (SELECT FROM event WHERE position IS NULL AND organization_id = $1)
      OR EXISTS (SELECT FROM event WHERE position IS NULL AND organization_id IS NULL) AS "hasUnplaced",
    e.position::float8 AS position, e.id::float8 AS "eventId", e.type, e.at, e.list_id AS "listId", e.data
  FROM event_feed f LEFT JOIN LATERAL (${events}) e ON true ORDER BY e.position`;

const FORWARDS = pagesSql(false);
const PAGE = { name: 'event_page', text: pageSql(FORWARDS.ofAll) };
const PAGE_OF_TYPES = { name: 'event_page_of_types', text: pageSql(FORWARDS.ofTypes) };
const PAGE_OF_LIST = { name: 'event_page_of_list', text: pageSql(FORWARDS.ofList) };
const BACKWARDS = pagesSql(true);
const LAST = { name: 'event_last', text: pageSql(BACKWARDS.ofAll) };
const LAST_OF_TYPES = { name: 'event_last_of_types', text: pageSql(BACKWARDS.ofTypes) };
const LAST_OF_LIST = { name: 'event_last_of_list', text: pageSql(BACKWARDS.ofList) };

/**
 * Gives positions to the committed events that have none. The update of the head is the lock: positions are committed in
 * their order, so whoever has read one finds no smaller one later. Events that another process has placed while this
 * statement waited keep their positions, which leaves gaps.
 */
const PLACE = {
  name: 'event_place',
  text: `WITH unplaced AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY id) AS place FROM event WHERE position IS NULL
    ), head AS (
      UPDATE event_feed SET position = position + (SELECT count(*) FROM unplaced)
      WHERE EXISTS (SELECT FROM unplaced) RETURNING position - (SELECT count(*) FROM unplaced) AS start
    )
    UPDATE event e SET position = head.start + unplaced.place FROM head, unplaced
    WHERE e.id = unplaced.id AND e.position IS NULL`,
};

/** Finds events by id, in any order. Those that the caller may not see are left out. */
export async function findEvents(
  db: Queryable,
  { organizationId, userId }: FeedReader,
  eventIds: readonly number[],
): Promise<FeedEvent[]> {
  const { rows } = await db.query<FeedEvent>({
    name: 'events_by_ids',
    text: `SELECT id::float8 AS "eventId", type, at, list_id AS "listId", data
      FROM (${OF_ORGANIZATION} UNION ALL ${OF_INSTALLATION}) visible WHERE id = ANY ($3::bigint[])`,
    values: [organizationId, userId, eventIds],
  });
  return rows;
}

/** Time for which events are kept. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const SWEEP = {
  name: 'event_sweep',
  text: `WITH expired AS MATERIALIZED (
      SELECT id, position FROM (
        SELECT id, position, at FROM event ORDER BY id LIMIT ${BATCH}) oldest
      WHERE at < $1 AND position IS NOT NULL
    ), deleted AS (
      DELETE FROM event e USING expired WHERE e.id = expired.id
    ), passed AS (
      UPDATE event_feed SET deleted_through = greatest(deleted_through, (SELECT max(position) FROM expired))
      WHERE EXISTS (SELECT FROM expired)
    )
    SELECT FROM expired`,
};

async function placeEvents(db: Queryable): Promise<void> {
  await db.query(PLACE);
}

/**
 * Gives positions to events that nobody has read yet, and deletes those that are no longer kept. Cursors before a deleted
 * event expire with it.
 */
export async function sweepEvents(db: Queryable, time: SweepTime): Promise<void> {
  await placeEvents(db);
  await inBatches(db, { ...SWEEP, values: [time.before(KEPT_MS)] });
}

/**
 * Reads the events of a window, in one statement unless the organization has events without a position.
 *
 * @param writes places those. Both lead to the primary: on a replica an event could appear behind a later one.
 * @throws Fault cursor_expired
 */
export async function readPage(
  { reads, writes }: { reads: Queryable; writes: Queryable },
  caller: FeedReader,
  window: EventWindow,
  filter: EventFilter,
): Promise<EventPage> {
  const rows = await readRows(reads, caller, window, filter);
  // A page that is full and begins after a cursor ends before the events without a position.
  const isComplete = !window.backwards && rows.length > window.limit;
  if (!rows[0]?.hasUnplaced || isComplete) return toPage(rows, window);
  await placeEvents(writes);
  return toPage(await readRows(reads, caller, window, filter), window);
}

type FeedState = Pick<PageRow, 'epoch' | 'head' | 'deletedThrough'>;

/** @throws Fault cursor_expired */
function assertKept({ epoch, position }: { epoch: string; position: number }, feed: FeedState): void {
  const isKept = position >= feed.deletedThrough && position <= feed.head;
  if (epoch !== feed.epoch || !isKept) throw cursorExpired();
}

/**
 * Finds a place in the feed as it is now.
 *
 * @throws Fault cursor_expired
 */
export async function findPlace(db: Queryable, { epoch, position }: FeedPlace) {
  // Events that are committed belong before the end.
  await placeEvents(db);
  const { rows } = await db.query<FeedState>({
    name: 'event_feed_state',
    text: `SELECT epoch, position::float8 AS head, deleted_through::float8 AS "deletedThrough" FROM event_feed`,
  });
  const [feed] = rows;
  if (!feed) throw new Error('the table event_feed is empty; it must have one row');
  if (epoch === undefined)
    return { epoch: feed.epoch, position: Math.min(Math.max(position, feed.deletedThrough), feed.head) };
  assertKept({ epoch, position }, feed);
  return { epoch, position };
}

/** Reads one event more than the page has, which tells whether there is another page. */
async function readRows(
  db: Queryable,
  { organizationId, userId }: FeedReader,
  { from: { position }, backwards, limit }: EventWindow,
  { types, listId }: EventFilter,
): Promise<PageRow[]> {
  const values = [organizationId, userId, position, limit + 1];
  const ofAll = backwards ? LAST : PAGE;
  const ofTypes = backwards ? LAST_OF_TYPES : PAGE_OF_TYPES;
  const ofList = backwards ? LAST_OF_LIST : PAGE_OF_LIST;
  // A type that is named twice would be read twice.
  const wanted = types && [...new Set(types)];
  const ofLists = wanted ? { ...ofTypes, values: [...values, wanted] } : { ...ofAll, values };
  const statement =
    listId === undefined ? ofLists : { ...ofList, values: [...values, listId, wanted ?? null] };
  return (await db.query<PageRow>(statement)).rows;
}

function toPage(rows: readonly PageRow[], { from: { epoch, position }, backwards, limit }: EventWindow) {
  const [feed] = rows;
  if (!feed) throw new Error('the table event_feed is empty; it must have one row');
  const isFromCursor = epoch !== undefined;
  if (isFromCursor) assertKept({ epoch, position }, feed);
  const shown = backwards ? rows.slice(-limit) : rows.slice(0, limit);
  const edges = shown.flatMap(({ position, eventId, type, at, listId, data }) => {
    if (position === null || eventId === null || type === null || at === null) return [];
    const node = { eventId, type, at, listId, data: data ?? {} };
    return [{ cursor: eventCursor(feed.epoch, position), node }];
  });
  const hasMore = rows.length > limit;
  if (backwards) {
    const end = isFromCursor ? Math.max(position - 1, feed.deletedThrough) : feed.head;
    const nextCursor = eventCursor(feed.epoch, end);
    return { edges, hasNextPage: isFromCursor, hasPreviousPage: hasMore, nextCursor };
  }
  const last = hasMore ? edges.at(-1)?.cursor : undefined;
  const nextCursor = last ?? eventCursor(feed.epoch, feed.head);
  return { edges, hasNextPage: hasMore, hasPreviousPage: isFromCursor, nextCursor };
}

/** A place in the feed: before the event after `position`. */
interface FeedPlace {
  /** The feed that positions belong to: a restored database has another one. Undefined: whichever there is. */
  epoch: string | undefined;
  position: number;
}

/** The cursor of the end of the feed. */
export const NOW = 'now';
/** Before the oldest event, and after the newest one. */
const OLDEST: FeedPlace = { epoch: undefined, position: 0 };
const END: FeedPlace = { epoch: undefined, position: Number.MAX_SAFE_INTEGER };

const CONTENT = /^event:([0-9a-f-]{36}):(\d{1,15})$/;

export function eventCursor(epoch: string, position: number): string {
  return writeCursor(`event:${epoch}:${position}`);
}

/** Returns the position of an event, from its cursor. */
export function positionOf(cursor: string): number {
  return readPlace(cursor).position;
}

/** @param cursor none: the oldest event that is kept; `now`: the end. @throws Fault validation_error */
export function readPlace(cursor: string | null | undefined, pointer?: string): FeedPlace {
  if (cursor === null || cursor === undefined) return OLDEST;
  if (cursor === NOW) return END;
  const [, epoch, position] = CONTENT.exec(readCursor(cursor)) ?? [];
  if (epoch === undefined) throw malformedCursor(pointer);
  return { epoch, position: Number(position) };
}

function cursorExpired(): Fault {
  const message =
    'The events after this cursor are not all kept: they are older than 30 days, or the database was restored. Begin again without a cursor, or with "now", and read again what you follow.';
  return new Fault('cursor_expired', message);
}
