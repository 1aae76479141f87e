import { route } from '../route.ts';

export default route('GetApiKey', 'GET /keys/:key_id', {
  summary: 'Get an API key',
  needsUser: true,
  description: 'One of the keys that the caller may manage, without its secret part.',
  errors: ['api_key_not_found'],
});
