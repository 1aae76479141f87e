import { z } from 'zod';
import { EXAMPLES } from './examples.ts';
import { PARAMETERS, word } from './parameters.ts';
import { route } from './route.ts';

/** Parameters that name a user. A row takes exactly one of them. */
const USER = { user_id: PARAMETERS.user_id, email: PARAMETERS.email };

/** Pointers into a body, by the pointers of the GraphQL input that they become. */
const SENT_AS = { '/to/userId': '/user_id', '/to/email': '/email' };

interface NamedUser {
  user_id?: number | undefined;
  email?: string | undefined;
}

/** Returns the GraphQL input of a user, which has one key. */
function toUserTarget({ user_id, email }: NamedUser) {
  return user_id === undefined ? { email: email ?? '' } : { userId: user_id };
}

export const sharing = [
  route('GetListPermissions', 'GET /lists/:list_id/permissions', {
    summary: 'Get the owner and the permissions of a list',
    needsUser: true,
    description: 'The owner and the permissions that were granted, oldest first.',
  }),

  route('GetListPermission', 'GET /lists/:list_id/permissions/:permission_id', {
    summary: 'Get a permission of a list',
    needsUser: true,
    description: 'One of the permissions that were granted.',
    errors: ['permission_not_found'],
  }),

  route('GrantPermission', 'POST /lists/:list_id/permissions', {
    summary: 'Grant access to a list',
    needsUser: true,
    description:
      'Grants access to one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access level, and is answered with 200 instead of 201. Needs to be the owner.',
    parameters: {
      ...USER,
      org_wide: z
        .boolean()
        .optional()
        .meta({ const: true, description: 'True for everybody in the organization, instead of one user.' }),
      access_level: word(['viewer', 'editor'], 'must be viewer or editor').meta({
        description: 'What the user may do.',
        example: 'viewer',
      }),
    },
    exactlyOne: ['user_id', 'email', 'org_wide'],
    variables: ({ list_id, access_level, org_wide, ...named }) => ({
      list_id,
      access_level,
      to: org_wide === true ? { orgWide: true } : toUserTarget(named),
    }),
    sentAs: SENT_AS,
    status: ({ grantPermission: { created } }) => (created ? 201 : 200),
    headers: {
      Location: ({ grantPermission: { permission } }, { list_id }) =>
        `/v1/lists/${list_id}/permissions/${permission.permission_id}`,
    },
    answer: ['grantPermission', 'permission'],
    errors: ['insufficient_access'],
  }),

  route('RevokePermission', 'DELETE /lists/:list_id/permissions/:permission_id', {
    summary: 'Revoke access to a list',
    needsUser: true,
    errors: ['insufficient_access'],
  }),

  route('LeaveList', 'DELETE /lists/:list_id/permissions/me', {
    summary: 'Leave a list',
    needsUser: true,
    description:
      'Gives up the permission of the caller. Access of the whole organization stays. Without a permission of their own, callers get 404 `permission_not_found`, and so does the owner: transfer or delete the list instead.',
    errors: ['permission_not_found'],
  }),

  route('TransferOwnership', 'POST /lists/:list_id/owner', {
    summary: 'Transfer a list to another user',
    needsUser: true,
    parameters: USER,
    exactlyOne: ['user_id', 'email'],
    variables: ({ list_id, ...named }) => ({ list_id, to: toUserTarget(named) }),
    sentAs: SENT_AS,
    example: { ...EXAMPLES.CompanyList, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
    errors: ['insufficient_access'],
  }),

  route('GetListAuditLog', 'GET /lists/:list_id/audit-log', {
    summary: 'Get the audit log of a list',
    needsUser: true,
    description: 'Every change of the list, newest first.',
  }),
];
