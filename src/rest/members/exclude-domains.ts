import { route } from '../route.ts';

export default route('ExcludeDomains', 'POST /lists/:list_id/excluded-domains', {
  summary: 'Exclude domains from a list',
  needsUser: true,
  description:
    'An exclusion takes precedence: neither the definition nor an earlier addition makes the company a member. Needs editor access.',
  errors: ['insufficient_access'],
});
