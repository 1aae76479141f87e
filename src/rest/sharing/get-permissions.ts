import { route } from '../route.ts';

export default route('GetPermissions', 'GET /lists/:list_id/permissions', {
  summary: 'Get the owner and the permissions of a list',
  needsUser: true,
  description: 'The owner and the permissions that were granted, oldest first.',
});
