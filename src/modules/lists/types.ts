import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { defineConnection } from '../../graphql/connection.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { payload } from '../../graphql/mutation.ts';
import { defineNodes, inOrder } from '../../graphql/nodes.ts';
import { UserRef } from '../access/types.ts';
import type { ListFeed } from './audit/feed.ts';
import { type AccessLevel, type GrantableLevel, type List, type ListUser, toUser } from './list.ts';
import type { Tier } from './members/snapshot.ts';
import type { ListsService } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    lists: ListsService;
    listFeed: ListFeed;
  }
}

const GRANTABLE: Record<GrantableLevel, string> = {
  viewer: 'Reads the list, its members, versions, audit log and permissions. Exports and materializes it.',
  editor: 'Also changes the name, the tags, the definition and the domains.',
};

export const grantableLevels = defineEnum<GrantableLevel>('GrantableAccessLevel', {
  description: 'What a permission allows.',
  values: GRANTABLE,
});

export const accessLevels = defineEnum<AccessLevel>('AccessLevel', {
  description: 'What a user may do with a list.',
  values: { ...GRANTABLE, owner: 'Also shares, transfers and deletes the list.' },
});

export const memberTiers = defineEnum<Tier>('MemberTier', {
  description:
    'Freshness of the evidence for a member, counted back from the newest observation in the catalogue.',
  values: {
    high: 'Every dated condition that the member needs was met within 90 days, or the company was added manually.',
    medium: 'Every dated condition that the member needs was met within 365 days.',
    exploratory: 'A dated condition that the member needs was last met more than 365 days ago.',
  },
});

/** Options of a field for a user that was read with its row. */
export function userField<T>(description: string, userOf: (row: T) => ListUser) {
  return { type: UserRef, description, resolve: (row: T) => toUser(userOf(row)) };
}

export const ListRef = builder.objectRef<List>('List');
export const ListConnection = defineConnection('List', 'a list', ListRef);

defineNodes<List>(ListRef, async (ids, { user, services }) => {
  const lists = user ? await services.lists.findMany(user, ids) : [];
  return inOrder(ids, lists, ({ listId }) => listId);
});

builder.node(ListRef, {
  description:
    'A saved, named set of companies: a definition, and domains that were added or excluded manually.',
  extensions: inheritsAccess,
  id: { resolve: (list) => list.listId, description: 'Global id of the list.' },
  isTypeOf: (value): value is List =>
    typeof value === 'object' && value !== null && 'definitionVersion' in value && 'accessLevel' in value,
  fields: (t) => ({
    listId: t.exposeInt('listId', { description: 'Numeric id that REST shows as list_id.' }),
    name: t.exposeString('name', { description: 'Name of the list: 1 to 200 characters.' }),
    accessLevel: t.field(
      accessLevels.field('What the caller may do with the list.', ({ accessLevel }: List) => accessLevel),
    ),
    definitionVersion: t.exposeInt('definitionVersion', {
      description: 'Version of the current definition.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Current revision. It rises with every change that can affect the members.',
    }),
    watched: t.exposeBoolean('watched', {
      description:
        'Whether the service watches the list: it evaluates the list by itself and announces changes of its members as events of the feed.',
    }),
    tags: t.exposeStringList('tags', {
      description:
        'Tags of the list, in the order in which they were given. Visible to everyone who can see the list.',
    }),
    favourite: t.exposeBoolean('favourite', {
      description: 'Whether the caller has marked the list as a favourite. Nobody else sees it.',
    }),
    owner: t.field(userField('User who owns the list.', ({ owner }: List) => owner)),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the list was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the list was last changed.' }),
  }),
});

/** Options of an argument or input field that names a list. */
export const LIST_ID = { required: true, description: idText('List') } as const;

/** Returns the number of the list that an argument names; 0, which no list has, for anything else. */
export function toListId(id: string): number {
  return toRowIdOf('List', id);
}

/** Declares a payload that has only the list. Resolvers return the list. */
export const listPayload = payload<List>((t) => ({
  list: t.field({ type: ListRef, description: 'List after the change.', resolve: (list) => list }),
}));

/** Input of a change that may depend on what is current. */
interface Precondition {
  ifVersion?: number | null | undefined;
  ifVersions?: readonly number[] | null | undefined;
}

/** Returns the versions of which one must be current; undefined for no check. */
export function acceptedVersions({ ifVersion, ifVersions }: Precondition): readonly number[] | undefined {
  if (ifVersion == null) return ifVersions ?? undefined;
  return ifVersions && !ifVersions.includes(ifVersion) ? [] : [ifVersion];
}
