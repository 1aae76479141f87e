import { route } from '../route.ts';

export default route('UnwatchList', 'DELETE /lists/:list_id/watch', {
  summary: 'Stop watching a list',
  needsUser: true,
  description: 'Does nothing if the list is not watched.',
  errors: ['insufficient_access'],
});
