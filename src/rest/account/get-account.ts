import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetAccount', 'GET /account', {
  summary: 'Get who holds the key',
  description:
    'The user of a personal key, and the organization with its credits. A key of an organization has no `user`.',
  example: {
    user: EXAMPLES.Person,
    organization: { organization_id: 1, name: 'Demo', credit_balance: 9999 },
    is_operator: false,
  },
});
