import { EXAMPLES } from '../examples.ts';
import { PARAMETERS, role, userName } from '../parameters.ts';
import { route } from '../route.ts';

export default route('InviteUser', 'POST /account/users', {
  summary: 'Invite a person',
  needsUser: true,
  description:
    'Creates the user, and a link that signs them in once within 72 hours. Where the service sends mail, they get the link by mail, too. For a user of the organization who exists, it only makes another link: name and role stay as they are. Where the OpenID provider alone signs people in, `link` is the address of the service, and there is no `expires_at`. The link is shown only here. A retry with the same `Idempotency-Key` makes no second link and gets 409 `idempotency_response_lost`. Needs an admin.',
  parameters: {
    email: PARAMETERS.email.unwrap().meta({
      ...PARAMETERS.email.meta(),
      description: 'The e-mail address of the person, in any case.',
    }),
    role: role('The role of a new user.'),
    name: userName('The name of a new user. Without it, the part of the address before the @').optional(),
  },
  status: 201,
  example: EXAMPLES.Invitation,
  errors: ['email_taken', 'insufficient_access'],
});
