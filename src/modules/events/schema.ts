import { FREE, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { backwardArguments, firstOf, inPages } from '../../graphql/connection.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { toRowIdOf, wideRowKey } from '../../graphql/ids.ts';
import { defineKeyedNodes, inOrder, loadReference } from '../../graphql/nodes.ts';
import { PageInfoRef } from '../../graphql/page-info.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import type { List } from '../lists/list.ts';
import { ListRef } from '../lists/types.ts';
import {
  EVENT_DATA,
  EVENT_TYPES,
  type EventPage,
  type EventType,
  type FeedEvent,
  type PlacedEvent,
} from './event.ts';
import type { EventFeed } from './feed.ts';

export const eventTypes = defineEnum<EventType>('EventType', {
  description: 'What an event reports. More types will be added.',
  values: EVENT_TYPES,
  data: EVENT_DATA,
});

type EventTypeName = (typeof eventTypes.names)[EventType];

const byName = new Map(Object.entries(eventTypes.names).map(([type, name]) => [name, type as EventType]));

/** Returns the types that names of the enum stand for. */
export function toEventTypes(names: readonly EventTypeName[]): EventType[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}

declare module '../../graphql/context.ts' {
  interface Services {
    eventFeed: EventFeed;
  }
}

const EventRef = builder.objectRef<FeedEvent>('Event');

defineKeyedNodes<FeedEvent, number>(EventRef, wideRowKey, async (ids, { principal, services }) =>
  inOrder(ids, await services.eventFeed.findMany(principal, ids), ({ eventId }) => eventId),
);

builder.node(EventRef, {
  description: 'An event in the organization, as reported by its feed.',
  extensions: inheritsAccess,
  id: { resolve: ({ eventId }) => eventId, description: 'Global id of the event.' },
  fields: (t) => ({
    eventId: t.expose('eventId', {
      type: 'SafeInt',
      description: 'Numeric id of the event. It identifies the event but does not give its order.',
    }),
    type: t.field(eventTypes.field('What the event reports.', ({ type }: FeedEvent) => type)),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    listId: t.exposeInt('listId', {
      nullable: true,
      description: 'Numeric id of the list that the event is about; null for other events.',
    }),
    list: t.field({
      type: ListRef,
      nullable: true,
      description:
        'List that the event is about; null for other events, and if the list was deleted or the caller can no longer see it.',
      resolve: ({ listId }, _args, context, info) =>
        listId === null ? null : (loadReference('List', listId, context, info) as Promise<List | null>),
    }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'Values of the event, by type. Names are in snake_case, as over REST.',
    }),
  }),
});

const EventEdgeRef = innerType<PlacedEvent>('EventEdge', {
  description: 'An event of the feed and its cursor.',
  extensions: inPages({ isA: 'edge' }),
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Position of the event. Pass it as `after` to get the events that follow.',
    }),
    node: t.expose('node', { type: EventRef, description: 'The event.' }),
  }),
});

const EventConnectionRef = innerType<EventPage>('EventConnection', {
  description: 'Page of the feed of events, oldest first. Pages are not counted.',
  fields: (t) => ({
    edges: t.expose('edges', {
      type: [EventEdgeRef],
      price: FREE,
      description: 'Events of this page, in the order of the feed.',
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      price: FREE,
      description: 'Cursors of this page, and whether more events already follow.',
      resolve: ({ edges, hasNextPage, hasPreviousPage }) => ({
        hasNextPage,
        hasPreviousPage,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      }),
    }),
    nextCursor: t.exposeString('nextCursor', {
      description: 'Store it and pass it as `after` to get the events after this page, once there are any.',
    }),
  }),
});

const AFTER =
  'Cursor of an event, or a `nextCursor`: returns the events after it. `now`: returns only new events. If the events after a cursor are no longer kept, the error is CURSOR_EXPIRED.';

builder.queryField('events', (t) =>
  t.field({
    type: EventConnectionRef,
    description:
      'Feed of events that the caller may see, oldest first. It has every event of the last 30 days once, in one order. Organization keys see the events of the organization, not those of lists or of users.',
    authScopes: { anyKey: true },
    price: pagePrice(STANDARD_PAGE),
    args: {
      ...backwardArguments(STANDARD_PAGE),
      first: t.arg.int(firstOf(STANDARD_PAGE)),
      after: t.arg.string({ description: `${AFTER} Default: starts with the oldest stored event.` }),
      types: t.arg({
        type: [eventTypes.type],
        description: 'Returns only events of these types. Default: all.',
      }),
      listId: t.arg.id({
        description:
          'Returns only events of this list: its global id, or its numeric id. Default: all events.',
      }),
    },
    resolve: (_root, { types: names, listId, ...page }, { principal, services }) => {
      const filter = {
        types: names ? toEventTypes(names) : undefined,
        listId: listId == null ? undefined : toRowIdOf('List', listId),
      };
      return services.eventFeed.page(principal, page, filter);
    },
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventEdgeRef,
    description:
      'Reports the events that the caller may see, one after another, over server-sent events. To continue after an interruption, subscribe again with the cursor of the last event. Free.',
    authScopes: { anyKey: true },
    args: { after: t.arg.string({ description: `${AFTER} Default: \`now\`.` }) },
    subscribe: (_root, { after }, { principal, services }) => services.eventFeed.open(principal, after),
    resolve: (edge) => edge,
  }),
);
