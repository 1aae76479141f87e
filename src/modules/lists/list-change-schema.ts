import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { UserRef } from '../access/access-types.ts';
import type { ListChange } from './list-stream.ts';
import { callerOf, ListRef } from './list-types.ts';
import { toUser } from './list-user.ts';

const KindEnum = builder.enumType('ListChangeKind', {
  description: 'What about a list has changed.',
  values: {
    NAME: { description: 'Its name.' },
    DEFINITION: { description: 'Its definition, and so perhaps its members.' },
    MEMBERS: { description: 'Its domains added or excluded by hand, and so perhaps its members.' },
    SHARING: { description: 'Who has access to it, or who owns it.' },
    GONE: {
      description:
        'It was deleted, or is no longer shared with the caller. The last event of a subscription.',
    },
    RESYNC: {
      description: 'Nothing that is known of, but events may have been missed: read again what matters.',
    },
  } as const,
});

const ListChangeRef = builder.objectRef<ListChange>('ListChange').implement({
  description: 'A change of a list. Changes of one kind that come faster than they are read are told as one.',
  extensions: inheritsAccess,
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'What has changed.',
      resolve: ({ kind }) => kind,
    }),
    list: t.field({
      type: ListRef,
      nullable: true,
      description: 'The list as it is now; null when it is gone.',
      resolve: ({ list }) => list,
    }),
    definitionVersion: t.int({
      nullable: true,
      description: 'The version of its filter now; null when the list is gone.',
      resolve: ({ list }) => list?.definitionVersion ?? null,
    }),
    revision: t.int({
      nullable: true,
      description:
        'Its revision now, which every change that can change members raises; null when it is gone.',
      resolve: ({ list }) => list?.revision ?? null,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it changed.' }),
    actor: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who changed it; null for RESYNC and GONE.',
      resolve: ({ actor }) => (actor === null ? null : toUser(actor)),
    }),
  }),
});

builder.subscriptionFields((t) => ({
  listChanged: t.field({
    type: ListChangeRef,
    description:
      'Tells of changes of a list from now on, over server-sent events. A list that the caller cannot see is the error LIST_NOT_FOUND.',
    authScopes: { userKey: true },
    args: { listId: t.arg.int({ required: true, description: 'The id that REST shows as list_id.' }) },
    subscribe: (_root, { listId }, context) => context.services.listFeed.open(callerOf(context), listId),
    resolve: (change) => change,
  }),
}));
