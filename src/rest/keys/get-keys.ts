import { route } from '../route.ts';

export default route('GetApiKeys', 'GET /keys', {
  summary: 'Get the API keys that the caller may manage',
  needsUser: true,
  description: 'Newest first. Users manage their own keys, admins all keys of the organization.',
});
