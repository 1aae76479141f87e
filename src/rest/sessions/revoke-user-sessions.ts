import { pathId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RevokeUserSessions', 'DELETE /account/users/:user_id/sessions', {
  summary: 'Sign a person out everywhere',
  needsUser: true,
  description:
    'Ends all sessions of a person of the organization, within five seconds on every process. Needs an admin. API keys keep working, and so does signing in again: disable the user to prevent both.',
  parameters: { user_id: pathId('The `user_id` of a user of the organization.', 2) },
  errors: ['insufficient_access', 'user_not_found'],
});
