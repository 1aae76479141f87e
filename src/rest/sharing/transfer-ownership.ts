import { TransferOwnershipDocument } from '../../generated/operations.ts';
import { LIST as EXAMPLE } from '../examples.ts';
import { LIST, USER } from '../parameters.ts';
import { route } from '../route.ts';

export const transferOwnership = route('POST /lists/:list_id/owner', TransferOwnershipDocument, {
  summary: 'Transfer a list to another user',
  description: 'The former owner becomes an editor. Needs to be the owner.',
  params: LIST,
  body: USER,
  requestExample: { email: 'grace@demo.example' },
  answer: ['transferOwnership', 'list'],
  example: { ...EXAMPLE, owner: { user_id: 2, name: 'Grace' }, access_level: 'editor' },
  errors: ['insufficient_access', 'user_not_found'],
});
