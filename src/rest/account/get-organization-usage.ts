import { route } from '../route.ts';

export default route('GetOrganizationUsage', 'GET /account/usage', {
  summary: 'Get the usage of all keys of the organization',
  description:
    'By day, newest first; days without usage are left out. Needs a personal key of an admin. Requests are recorded every few seconds.',
  errors: ['insufficient_access', 'user_credential_required'],
});
