import type { Queryable } from '../../../database/client.ts';
import type { Caller, PageOf, PageRequest } from '../list.ts';
import { type ListUser, userJson } from '../list-user.ts';

/** Every change of a list that the audit log knows. */
export type ListAction =
  | 'list_created'
  | 'list_renamed'
  | 'list_deleted'
  | 'definition_replaced'
  | 'definition_restored'
  | 'domains_added'
  | 'domain_removed'
  | 'domains_excluded'
  | 'domain_unexcluded'
  | 'permission_granted'
  | 'permission_changed'
  | 'permission_revoked'
  | 'ownership_transferred'
  | 'list_exported';

/** One change. */
export interface ListEvent {
  eventId: number;
  action: ListAction;
  actor: ListUser;
  at: Date;
  details: Record<string, unknown>;
}

/** The channel on which every recorded change is announced when it commits; list-feed.ts listens. */
export const LIST_CHANGES = 'list_changes';

/** What is announced of a change. */
export interface ChangeNotice {
  eventId: number;
  listId: number;
  actorId: number;
  action: ListAction;
  at: string;
}

/** Records a change, in the transaction that makes it, which announces it to whoever listens when it commits. */
export async function recordEvent(
  client: Queryable,
  caller: Caller,
  listId: number,
  action: ListAction,
  details: Record<string, unknown>,
  at: Date,
): Promise<void> {
  await client.query(
    `WITH event AS (
       INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, list_id, actor_id, action, at)
     SELECT pg_notify('${LIST_CHANGES}',
       json_build_object('eventId', id, 'listId', list_id, 'actorId', actor_id, 'action', action, 'at', at)::text)
     FROM event`,
    [caller.organizationId, listId, caller.userId, action, JSON.stringify(details), at],
  );
}

/** The latest change of a list; 0 when there is none. */
export async function findLatestEventId(db: Queryable, listId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    name: 'latest_list_event',
    text: 'SELECT id::float8 AS id FROM list_event WHERE list_id = $1 ORDER BY id DESC LIMIT 1',
    values: [listId],
  });
  return rows[0]?.id ?? 0;
}

const eventsSql = (details: string) => `
  SELECT e.id::float8 AS "eventId", e.action, e.at, ${details} AS details, ${userJson('u')} AS actor
  FROM list_event e JOIN "user" u ON u.id = e.actor_id
  WHERE e.list_id = $1 ORDER BY e.id DESC LIMIT $2 OFFSET $3`;

const EVENTS = { name: 'list_events', text: eventsSql('e.details') };
/** Details may hold a thousand domains each. */
const BARE_EVENTS = { name: 'list_events_bare', text: eventsSql(`'{}'::json`) };

/**
 * The changes of a list that the caller was found to see, newest first.
 *
 * @param withDetails false: leaves details empty.
 */
export async function readEvents(
  db: Queryable,
  listId: number,
  { limit, offset }: PageRequest,
  withDetails = true,
): Promise<PageOf<ListEvent>> {
  const [items, total] = await Promise.all([
    db.query<ListEvent>({ ...(withDetails ? EVENTS : BARE_EVENTS), values: [listId, limit, offset] }),
    db.query<{ total: number }>({
      name: 'list_events_count',
      text: 'SELECT count(*)::int AS total FROM list_event WHERE list_id = $1',
      values: [listId],
    }),
  ]);
  return { items: items.rows, total: total.rows[0]?.total ?? 0 };
}
