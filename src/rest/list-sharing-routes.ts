import { z } from 'zod';
import {
  GetAuditLogDocument,
  GetPermissionsDocument,
  GrantPermissionDocument,
  RevokePermissionDocument,
  TransferOwnershipDocument,
} from '../generated/operations.ts';
import { sharingDocs } from './docs/sharing-docs.ts';
import { LIST, LIST_ID, noContent, PAGED } from './list-parts.ts';
import { toList, toPageOf, toPermission } from './list-records.ts';
import { idOf, NO_BODY, NOTHING } from './parameters.ts';
import { type Route, route } from './route.ts';

const USER = { user_id: z.int32().optional(), email: z.string().optional() };
const GRANT = z.strictObject({
  ...USER,
  org_wide: z.boolean().optional(),
  access_level: z.enum(['viewer', 'editor'], 'must be viewer or editor'),
});
const LEVELS = { viewer: 'VIEWER', editor: 'EDITOR' } as const;

/** Sharing and the audit log (contract, section 6). */
export const listSharingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/lists/:list_id/permissions',
    document: GetPermissionsDocument,
    docs: sharingDocs.getPermissions,
    params: LIST,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ listId: params.list_id }),
    reply: ({ list }) => ({ body: { owner: list.owner, permissions: list.permissions.map(toPermission) } }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/permissions',
    document: GrantPermissionDocument,
    docs: sharingDocs.grantPermission,
    params: LIST,
    query: NOTHING,
    body: GRANT,
    variables: ({ params, body: { user_id, org_wide, access_level, email } }) => ({
      input: {
        listId: params.list_id,
        userId: user_id,
        email,
        orgWide: org_wide,
        accessLevel: LEVELS[access_level],
      },
    }),
    reply: ({ grantPermission: { permission, created } }) => ({
      status: created ? 201 : 200,
      body: toPermission(permission),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:list_id/permissions/:permission_id',
    document: RevokePermissionDocument,
    docs: sharingDocs.revokePermission,
    params: z.strictObject({ list_id: LIST_ID, permission_id: idOf('The `permission_id` of a permission.') }),
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ input: { listId: params.list_id, permissionId: params.permission_id } }),
    reply: noContent,
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/owner',
    document: TransferOwnershipDocument,
    docs: sharingDocs.transferOwnership,
    params: LIST,
    query: NOTHING,
    body: z.strictObject(USER),
    variables: ({ params, body: { user_id, email } }) => ({
      input: { listId: params.list_id, userId: user_id, email },
    }),
    reply: ({ transferOwnership }) => ({ body: toList(transferOwnership.list) }),
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/audit-log',
    document: GetAuditLogDocument,
    docs: sharingDocs.getAuditLog,
    params: LIST,
    query: PAGED,
    body: NO_BODY,
    variables: ({ params, query }) => ({ listId: params.list_id, ...query }),
    reply: ({ list }, { query }) => ({ body: toPageOf('events', list.auditLog, query) }),
  }),
];
