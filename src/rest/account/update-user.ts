import { z } from 'zod';
import { propertyOf } from '../../lib/property.ts';
import type { Shape } from '../answers/shapes.ts';
import { pathId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('UpdateUser', 'PATCH /account/users/:user_id', {
  summary: 'Disable or enable a user',
  description:
    'The personal keys of a disabled user are refused on every process within five seconds, and admins get owner access to their lists. Organization keys that they created stay valid: `created_by` in `GET /v1/keys` names them. Once a user is enabled, keys that were neither revoked nor expired work again. Needs an admin; nobody disables themselves.',
  parameters: {
    user_id: pathId('The `user_id` of a user of the organization.', 2),
    disabled: z.boolean().meta({ description: 'Whether the user is disabled from now on.', example: true }),
  },
  arrange: userOf,
  example: {
    user_id: 2,
    name: 'Grace',
    email: 'grace@demo.example',
    role: 'member',
    disabled_at: '2026-03-01T12:00:00.000Z',
  },
  errors: ['insufficient_access', 'user_credential_required', 'user_not_found'],
});

/** One of the two mutations runs. Both show the user. */
function userOf({ schema, map }: Shape): Shape {
  const { $ref } = (schema.properties as { user: Shape['schema'] }).user;
  return { schema: { $ref }, map: (data, variables) => propertyOf(map?.(data, variables), 'user') };
}
