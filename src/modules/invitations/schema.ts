import { POINTS, priced } from '../../graphql/analysis/prices.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { UserRef, UserRole } from '../access/types.ts';
import type { Invitation, Invitations } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    invitations: Invitations;
  }
}

mutation('inviteUser', {
  description:
    'Invites a person: creates the user, and a link that signs them in once within 72 hours. For a user of the organization who exists, it only makes another link. Where the OpenID provider alone signs people in (`OIDC_ONLY`), the link is the address of the service. Needs an admin.',
  price: priced(POINTS.invitation),
  takes: 'Person to invite.',
  input: (t) => ({
    email: t.string({
      required: true,
      description: 'E-mail address of the person, in any case: at most 254 characters.',
    }),
    role: t.field({
      type: UserRole,
      required: true,
      description: 'Role of a new user. An existing user keeps their role.',
    }),
    name: t.string({
      description:
        'Name of a new user: 1 to 200 characters. An existing user keeps their name. Default: the part of the address before the @.',
    }),
  }),
  payload: payload<Invitation>((t) => ({
    link: t.exposeString('link', {
      description:
        'Link that signs the person in once. It is shown only now. The first to open it is signed in as that person. If people can only sign in at the OpenID provider, it is the address of the service.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When an unused link expires: after 72 hours. Null for the address of the service, which does not expire.',
    }),
    mailed: t.exposeBoolean('mailed', {
      description: 'Whether a mail server accepted the link for delivery. False: send the link yourself.',
    }),
    user: t.expose('user', { type: UserRef, description: 'Invited person, who can now sign in.' }),
  })),
  resolve: ({ role, ...rest }, { user, services }) =>
    services.invitations.invite(user, { ...rest, role: toEnumValue(role) }),
});
