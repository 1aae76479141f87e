import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('TransferOwnership', 'POST /lists/:list_id/owner', {
  summary: 'Transfer a list to another user',
  example: { ...EXAMPLES.List, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
  errors: ['insufficient_access'],
});
