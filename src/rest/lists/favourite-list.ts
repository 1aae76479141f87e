import { route } from '../route.ts';

export default route('FavouriteList', 'PUT /lists/:list_id/favourite', {
  summary: 'Mark a list as a favourite',
  needsUser: true,
  status: 204,
  description: 'Marks it for the caller alone. Does nothing if it is marked.',
});
