import { route } from '../route.ts';

export default route('GetLists', 'GET /lists', {
  summary: 'Get the lists that the caller can see',
  description: 'Lists that the caller owns or that are shared with the caller, most recently updated first.',
});
