import { z } from 'zod';
import { word } from '../parameters.ts';
import { route } from '../route.ts';
import { SENT_AS, toUserTarget, USER } from './recipient.ts';

export default route('GrantPermission', 'POST /lists/:list_id/permissions', {
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
  answer: ['grantPermission', 'permission'],
  errors: ['insufficient_access'],
});
