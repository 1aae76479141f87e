import { GetPermissionsDocument } from '../../generated/operations.ts';
import { PERMISSION, USER } from '../examples.ts';
import { LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const getPermissions = route('GET /lists/:list_id/permissions', GetPermissionsDocument, {
  summary: 'Get the owner and the permissions of a list',
  description: 'The owner and the permissions that were granted, oldest first.',
  params: LIST,
  answer: ['list'],
  example: { owner: USER, permissions: [PERMISSION] },
});
