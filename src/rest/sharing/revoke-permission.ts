import { route } from '../route.ts';

export default route('RevokePermission', 'DELETE /lists/:list_id/permissions/:permission_id', {
  summary: 'Revoke access to a list',
  needsUser: true,
  errors: ['insufficient_access'],
});
