import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetSessions', 'GET /account/sessions', {
  summary: 'Get the browsers in which the caller is signed in',
  needsUser: true,
  description: 'The latest first, at most 100. `current` marks the one that sent this request.',
  example: { sessions: [EXAMPLES.Session] },
});
