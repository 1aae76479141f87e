import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { validationFault } from '../../../lib/fault.ts';
import type { GrantableLevel } from '../list.ts';
import { LIST_ID, listPayload } from '../list-payload-type.ts';
import { AccessLevelEnum, callerOf, ListRef, PermissionRef } from '../list-types.ts';
import type { Granted } from './permissions.ts';

const GrantPermissionInput = builder.inputType('GrantPermissionInput', {
  description: 'Input of grantPermission. Name exactly one of `userId`, `email` and `orgWide: true`.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'Numeric id of a user of the organization.' }),
    email: t.string({ description: 'E-mail address of a user of the organization.' }),
    orgWide: t.boolean({ description: 'True: everybody in the organization.' }),
    accessLevel: t.field({
      type: AccessLevelEnum,
      required: true,
      description: 'VIEWER or EDITOR. Ownership is transferred, not granted.',
    }),
  }),
});

const GrantPermissionPayload = builder.objectRef<Granted>('GrantPermissionPayload').implement({
  description: 'Result of grantPermission.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'List that was shared.' }),
    permission: t.expose('permission', {
      type: PermissionRef,
      description: 'Permission that was created or changed.',
    }),
    created: t.exposeBoolean('created', {
      description: 'Whether the permission is new. False: an earlier one was changed.',
    }),
  }),
});

const GRANTABLE = { VIEWER: 'viewer', EDITOR: 'editor' } as const satisfies Record<string, GrantableLevel>;

builder.mutationField('grantPermission', (t) =>
  t.field({
    type: GrantPermissionPayload,
    description: 'Shares a list, or changes how it is shared. Only the owner can do this.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: GrantPermissionInput,
        required: true,
        description: 'List, the user or the organization, and the access level.',
      }),
    },
    resolve: (_root, { input: { listId, accessLevel, ...grantee } }, context) => {
      if (accessLevel === 'OWNER') {
        const message = 'must be viewer or editor; ownership is transferred, not granted';
        throw validationFault([{ pointer: '/access_level', message }]);
      }
      return context.services.lists.grant(callerOf(context), listId, grantee, GRANTABLE[accessLevel]);
    },
  }),
);

const RevokePermissionInput = builder.inputType('RevokePermissionInput', {
  description: 'Input of revokePermission.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    permissionId: t.int({ required: true, description: 'Numeric id of the permission.' }),
  }),
});

builder.mutationField('revokePermission', (t) =>
  t.field({
    type: listPayload('RevokePermissionPayload', 'revokePermission'),
    description: 'Revokes a permission, at once. Only the owner of the list can do this.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({
        type: RevokePermissionInput,
        required: true,
        description: 'List, and the permission to revoke.',
      }),
    },
    resolve: async (_root, { input: { listId, permissionId } }, context) => ({
      list: await context.services.lists.revoke(callerOf(context), listId, permissionId),
    }),
  }),
);

const TransferOwnershipInput = builder.inputType('TransferOwnershipInput', {
  description: 'Input of transferOwnership. Name exactly one of `userId` and `email`.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'Numeric id of a user of the organization.' }),
    email: t.string({ description: 'E-mail address of a user of the organization.' }),
  }),
});

builder.mutationField('transferOwnership', (t) =>
  t.field({
    type: listPayload('TransferOwnershipPayload', 'transferOwnership'),
    description:
      'Transfers a list to another user of the organization; the caller becomes editor. Only the owner can do this.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({ type: TransferOwnershipInput, required: true, description: 'List, and its new owner.' }),
    },
    resolve: async (_root, { input: { listId, ...to } }, context) => ({
      list: await context.services.lists.transfer(callerOf(context), listId, to),
    }),
  }),
);
