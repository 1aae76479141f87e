import { route } from '../route.ts';

export default route('LeaveList', 'DELETE /lists/:list_id/permissions/me', {
  summary: 'Leave a list',
  needsUser: true,
  description:
    'Gives up the permission of the caller. Access of the whole organization stays. Without a permission of their own, callers get 404 `permission_not_found`, and so does the owner: transfer or delete the list instead.',
  errors: ['permission_not_found'],
});
