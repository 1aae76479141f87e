import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { onlyOf, SENT_AS, USER, usersOf } from './recipient.ts';

export default route('TransferOwnership', 'POST /lists/:list_id/owner', {
  summary: 'Transfer a list to another user',
  needsUser: true,
  parameters: USER,
  variables: ({ list_id, user_id, email }) => ({
    list_id,
    to: onlyOf(usersOf({ user_id, email }), 'name one user, by user_id or by email'),
  }),
  sentAs: SENT_AS,
  example: { ...EXAMPLES.CompanyList, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
  errors: ['insufficient_access'],
});
