import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetSession', 'GET /session', {
  summary: 'Get who is signed in',
  description:
    'The session of this request, its person and their organization. A request with an API key has no `session`.',
  example: {
    session: EXAMPLES.Session,
    user: EXAMPLES.Person,
    organization: { organization_id: 1, name: 'Demo', credit_balance: 9999 },
  },
});
