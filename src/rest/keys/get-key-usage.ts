import { route } from '../route.ts';

export default route('GetApiKeyUsage', 'GET /keys/:key_id/usage', {
  summary: 'Get the usage of an API key',
  needsUser: true,
  description:
    'By day, newest first; days without usage are left out. Requests are recorded every few seconds.',
  errors: ['api_key_not_found'],
});
