import { AuditLog, List, Permission, Permissions } from '../schemas/lists.ts';
import { AT, LIST, PERMISSION, page, USER } from './examples.ts';
import { CHANGES_LIST, READS_LIST, type RouteDocs } from './route-docs.ts';

const WHO = {
  user_id: { description: 'A user of the organization; or name them by `email`.' },
  email: { description: 'The e-mail address of a user of the organization.' },
};

export const sharingDocs = {
  getPermissions: {
    tag: 'Sharing',
    summary: 'Who can access a list',
    description: 'The owner and everybody that access was granted to, oldest first.',
    answers: {
      200: {
        description: 'The owner and the permissions.',
        schema: Permissions,
        example: { owner: USER, permissions: [PERMISSION] },
      },
    },
    errors: READS_LIST,
  },
  grantPermission: {
    tag: 'Sharing',
    summary: 'Grant access to a list',
    description:
      'To one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access. Only the owner can.',
    parameters: {
      ...WHO,
      org_wide: { description: 'True: everybody in the organization, instead of one user.' },
      access_level: { description: 'What they may do.' },
    },
    requestExample: { email: 'grace@demo.example', access_level: 'viewer' },
    answers: {
      200: { description: 'Access that was there before, changed.', schema: Permission, example: PERMISSION },
      201: { description: 'The new permission.', schema: Permission, example: PERMISSION },
    },
    errors: [...CHANGES_LIST, 'user_not_found'],
  },
  revokePermission: {
    tag: 'Sharing',
    summary: 'Take access away',
    description: 'Holds at once. Only the owner can.',
    answers: { 204: { description: 'It is gone.' } },
    errors: [...CHANGES_LIST, 'permission_not_found'],
  },
  transferOwnership: {
    tag: 'Sharing',
    summary: 'Give a list to somebody else',
    description: 'The old owner becomes editor. Only the owner can.',
    parameters: WHO,
    requestExample: { email: 'grace@demo.example' },
    answers: {
      200: {
        description: 'The list as the caller sees it now.',
        schema: List,
        example: { ...LIST, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
      },
    },
    errors: [...CHANGES_LIST, 'user_not_found'],
  },
  getAuditLog: {
    tag: 'Sharing',
    summary: 'What was done with a list',
    description: 'Every change, newest first.',
    answers: {
      200: {
        description: 'A page of changes.',
        schema: AuditLog,
        example: page('events', {
          event_id: 12,
          action: 'list_renamed',
          actor: USER,
          at: AT,
          details: { from: 'Germany', to: 'Software in Germany' },
        }),
      },
    },
    errors: READS_LIST,
  },
} as const satisfies Record<string, RouteDocs>;
