import { route } from '../route.ts';

export default route('WatchList', 'PUT /lists/:list_id/watch', {
  summary: 'Watch a list',
  needsUser: true,
  status: 204,
  description:
    'From now on, the service evaluates the list after each import and each change of it. What changes among its members is an event `list.members_changed` of the feed. Does nothing if the list is watched.',
  errors: [
    'insufficient_access',
    'quota_exceeded',
    'definition_conflict',
    'invalid_definition',
    'members_too_large',
  ],
});
