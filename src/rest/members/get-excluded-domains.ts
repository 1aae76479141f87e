import { route } from '../route.ts';

export default route('GetExcludedDomains', 'GET /lists/:list_id/excluded-domains', {
  summary: 'Get the domains that are excluded from a list',
  needsUser: true,
  description: 'Latest first.',
});
