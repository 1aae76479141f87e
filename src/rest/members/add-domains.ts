import { route } from '../route.ts';

export default route('AddDomains', 'POST /lists/:list_id/domains', {
  summary: 'Add domains to a list',
  needsUser: true,
  description:
    'A domain that is not tracked stays on the list, and becomes a member once the catalogue has its company. Adding a domain lifts its exclusion: the latest action on a domain wins. Needs editor access.',
  errors: ['insufficient_access'],
});
