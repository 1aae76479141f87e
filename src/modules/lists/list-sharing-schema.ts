import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { validationFault } from '../../lib/fault.ts';
import type { GrantableLevel } from './list.ts';
import { LIST_ID, listPayload } from './list-payload-type.ts';
import { AccessLevelEnum, callerOf, ListRef, PermissionRef } from './list-types.ts';
import type { Granted } from './permissions.ts';

const GrantPermissionInput = builder.inputType('GrantPermissionInput', {
  description: 'The input of grantPermission: a user by id or e-mail, or the whole organization.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'A user of the organization.' }),
    email: t.string({ description: 'A user of the organization.' }),
    orgWide: t.boolean({ description: 'Everybody in the organization.' }),
    accessLevel: t.field({ type: AccessLevelEnum, required: true, description: 'VIEWER or EDITOR.' }),
  }),
});

const GrantPermissionPayload = builder.objectRef<Granted>('GrantPermissionPayload').implement({
  description: 'The answer to grantPermission.',
  extensions: inheritsAccess,
  fields: (t) => ({
    list: t.expose('list', { type: ListRef, description: 'The list.' }),
    permission: t.expose('permission', { type: PermissionRef, description: 'The permission.' }),
    created: t.exposeBoolean('created', { description: 'False when an earlier one was changed.' }),
  }),
});

const GRANTABLE = { VIEWER: 'viewer', EDITOR: 'editor' } as const satisfies Record<string, GrantableLevel>;

builder.mutationField('grantPermission', (t) =>
  t.field({
    type: GrantPermissionPayload,
    description: 'Shares a list, or changes how it is shared. For its owner.',
    authScopes: { userKey: true },
    args: {
      input: t.arg({ type: GrantPermissionInput, required: true, description: 'With whom, and how.' }),
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
  description: 'The input of revokePermission.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    permissionId: t.int({ required: true, description: 'The permission.' }),
  }),
});

builder.mutationField('revokePermission', (t) =>
  t.field({
    type: listPayload('RevokePermissionPayload', 'revokePermission'),
    description: 'Takes access to a list away, at once. For its owner.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: RevokePermissionInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input: { listId, permissionId } }, context) => ({
      list: await context.services.lists.revoke(callerOf(context), listId, permissionId),
    }),
  }),
);

const TransferOwnershipInput = builder.inputType('TransferOwnershipInput', {
  description: 'The input of transferOwnership: a user by id or e-mail.',
  fields: (t) => ({
    listId: t.int(LIST_ID),
    userId: t.int({ description: 'A user of the organization.' }),
    email: t.string({ description: 'A user of the organization.' }),
  }),
});

builder.mutationField('transferOwnership', (t) =>
  t.field({
    type: listPayload('TransferOwnershipPayload', 'transferOwnership'),
    description: 'Gives a list to somebody else; the caller stays as editor. For its owner.',
    authScopes: { userKey: true },
    args: { input: t.arg({ type: TransferOwnershipInput, required: true, description: 'To whom.' }) },
    resolve: async (_root, { input: { listId, ...to } }, context) => ({
      list: await context.services.lists.transfer(callerOf(context), listId, to),
    }),
  }),
);
