import { route } from '../route.ts';

export default route('UnexcludeDomain', 'DELETE /lists/:list_id/excluded-domains/:domain', {
  summary: 'Lift the exclusion of a domain',
  needsUser: true,
  errors: ['insufficient_access'],
});
