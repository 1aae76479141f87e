import { route } from '../route.ts';

export default route('DeleteList', 'DELETE /lists/:list_id', {
  summary: 'Delete a list',
  errors: ['insufficient_access'],
});
