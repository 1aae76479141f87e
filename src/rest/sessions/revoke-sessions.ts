import { route } from '../route.ts';

export default route('RevokeSessions', 'DELETE /account/sessions', {
  summary: 'Sign out everywhere',
  needsUser: true,
  description:
    'Ends all sessions of the caller, within five seconds on every process. API keys keep working.',
});
