import { route } from '../route.ts';

export default route('GetUsers', 'GET /account/users', {
  summary: 'Get the users of the organization',
  description:
    'With whom a list can be shared, by `user_id`. Disabled users are left out. Needs a personal key.',
  errors: ['user_credential_required'],
});
