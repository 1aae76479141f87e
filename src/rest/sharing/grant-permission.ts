import { z } from 'zod';
import { word } from '../parameters.ts';
import { route } from '../route.ts';
import { onlyOf, SENT_AS, USER, usersOf } from './recipient.ts';

export default route('GrantPermission', 'POST /lists/:list_id/permissions', {
  summary: 'Grant access to a list',
  needsUser: true,
  description:
    'Grants access to one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access level, and is answered with 200 instead of 201. Needs to be the owner.',
  parameters: {
    ...USER,
    org_wide: z.boolean().describe('True for everybody in the organization, instead of one user.').optional(),
    access_level: word(['viewer', 'editor'], 'must be viewer or editor').meta({
      description: 'What the user may do.',
      example: 'viewer',
    }),
  },
  variables: ({ list_id, access_level, org_wide, ...named }) => ({
    list_id,
    access_level,
    to: onlyOf(
      [...usersOf(named), ...(org_wide === true ? [{ key: 'org_wide', to: { orgWide: true } }] : [])],
      'name one of user_id, email and org_wide: true',
    ),
  }),
  sentAs: SENT_AS,
  status: ({ grantPermission: { created } }) => (created ? 201 : 200),
  answer: ['grantPermission', 'permission'],
  errors: ['insufficient_access'],
});
