import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { recipientOf, SENT_AS, USER } from './recipient.ts';

export default route('TransferOwnership', 'POST /lists/:list_id/owner', {
  summary: 'Transfer a list to another user',
  parameters: USER,
  variables: ({ list_id, user_id, email }) => ({
    list_id,
    to: recipientOf({ user_id, email }, 'name one user, by user_id or by email'),
  }),
  sentAs: SENT_AS,
  example: { ...EXAMPLES.CompanyList, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
  errors: ['insufficient_access'],
});
