import { route } from '../route.ts';

export default route('RemoveDomain', 'DELETE /lists/:list_id/domains/:domain', {
  summary: 'Remove a domain that was added by hand',
  needsUser: true,
  errors: ['insufficient_access'],
});
