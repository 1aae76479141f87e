import { route } from '../route.ts';

export default route('GetAddedDomains', 'GET /lists/:list_id/domains', {
  summary: 'Get the domains that were added by hand',
  needsUser: true,
  description: 'Latest first.',
});
