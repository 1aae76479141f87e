import { EXAMPLES } from '../examples.ts';
import { userName } from '../parameters.ts';
import { route } from '../route.ts';

export default route('CreateServiceAccount', 'POST /account/service-accounts', {
  summary: 'Create a service account',
  needsUser: true,
  description:
    'A member for a program, as which nobody signs in. `POST /v1/keys` with its `user_id` creates its keys. Its e-mail address is made up, below `.invalid`. Needs an admin.',
  parameters: { name: userName('The name of the program', 'Nightly import') },
  status: 201,
  example: {
    ...EXAMPLES.ManagedUser,
    user_id: 3,
    name: 'Nightly import',
    email: 'nightly-import-4f2a91c3d07b@service.invalid',
    role: 'member',
    kind: 'service',
  },
  errors: ['insufficient_access'],
});
