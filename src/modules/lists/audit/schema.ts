import { pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { bothWaysPageArguments, defineConnection, readPage } from '../../../graphql/connection.ts';
import { defineEnum } from '../../../graphql/enums.ts';
import { toGlobalId, wideRowKey } from '../../../graphql/ids.ts';
import { defineKeyedNodes, inOrder } from '../../../graphql/nodes.ts';
import { selectionsOf } from '../../../graphql/selections.ts';
import { defineVariants, pascalCase, variants } from '../../../graphql/variants.ts';
import { recordOf } from '../../../lib/json.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import { UserRef } from '../../access/types.ts';
import { accessLevels, LIST_ID, ListRef, memberTiers, toListId, userField } from '../types.ts';
import { ACTIONS, detailsSchemaOf, EVENT_ORDER, type ListAction, type ListEvent } from './audit-log.ts';
import type { ListChange, ListChangeKind } from './stream.ts';

/** Nobody can read the log of a list that was deleted. */
type ReadableAction = Exclude<ListAction, 'list_deleted'>;

const ACTION_TEXTS: Record<ReadableAction, string> = {
  list_created: 'The list was created.',
  list_renamed: 'The list was renamed.',
  tags_changed: 'The tags of the list changed.',
  definition_replaced: 'A new version of the definition was saved.',
  definition_restored: 'An earlier version of the definition was restored.',
  domains_added: 'Domains were added manually.',
  domain_removed: 'A domain that was added manually was removed.',
  domains_excluded: 'Domains were excluded manually.',
  domain_unexcluded: 'The exclusion of a domain was lifted.',
  permission_granted: 'The list was shared with a user or with everybody in the organization.',
  permission_changed: 'The access level of a permission was changed.',
  permission_revoked: 'A permission was revoked.',
  list_left: 'A user gave up their own permission.',
  ownership_transferred: 'The list was transferred to another owner.',
  list_exported: 'The members were exported, and charged.',
  list_watched: 'The service began to watch the list.',
  list_unwatched: 'The service stopped watching the list.',
  view_saved: 'A view of the list was created or replaced.',
  view_deleted: 'A view of the list was deleted.',
};

const actions = defineEnum<ReadableAction>('ListEventAction', {
  description: 'What was done to a list. Clients must accept actions that are added later.',
  values: ACTION_TEXTS,
});

/** Name of the type of an entry, such as `ListRenamedEntry`. */
const entryTypeName = (action: string) => `${pascalCase(action)}Entry`;

const EventRef = builder.interfaceRef<ListEvent>('ListEvent');

defineKeyedNodes<ListEvent, number>(
  EventRef,
  wideRowKey,
  async (ids, { user, services: { lists } }) => {
    const events = user ? await lists.audit.findMany(user, ids) : [];
    return inOrder(ids, events, ({ eventId }) => eventId);
  },
  ({ action }) => entryTypeName(action),
);

EventRef.implement({
  description:
    'One change of a list, as the audit log records it. Each action has a type that implements this one.',
  extensions: variants({ key: 'action', values: 'details' }),
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ action }) => entryTypeName(action),
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the event.',
      resolve: ({ eventId }) => toGlobalId('ListEvent', eventId),
    }),
    eventId: t.expose('eventId', {
      type: 'SafeInt',
      description: 'Numeric id of the event. Later events have larger ids.',
    }),
    action: t.field(
      actions.field(
        'What was done. Clients must accept actions that are added later.',
        ({ action }: ListEvent) => action as ReadableAction,
      ),
    ),
    actor: t.field(userField('User who made the change.', ({ actor }: ListEvent) => actor)),
    at: t.expose('at', { type: 'DateTime', description: 'When the change was made.' }),
    via: t.exposeString('via', {
      nullable: true,
      description:
        '`mcp` for a change that an agent made by a tool of `/mcp`. Null for changes over both APIs, of the console and of jobs.',
    }),
    details: t.expose('details', {
      type: 'JSON',
      description:
        'All values of the change, with names in snake_case, as over REST. The types that implement this one have a field for each.',
    }),
  }),
});

const { list_deleted: _, ...readable } = recordOf(Object.keys(ACTIONS) as ListAction[], detailsSchemaOf);

defineVariants<ListEvent>([builder.nodeInterfaceRef(), EventRef], {
  values: readable,
  descriptions: ACTION_TEXTS,
  nameOf: entryTypeName,
  read: ({ details }) => details,
  types: { access_level: accessLevels, tier: memberTiers },
});

/** Fields for which the details of an entry, of up to a thousand domains, need not be read. */
const WITHOUT_DETAILS = new Set(['__typename', 'id', 'eventId', 'action', 'actor', 'at', 'via']);

builder.objectField(ListRef, 'auditLog', (t) =>
  t.field({
    type: defineConnection('ListEvent', 'a change', EventRef),
    description: 'All changes of the list, newest first.',
    price: pagePrice(STANDARD_PAGE),
    args: bothWaysPageArguments,
    resolve: (list, args, { services }, info) => {
      const nodes = selectionsOf(info)
        .flatMap((each) => each.below('edges'))
        .flatMap((each) => each.below('node'));
      const withDetails = nodes
        .flatMap((each) => each.names())
        .some(([, name]) => !WITHOUT_DETAILS.has(name));
      const { audit } = services.lists;
      return readPage(args, {
        scope: ['auditLog', list.listId],
        order: EVENT_ORDER,
        read: (page) => audit.page(list, page, withDetails),
        keyOf: ({ eventId }) => [eventId],
        countAll: () => audit.count(list),
      });
    },
  }),
);

const kinds = defineEnum<ListChangeKind>('ListChangeKind', {
  description: 'Part of a list that changed.',
  values: {
    NAME: 'Name of the list.',
    TAGS: 'Tags of the list.',
    DEFINITION: 'Definition, and so perhaps the members.',
    MEMBERS: 'Domains that are added or excluded manually, and so perhaps the members.',
    SHARING: 'Permissions, or the owner.',
    GONE: 'The list was deleted, or is no longer shared with the caller. This is the last event of the subscription.',
    RESYNC: 'Events may have been missed. Read again what you need.',
  },
});

const ListChangeRef = innerType<ListChange>('ListChange', {
  description:
    'A change of a list. Changes of one kind that arrive faster than they are read are combined into one.',
  fields: (t) => ({
    kind: t.expose('kind', { type: kinds.type, description: 'Part of the list that changed.' }),
    list: t.expose('list', {
      type: ListRef,
      nullable: true,
      description: 'List as it is now; null for GONE.',
    }),
    definitionVersion: t.int({
      nullable: true,
      description: 'Current version of the definition; null for GONE.',
      resolve: ({ list }) => list?.definitionVersion ?? null,
    }),
    revision: t.int({
      nullable: true,
      description:
        'Current revision, which rises with every change that can affect the members; null for GONE.',
      resolve: ({ list }) => list?.revision ?? null,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the list changed, or RESYNC was sent.' }),
    actor: t.expose('actor', {
      type: UserRef,
      nullable: true,
      description: 'User who changed the list; null for RESYNC and GONE.',
    }),
  }),
});

builder.subscriptionFields((t) => ({
  listChanged: t.withAuth({ userKey: true }).field({
    type: ListChangeRef,
    description:
      'Reports the changes of a list from now on, over server-sent events. A list that the caller cannot see is the error LIST_NOT_FOUND. Needs a personal key. Free.',
    args: { listId: t.arg.id(LIST_ID) },
    subscribe: (_root, { listId }, { user, services }) => services.listFeed.open(user, toListId(listId)),
    resolve: (change) => change,
  }),
}));
