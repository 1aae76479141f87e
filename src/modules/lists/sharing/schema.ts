import { edgesPrice, PLAIN_LIST_SIZE } from '../../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { cursorArguments, defineConnection, readPageById } from '../../../graphql/connection.ts';
import { toEnumValue } from '../../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../../graphql/ids.ts';
import { deletionPayload, mutation, payload } from '../../../graphql/mutation.ts';
import { defineNodes, inOrder, requireNode } from '../../../graphql/nodes.ts';
import { invalidValue } from '../../../lib/fault.ts';
import { UserRef } from '../../access/types.ts';
import { type List, toUser } from '../list.ts';
import { grantableLevels, LIST_ID, ListRef, listPayload, toListId, userField } from '../types.ts';
import {
  type Granted,
  type Left,
  type NamedUser,
  ORG_WIDE,
  type Permission,
  permissionNotFound,
} from './service.ts';

const PermissionRef = builder.objectRef<Permission>('Permission');

defineNodes<Permission>(PermissionRef, async (ids, { user, services: { lists } }) => {
  const permissions = user ? await lists.sharing.findMany(user, ids) : [];
  return inOrder(ids, permissions, ({ permissionId }) => permissionId);
});

builder.node(PermissionRef, {
  description: 'Access to a list for one user, or for everybody in the organization.',
  extensions: inheritsAccess,
  id: { resolve: ({ permissionId }) => permissionId, description: 'Global id of the permission.' },
  isTypeOf: (value): value is Permission =>
    typeof value === 'object' && value !== null && 'permissionId' in value,
  fields: (t) => ({
    permissionId: t.exposeInt('permissionId', { description: 'Numeric id, for `revokePermission`.' }),
    orgWide: t.boolean({
      description: 'Whether the permission is for everybody in the organization.',
      resolve: ({ user }) => user === null,
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'User who has the permission; null if it is for everybody.',
      resolve: ({ user }) => (user === null ? null : toUser(user)),
    }),
    accessLevel: t.field(
      grantableLevels.field('What the permission allows.', ({ accessLevel }: Permission) => accessLevel),
    ),
    grantedBy: t.field(
      userField('User who first granted the permission.', ({ grantedBy }: Permission) => grantedBy),
    ),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the permission was first granted.',
    }),
  }),
});

/** Large enough for a page with all permissions of a list: one for each colleague at most. */
const PERMISSION_PAGE = { defaultLimit: 100, maxLimit: 10_000 };

builder.objectField(ListRef, 'permissions', (t) =>
  t.field({
    type: defineConnection('Permission', 'a permission', PermissionRef, {
      forwardsOnly: 'Pages are read forwards only, because one page can hold all permissions of a list.',
    }),
    price: edgesPrice(PERMISSION_PAGE, PLAIN_LIST_SIZE),
    description: 'Permissions of the list, oldest first. The owner needs none.',
    args: cursorArguments(PERMISSION_PAGE),
    resolve: (list, args, { services: { lists } }) =>
      readPageById(args, {
        scope: ['permissions', list.listId],
        bounds: PERMISSION_PAGE,
        read: (page) => lists.sharing.page(list, page),
        countAll: () => lists.sharing.count(list),
        idOf: ({ permissionId }) => permissionId,
      }),
  }),
);

builder.objectField(ListRef, 'permission', (t) =>
  t.field({
    type: PermissionRef,
    description: 'One of these permissions. Any other permission is the error PERMISSION_NOT_FOUND.',
    args: { permissionId: t.arg.id({ required: true, description: idText('Permission') }) },
    resolve: async ({ listId }, { permissionId }, context, info) => {
      const found = await requireNode<Permission>(
        'Permission',
        permissionId,
        context,
        info,
        permissionNotFound,
      );
      if (found.listId !== listId) throw permissionNotFound();
      return found;
    },
  }),
);

const USER_ID = { description: idText('User of the organization') };
const EMAIL = { description: 'E-mail address of a user of the organization.' };

const GrantTarget = builder.inputType('GrantTarget', {
  description: 'Recipient of a permission; exactly one key must be given.',
  isOneOf: true,
  fields: (t) => ({
    userId: t.id(USER_ID),
    email: t.string(EMAIL),
    orgWide: t.boolean({ description: 'True: everybody in the organization. False is an error.' }),
  }),
});

const UserTarget = builder.inputType('UserTarget', {
  description: 'A user of the organization; exactly one key must be given.',
  isOneOf: true,
  fields: (t) => ({ userId: t.id(USER_ID), email: t.string(EMAIL) }),
});

mutation('grantPermission', {
  description: 'Shares a list, or changes how it is shared. Only the owner can do this.',
  takes: 'List, recipient, and access level.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    to: t.field({ type: GrantTarget, required: true, description: 'Recipient of the permission.' }),
    accessLevel: t.field({
      type: grantableLevels.type,
      required: true,
      description: 'What the recipient may do. Ownership is transferred, not granted.',
    }),
  }),
  payload: payload<Granted>((t) => ({
    list: t.expose('list', { type: ListRef, description: 'List that was shared.' }),
    permission: t.expose('permission', {
      type: PermissionRef,
      description: 'Permission that was created or changed.',
    }),
    created: t.exposeBoolean('created', {
      description: 'Whether the permission is new. False: an existing permission was changed.',
    }),
  })),
  resolve: ({ listId, accessLevel, to }, { user, services }) => {
    if (to.orgWide === false)
      throw invalidValue('/to/orgWide', 'must be true; leave a list as it is otherwise');
    const grantee = to.orgWide === true ? ORG_WIDE : toNamedUser(to);
    return services.lists.sharing.grant(user, toListId(listId), grantee, toEnumValue(accessLevel));
  },
});

/** Reads how a user is named. GraphQL has checked that exactly one key is given. */
function toNamedUser({ userId, email }: { userId?: string; email?: string }): NamedUser {
  return userId == null ? { email: email ?? '' } : { userId: toRowIdOf('User', userId) };
}

mutation('revokePermission', {
  description: 'Revokes a permission, at once. Only the owner of the list can do this.',
  takes: 'List, and the permission to revoke.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    permissionId: t.id({ required: true, description: idText('Permission') }),
  }),
  payload: deletionPayload<{ deletedId: number; list: List }>('Permission', (t) => ({
    list: t.expose('list', { type: ListRef, description: 'List after the change.' }),
  })),
  resolve: async (input, { user, services }) => {
    const deletedId = toRowIdOf('Permission', input.permissionId);
    return { deletedId, list: await services.lists.sharing.revoke(user, toListId(input.listId), deletedId) };
  },
});

mutation('leaveList', {
  description:
    "Gives up the caller's own permission. Access of the whole organization stays. If the caller has no permission of their own, or owns the list, the error is PERMISSION_NOT_FOUND.",
  takes: 'List to leave.',
  inputNote: ': the list to leave.',
  input: (t) => ({ listId: t.id(LIST_ID) }),
  payload: deletionPayload<Left>('Permission', (t) => ({
    list: t.expose('list', {
      type: ListRef,
      nullable: true,
      description: 'List, if it is also shared with the whole organization; otherwise null.',
    }),
  })),
  resolve: ({ listId }, { user, services }) => services.lists.sharing.leave(user, toListId(listId)),
});

mutation('transferOwnership', {
  description:
    'Transfers a list to another user of the organization; the former owner becomes editor. Only the owner can do this, or an admin if the owner is disabled, who then becomes viewer.',
  takes: 'List, and its new owner.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    to: t.field({ type: UserTarget, required: true, description: 'New owner.' }),
  }),
  payload: listPayload,
  resolve: ({ listId, to }, { user, services }) =>
    services.lists.sharing.transfer(user, toListId(listId), toNamedUser(to)),
});
