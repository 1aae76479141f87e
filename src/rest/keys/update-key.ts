import { route } from '../route.ts';

export default route('UpdateApiKey', 'PATCH /keys/:key_id', {
  summary: 'Change the label or the expiry of an API key',
  needsUser: true,
  description:
    'A field that is left out stays as it is; null clears it. Users change their own keys, admins any key of the organization. The expiry of a rotated key can only be brought forward.',
  errors: ['api_key_inactive', 'api_key_not_found'],
});
