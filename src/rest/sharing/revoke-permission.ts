import { RevokePermissionDocument } from '../../generated/operations.ts';
import { LIST, PATH_ID } from '../parameters.ts';
import { route } from '../route.ts';

export const revokePermission = route(
  'DELETE /lists/:list_id/permissions/:permission_id',
  RevokePermissionDocument,
  {
    summary: 'Revoke access to a list',
    description: 'Takes effect at once. Needs to be the owner.',
    params: LIST.extend({ permission_id: PATH_ID.describe('The `permission_id` of a permission.') }),
    errors: ['insufficient_access', 'permission_not_found'],
  },
);
