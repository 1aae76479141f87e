import { route } from '../route.ts';

export default route('GetList', 'GET /lists/:list_id', {
  summary: 'Get a list',
  needsUser: true,
  description: 'A list with its definition and permissions.',
});
