import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';
import { SENT_AS, toUserTarget, USER } from './recipient.ts';

export default route('TransferOwnership', 'POST /lists/:list_id/owner', {
  summary: 'Transfer a list to another user',
  needsUser: true,
  parameters: USER,
  exactlyOne: ['user_id', 'email'],
  variables: ({ list_id, ...named }) => ({ list_id, to: toUserTarget(named) }),
  sentAs: SENT_AS,
  example: { ...EXAMPLES.CompanyList, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
  errors: ['insufficient_access'],
});
