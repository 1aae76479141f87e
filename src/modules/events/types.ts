import { FREE } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { inPages } from '../../graphql/connection.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { toGlobalId, wideRowKey } from '../../graphql/ids.ts';
import { defineKeyedNodes, inOrder, loadReference } from '../../graphql/nodes.ts';
import { PageInfoRef } from '../../graphql/page-info.ts';
import { defineJsonObject, defineVariants, pascalCase, variants } from '../../graphql/variants.ts';
import { TierCountsRef } from '../filters/schema.ts';
import { flagResolutions } from '../flags/schema.ts';
import { JobCountsRef, jobStatuses } from '../jobs/state-types.ts';
import type { List } from '../lists/list.ts';
import { accessLevels, ListRef } from '../lists/types.ts';
import {
  DISABLED_REASONS,
  type DisabledReason,
  EVENT_DATA,
  EVENT_TYPES,
  type EventPage,
  type EventType,
  type FeedEvent,
  type PlacedEvent,
} from './event.ts';

export const eventTypes = defineEnum<EventType>('EventType', {
  description: 'What an event reports. More types will be added.',
  values: EVENT_TYPES,
});

type EventTypeName = (typeof eventTypes.names)[EventType];

const byName = new Map(Object.entries(eventTypes.names).map(([type, name]) => [name, type as EventType]));

/** Returns the types that names of the enum stand for. */
export function toEventTypes(names: readonly EventTypeName[]): EventType[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}

export const disabledReasons = defineEnum<DisabledReason>('WebhookDisabledReason', {
  description: 'Why a webhook is disabled.',
  values: DISABLED_REASONS,
});

/** Name of the type of an event, such as `ListMembersChangedEvent`. */
const eventTypeName = (type: string) => `${pascalCase(type)}Event`;

const EventRef = builder.interfaceRef<FeedEvent>('Event');

defineKeyedNodes<FeedEvent, number>(
  EventRef,
  wideRowKey,
  async (ids, { principal, services }) =>
    inOrder(ids, await services.eventFeed.findMany(principal, ids), ({ eventId }) => eventId),
  ({ type }) => eventTypeName(type),
);

EventRef.implement({
  description:
    'An event in the organization, as reported by its feed. Each type of events has a type that implements this one.',
  extensions: variants({ key: 'type', values: 'data' }),
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ type }) => eventTypeName(type),
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the event.',
      resolve: ({ eventId }) => toGlobalId('Event', eventId),
    }),
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
      description:
        'All values of the event, with names in snake_case, as over REST. The types that implement this one have a field for each.',
    }),
  }),
});

defineVariants<FeedEvent>([builder.nodeInterfaceRef(), EventRef], {
  values: EVENT_DATA,
  descriptions: EVENT_TYPES,
  nameOf: eventTypeName,
  read: ({ data }) => data,
  types: {
    access_level: accessLevels,
    counts: TierCountsRef,
    'job.finished/counts': JobCountsRef,
    'job.awaiting_approval/counts': JobCountsRef,
    reason: disabledReasons,
    resolution: flagResolutions,
    status: jobStatuses,
    rows: defineJsonObject(
      'ImportedRows',
      'Number of accepted rows, by kind of file.',
      EVENT_DATA['catalogue.imported'].shape.rows,
    ),
  },
});

export const EventEdgeRef = innerType<PlacedEvent>('EventEdge', {
  description: 'An event of the feed and its cursor.',
  extensions: inPages('edge'),
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Position of the event. Pass it as `after` to get the events that follow.',
    }),
    node: t.expose('node', { type: EventRef, description: 'The event.' }),
  }),
});

export const EventConnectionRef = innerType<EventPage>('EventConnection', {
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
