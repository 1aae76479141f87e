import { DeleteListDocument } from '../../generated/operations.ts';
import { LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const deleteList = route('DELETE /lists/:list_id', DeleteListDocument, {
  summary: 'Delete a list',
  description: 'Needs to be the owner.',
  params: LIST,
  errors: ['insufficient_access'],
});
