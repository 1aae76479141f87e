import { z } from 'zod';
import { word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GrantPermission', 'POST /lists/:list_id/permissions', {
  summary: 'Grant access to a list',
  description:
    'Grants access to one user, named by `user_id` or `email`, or with `org_wide: true` to the whole organization. Granting again changes the access level, and is answered with 200 instead of 201. Needs to be the owner.',
  parameters: {
    org_wide: z.boolean().describe('True for everybody in the organization, instead of one user.').optional(),
    access_level: word(['viewer', 'editor'], 'must be viewer or editor').meta({
      description: 'What the user may do.',
      example: 'viewer',
    }),
  },
  status: ({ grantPermission: { created } }) => (created ? 201 : 200),
  answer: ['grantPermission', 'permission'],
  errors: ['insufficient_access'],
});
