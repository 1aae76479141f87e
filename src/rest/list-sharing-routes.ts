import { z } from 'zod';
import {
  GetAuditLogDocument,
  GetPermissionsDocument,
  GrantPermissionDocument,
  RevokePermissionDocument,
  TransferOwnershipDocument,
} from '../generated/operations.ts';
import { LIST, noContent, PAGED } from './list-parts.ts';
import { toList, toPageOf, toPermission } from './list-records.ts';
import { ID, NO_BODY, NOTHING } from './parameters.ts';
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
    params: z.strictObject({ list_id: ID, permission_id: ID }),
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ input: { listId: params.list_id, permissionId: params.permission_id } }),
    reply: noContent,
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/owner',
    document: TransferOwnershipDocument,
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
    params: LIST,
    query: PAGED,
    body: NO_BODY,
    variables: ({ params, query }) => ({ listId: params.list_id, ...query }),
    reply: ({ list }, { query }) => ({ body: toPageOf('events', list.auditLog, query) }),
  }),
];
