import { route } from '../route.ts';

export default route('GetUsedBy', 'GET /lists/:list_id/used-by', {
  summary: 'Get the lists that name a list',
  needsUser: true,
  description:
    'Lists that the caller can see and whose definitions have a condition on this one, by `list_id`. Their members change with it.',
});
