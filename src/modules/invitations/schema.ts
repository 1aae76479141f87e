import { POINTS, priced } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { MAX_GRANT } from '../../lib/request-limits.ts';
import { UserRef, UserRole } from '../access/types.ts';
import { InstalledOrganizationRef } from '../installation/types.ts';
import type { CreatedOrganization, Organizations } from './organizations.ts';
import type { Invitation, Invitations } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    invitations: Invitations;
    organizations: Organizations;
  }
}

const LINK = {
  description:
    'Link that signs the person in once. It is shown only now. The first to open it is signed in as that person. If people can only sign in at the OpenID provider, it is the address of the service.',
};
const EXPIRES_AT = {
  type: 'DateTime',
  nullable: true,
  description:
    'When an unused link expires: after 72 hours. Null for the address of the service, which does not expire.',
} as const;
const MAILED = {
  description: 'Whether a mail server accepted the link for delivery. False: send the link yourself.',
};
const INVITED = { type: UserRef, description: 'Invited person, who can now sign in.' } as const;

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
    link: t.exposeString('link', LINK),
    expiresAt: t.expose('expiresAt', EXPIRES_AT),
    mailed: t.exposeBoolean('mailed', MAILED),
    user: t.expose('user', INVITED),
  })),
  resolve: ({ role, ...rest }, { user, services }) =>
    services.invitations.invite(user, { ...rest, role: toEnumValue(role) }),
});

const NewAdminInput = builder.inputType('NewAdminInput', {
  description: 'First user of a new organization, who is its admin.',
  fields: (t) => ({
    email: t.string({
      required: true,
      description:
        'E-mail address of the person, in any case: at most 254 characters. Nobody else may have it.',
    }),
    name: t.string({
      description: 'Name: 1 to 200 characters. Default: the part of the address before the @.',
    }),
  }),
});

mutation('createOrganization', {
  description:
    'Creates an organization with its admin, and a link that signs the admin in once within 72 hours. Needs an operator of the installation.',
  price: priced(POINTS.invitation),
  takes: 'Organization and its admin.',
  input: (t) => ({
    name: t.string({
      required: true,
      description: 'Name, which no other organization has: 1 to 200 characters after trimming.',
    }),
    credits: t.field({
      type: 'SafeInt',
      defaultValue: 0,
      description: `First credits: 0 to ${MAX_GRANT}.`,
    }),
    admin: t.field({ type: NewAdminInput, required: true, description: 'Person who administers it.' }),
  }),
  payload: payload<CreatedOrganization>((t) => ({
    organization: t.expose('organization', {
      type: InstalledOrganizationRef,
      description: 'New organization.',
    }),
    link: t.exposeString('link', LINK),
    expiresAt: t.expose('expiresAt', EXPIRES_AT),
    mailed: t.exposeBoolean('mailed', MAILED),
    user: t.expose('user', INVITED),
  })),
  resolve: ({ name, credits, admin }, { user, services }) =>
    services.organizations.create(user, { name, credits: credits ?? 0, admin }),
});
