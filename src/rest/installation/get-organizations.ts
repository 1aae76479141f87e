import { route } from '../route.ts';

export default route('GetOrganizations', 'GET /installation/organizations', {
  summary: 'Get all organizations of the installation',
  needsUser: true,
  description: 'By `organization_id`. Needs an operator of the installation.',
  errors: ['insufficient_access'],
});
