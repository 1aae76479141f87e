import { pathId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('RevokeSession', 'DELETE /account/sessions/:session_id', {
  summary: 'Sign out in one browser',
  needsUser: true,
  parameters: { session_id: pathId('The `session_id` of a session of the caller.', 12) },
  errors: ['session_not_found'],
});
