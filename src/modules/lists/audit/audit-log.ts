import { z } from 'zod';
import type { Queryable } from '../../../database/client.ts';
import { sqlOrder, windowSql } from '../../../database/keyset.ts';
import type { PageWindow } from '../../../lib/page.ts';
import { currentContext, type Via } from '../../../lib/request-context.ts';
import { EVENT_DATA, type EventData, type EventType, id } from '../../events/event.ts';
import { insertEvents } from '../../events/write-event.ts';
import { type ListDependencies, listNotFound, VISIBLE, viewersSql } from '../access.ts';
import { type Caller, type List, type ListUser, userJson } from '../list.ts';
import type { ListChangeKind } from './stream.ts';

/** Actions of the audit log, each with the kind of change that subscribers see. Null: the list stays as it is. */
export const ACTIONS = {
  list_created: null,
  list_renamed: 'NAME',
  tags_changed: 'TAGS',
  list_deleted: 'GONE',
  definition_replaced: 'DEFINITION',
  definition_restored: 'DEFINITION',
  domains_added: 'MEMBERS',
  domain_removed: 'MEMBERS',
  domains_excluded: 'MEMBERS',
  domain_unexcluded: 'MEMBERS',
  permission_granted: 'SHARING',
  permission_changed: 'SHARING',
  permission_revoked: 'SHARING',
  list_left: 'SHARING',
  ownership_transferred: 'SHARING',
  list_exported: null,
  list_watched: null,
  list_unwatched: null,
  view_saved: null,
  view_deleted: null,
} as const satisfies Record<string, ListChangeKind | null>;

export type ListAction = keyof typeof ACTIONS;

/** Types of the events with which the feed reports actions. It does not report the others. */
const FEED_TYPES = {
  definition_replaced: 'list.definition_changed',
  definition_restored: 'list.definition_changed',
  permission_granted: 'list.shared',
  permission_changed: 'list.shared',
  permission_revoked: 'list.unshared',
  list_left: 'list.unshared',
  ownership_transferred: 'list.transferred',
  list_deleted: 'list.deleted',
} as const satisfies { readonly [Action in ListAction]?: EventType };
const feedTypes: { readonly [Action in ListAction]?: EventType } = FEED_TYPES;

const text = (description: string) => z.string().meta({ description });
const texts = (description: string) => z.array(z.string()).meta({ description });
const whole = (description: string) => z.int().min(0).meta({ description });
const domain = text('The domain.');
const domains = texts('The domains.');

/** Details of actions that the feed does not report. It shows those of the others, with the actor. */
const DETAILS = {
  list_created: z.object({
    name: text('Name of the new list.'),
    copy_of: id('List of which it is a copy. Absent for a new one.').optional(),
  }),
  list_renamed: z.object({ from: text('Former name.'), to: text('New name.') }),
  tags_changed: z.object({ from: texts('Former tags.'), to: texts('New tags.') }),
  domains_added: z.object({
    domains,
    no_longer_excluded: texts(
      'Added domains that were excluded before. Absent if there are none.',
    ).optional(),
  }),
  domain_removed: z.object({ domain }),
  domains_excluded: z.object({
    domains,
    no_longer_added: texts(
      'Excluded domains that were added manually before. Absent if there are none.',
    ).optional(),
  }),
  domain_unexcluded: z.object({ domain }),
  list_exported: z.object({
    materialization_id: id('Materialization that was exported.'),
    tier: z
      .enum(['high', 'medium', 'exploratory'])
      .meta({
        description:
          'Tier that was exported. Absent if it was all of them. `high`: evidence of the last 90 days. `medium`: of the last 365 days. `exploratory`: older evidence.',
      })
      .optional(),
    since: id(
      'Materialization after which the exported members entered the list; absent for all members.',
    ).optional(),
    members: whole('Number of exported members.'),
    credits_charged: whole('Price of the export, in credits.'),
  }),
  list_watched: z.object({}),
  list_unwatched: z.object({}),
  view_saved: z.object({ name: text('Name of the view.') }),
  view_deleted: z.object({ name: text('Name of the view.') }),
} as const satisfies Record<Exclude<ListAction, keyof typeof FEED_TYPES>, z.ZodObject>;

/** Values of an action, as both APIs show them. */
export const detailsSchemaOf = (action: ListAction): z.ZodObject =>
  action in DETAILS
    ? DETAILS[action as keyof typeof DETAILS]
    : (EVENT_DATA[FEED_TYPES[action as keyof typeof FEED_TYPES]] as z.ZodObject).omit({ actor_id: true });

/** Details of an action. */
export type DetailsOf<Action extends ListAction> = Action extends keyof typeof FEED_TYPES
  ? Omit<EventData<(typeof FEED_TYPES)[Action]>, 'actor_id'>
  : Action extends keyof typeof DETAILS
    ? z.input<(typeof DETAILS)[Action]>
    : never;

export interface ListEvent {
  eventId: number;
  action: ListAction;
  actor: ListUser;
  at: Date;
  /** Null over both APIs. */
  via: Via | null;
  details: Record<string, unknown>;
}

/** The channel on which every recorded event is announced when its transaction commits; feed.ts listens. */
export const LIST_CHANGES = 'list_changes';

/** Payload of an announcement. */
export interface ChangeNotice {
  eventId: number;
  listId: number;
  actorId: number;
  action: ListAction;
  at: string;
}

/**
 * SQL that records an event, whose values are $1 to $7: the caller's organization and id come first, as in other
 * statements on lists. Subscribers receive it at the commit.
 *
 * @param change further parts of the WITH clause: a change that the same statement makes.
 * @param returned name of a part whose rows the statement returns.
 */
export const eventSql = (change = '', returned?: string) => `WITH ${change}event AS (
    INSERT INTO list_event (organization_id, actor_id, list_id, action, details, at, via)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, list_id, actor_id, action, at)
  SELECT ${returned ? `${returned}.* FROM ${returned}, (SELECT ` : ''}pg_notify('${LIST_CHANGES}',
    json_build_object('eventId', id, 'listId', list_id, 'actorId', actor_id, 'action', action, 'at', at)::text)
  FROM event${returned ? ') AS announced' : ''}`;

/**
 * Part of a WITH clause that writes an event to the feed, for those who can see the list at this moment. A user whose
 * permission has just been removed sees it as well; so does everybody, if it was that of everybody.
 */
const fedSql = (type: string) =>
  `fed AS (${insertEvents(`
    SELECT $1::int, ${type}, $6::timestamptz, $3::int,
      CASE WHEN NOT $5::jsonb ? 'org_wide' THEN ${viewersSql("SELECT ($5::jsonb ->> 'user_id')::int")} END,
      $5::jsonb || jsonb_build_object('actor_id', $2::int)`)}), `;

/** Writes the event of a change of a definition. */
export const DEFINITION_CHANGED = fedSql(`'${FEED_TYPES.definition_replaced}'`);
const FED_EVENT = eventSql(fedSql('$8'));

/** Values of `eventSql`: who, which list, what, when, and how. */
export function eventValues<Action extends ListAction>(
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  listId: number,
  action: Action,
  details: DetailsOf<Action>,
  at: Date,
): unknown[] {
  return [organizationId, userId, listId, action, JSON.stringify(details), at, currentContext().via ?? null];
}

/** Records an event in the transaction of the change, and writes it to the feed if that reports the action. */
export async function recordEvent<Action extends ListAction>(
  client: Queryable,
  ...event: Parameters<typeof eventValues<Action>>
): Promise<void> {
  const values = eventValues(...event);
  const [, , action] = event;
  const type = feedTypes[action];
  await client.query(
    type === undefined
      ? { name: 'list_event_record', text: eventSql(), values }
      : { name: 'list_event_record_fed', text: FED_EVENT, values: [...values, type] },
  );
}

const eventsSql = (details: string) => `
  SELECT e.id::float8 AS "eventId", e.action, e.at, e.via, ${details} AS details, ${userJson('u')} AS actor
  FROM list_event e JOIN "user" u ON u.id = e.actor_id`;

/** Order of the log, newest first. */
export const EVENT_ORDER = sqlOrder('event', [{ sql: 'e.id', type: 'bigint', descending: true }]);

/** SQL of details, and of none: they may hold a thousand domains each. */
const DETAILS_SQL = { whole: 'e.details', bare: `'{}'::json` } as const;

export class AuditLog {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Events of a list, newest first. @param withDetails false: leaves `details` empty. */
  async page({ listId }: List, window: PageWindow, withDetails: boolean): Promise<ListEvent[]> {
    const content = withDetails ? 'whole' : 'bare';
    const { suffix, condition, order, values } = windowSql(EVENT_ORDER, window, 2);
    const { rows } = await this.#tools.pools.reads.query<ListEvent>({
      name: `list_events_${content}${suffix}`,
      text: `${eventsSql(DETAILS_SQL[content])} WHERE e.list_id = $1 AND ${condition} ${order}`,
      values: [listId, ...values],
    });
    // The list was deleted after the caller's access to it had been checked.
    if (rows.some(({ action }) => action === 'list_deleted')) throw listNotFound();
    return rows;
  }

  /** Events by id, in any order. Those of lists that the caller cannot see are left out, deleted lists among them. */
  async findMany({ organizationId, userId }: Caller, eventIds: readonly number[]): Promise<ListEvent[]> {
    const { rows } = await this.#tools.pools.reads.query<ListEvent>({
      name: 'list_events_by_ids',
      text: `${eventsSql('e.details')} JOIN list l ON l.id = e.list_id WHERE e.id = ANY ($3::bigint[]) AND ${VISIBLE}`,
      values: [organizationId, userId, eventIds],
    });
    return rows;
  }

  count({ listId }: List): Promise<number> {
    return this.#tools.prisma.listEvent.count({ where: { listId } });
  }
}
