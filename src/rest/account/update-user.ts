import { z } from 'zod';
import { EXAMPLES } from '../examples.ts';
import { pathId, role, userName } from '../parameters.ts';
import { route } from '../route.ts';

export default route('UpdateUser', 'PATCH /account/users/:user_id', {
  summary: 'Change the role, the name or the state of a user',
  needsUser: true,
  description:
    'Send at least one field; one that is left out stays as it is. Rights follow on every process within five seconds. The personal keys of a disabled user are refused, and admins get owner access to their lists. Organization keys that they created stay valid: `created_by` in `GET /v1/keys` names them. Once a user is enabled, keys that were neither revoked nor expired work again. Needs an admin. The last active admin can be neither disabled nor demoted, and nobody disables themselves.',
  parameters: {
    user_id: pathId('The `user_id` of a user of the organization.', 2),
    role: role('The new role. A service account remains a `member`.').optional(),
    name: userName('The new name').optional(),
    disabled: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the user is disabled from now on.', example: true }),
  },
  example: {
    ...EXAMPLES.ManagedUser,
    user_id: 2,
    name: 'Grace',
    email: 'grace@demo.example',
    role: 'member',
    disabled_at: '2026-03-01T12:00:00.000Z',
  },
  errors: ['insufficient_access', 'last_admin', 'user_not_found'],
});
