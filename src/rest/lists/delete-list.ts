import { route } from '../route.ts';

export default route('DeleteList', 'DELETE /lists/:list_id', {
  summary: 'Delete a list',
  needsUser: true,
  errors: ['insufficient_access'],
});
