import { route } from '../route.ts';

export default route('GetList', 'GET /lists/:list_id', {
  summary: 'Get a list',
  description: 'A list with its definition and permissions.',
});
