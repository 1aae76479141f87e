import { z } from 'zod';
import { GrantPermissionDocument } from '../../generated/operations.ts';
import { PERMISSION } from '../examples.ts';
import { LIST, USER, word } from '../parameters.ts';
import { route } from '../route.ts';

const ORG_WIDE = z.boolean().describe('True for everybody in the organization, instead of one user.');

export const grantPermission = route('POST /lists/:list_id/permissions', GrantPermissionDocument, {
  summary: 'Grant access to a list',
  description:
    'Grants access to one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access level, and is answered with 200 instead of 201. Needs to be the owner.',
  params: LIST,
  body: USER.extend({
    org_wide: ORG_WIDE.optional(),
    access_level: word(['viewer', 'editor'], 'must be viewer or editor').describe('What the user may do.'),
  }),
  requestExample: { email: 'grace@demo.example', access_level: 'viewer' },
  statuses: [200, 201],
  status: ({ grantPermission: { created } }) => (created ? 201 : 200),
  answer: ['grantPermission', 'permission'],
  example: PERMISSION,
  errors: ['insufficient_access', 'user_not_found'],
});
