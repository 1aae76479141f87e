import { route } from '../route.ts';

export default route('UnfavouriteList', 'DELETE /lists/:list_id/favourite', {
  summary: 'Remove the mark of a favourite',
  needsUser: true,
  description: 'Does nothing if the list is not marked.',
});
