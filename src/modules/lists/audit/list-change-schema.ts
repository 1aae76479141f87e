import { builder, innerType } from '../../../graphql/builder.ts';
import { defineEnum } from '../../../graphql/enums.ts';
import { UserRef } from '../../access/access-types.ts';
import { LIST_ID, ListRef, toListId } from '../list-types.ts';
import type { ListChange, ListChangeKind } from './stream.ts';

const kinds = defineEnum<ListChangeKind>('ListChangeKind', {
  description: 'Part of a list that changed.',
  values: {
    NAME: 'Name of the list.',
    TAGS: 'Tags of the list.',
    DEFINITION: 'Definition, and so perhaps the members.',
    MEMBERS: 'Domains that are added or excluded manually, and so perhaps the members.',
    SHARING: 'Permissions, or the owner.',
    GONE: 'The list was deleted, or is no longer shared with the caller. This is the last event of the subscription.',
    RESYNC: 'Nothing is known to have changed, but events may have been missed. Read again what matters.',
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
      description: 'Current revision, which every change raises that can change the members; null for GONE.',
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
