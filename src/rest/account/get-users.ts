import { flag } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetUsers', 'GET /account/users', {
  summary: 'Get the users of the organization',
  description: 'With whom a list can be shared, by `user_id`. Needs a personal key.',
  parameters: {
    include_disabled: flag('Include disabled users, which have `disabled_at`. Needs an admin.'),
  },
  errors: ['insufficient_access', 'user_credential_required'],
});
