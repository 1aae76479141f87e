import { z } from 'zod';
import { MAX_BALANCE } from '../lib/request-limits.ts';
import { AT, EXAMPLES } from './examples.ts';
import {
  flag,
  includeOf,
  PARAMETERS,
  pathId,
  role,
  userName,
  wholeNumber,
  widePathId,
  word,
} from './parameters.ts';
import { route } from './route.ts';

const USER_ID = pathId('The `user_id` of a user of the organization.', 2);

const COMPANIES = wholeNumber(
  1,
  1000,
  100,
  'How many companies of each entry to show, by `company_id`. An entry of a request to enrich has at most 100, one of a job up to 1,000.',
);

const DIGEST = { frequency: 'weekly', next_at: AT, mailed: true };

export const account = [
  route('GetAccount', 'GET /account', {
    summary: 'Get the caller and organization',
    description:
      'The user of a personal key, the organization with its credits, and what the key of the request spent this month. A key of an organization has no `user`.',
    example: {
      user: EXAMPLES.Person,
      organization: { organization_id: 1, name: 'Demo', credit_balance: 9999 },
      operator: false,
      ...EXAMPLES.MonthlyCredits,
    },
  }),

  route('UpdateAccount', 'PATCH /account', {
    summary: 'Change the settings of the organization',
    needsUser: true,
    description: 'A field that is left out stays as it is. Needs an admin.',
    parameters: {
      credits_low_threshold: z.int().min(1).max(MAX_BALANCE).nullable().optional().meta({
        description:
          'A balance, in credits. A charge that takes the balance below it is the event `credits.low`. Null: no event.',
        example: 500,
      }),
    },
    example: {
      user: { ...EXAMPLES.Person, role: 'admin' },
      organization: { organization_id: 1, name: 'Demo', credit_balance: 9999, credits_low_threshold: 500 },
      operator: false,
      ...EXAMPLES.MonthlyCredits,
    },
    errors: ['insufficient_access'],
  }),

  route('GetDigest', 'GET /account/digest', {
    summary: 'Get how often the caller gets a digest',
    needsUser: true,
    description: 'The mails about watched lists that the caller can see.',
    example: DIGEST,
  }),

  route('UpdateDigest', 'PATCH /account/digest', {
    summary: 'Change how often the caller gets a digest',
    needsUser: true,
    parameters: {
      frequency: word(['none', 'daily', 'weekly'])
        .optional()
        .meta({ description: 'How often the caller gets a mail.', example: 'weekly' }),
    },
    example: DIGEST,
  }),

  route('GetOrganizationUsers', 'GET /account/users', {
    summary: 'Get the users of the organization',
    description: 'Users with whom a list can be shared, ordered by `user_id`. Needs a personal key.',
    parameters: {
      include_disabled: flag('Include disabled users, which have `disabled_at`. Needs an admin.'),
    },
    errors: ['insufficient_access', 'user_credential_required'],
  }),

  route('GetOrganizationUser', 'GET /account/users/:user_id', {
    summary: 'Get a user of the organization',
    description:
      'One of the users that `GET /v1/account/users` lists. A disabled user needs an admin. Needs a personal key.',
    parameters: { user_id: USER_ID },
    errors: ['user_credential_required', 'user_not_found'],
  }),

  route('InviteUser', 'POST /account/users', {
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
    headers: { Location: ({ inviteUser }) => `/v1/account/users/${inviteUser.user.user_id}` },
    example: EXAMPLES.Invitation,
    errors: ['email_taken', 'insufficient_access'],
  }),

  route('CreateServiceAccount', 'POST /account/service-accounts', {
    summary: 'Create a service account',
    needsUser: true,
    description:
      'A member for a program, as which nobody signs in. `POST /v1/keys` with its `user_id` creates its keys. Its e-mail address is made up, below `.invalid`. Needs an admin.',
    parameters: { name: userName('The name of the program', 'Nightly import') },
    status: 201,
    headers: {
      Location: ({ createServiceAccount }) => `/v1/account/users/${createServiceAccount.user.user_id}`,
    },
    example: {
      ...EXAMPLES.ManagedUser,
      user_id: 3,
      name: 'Nightly import',
      email: 'nightly-import-4f2a91c3d07b@service.invalid',
      role: 'member',
      kind: 'service',
    },
    errors: ['insufficient_access'],
  }),

  route('UpdateUser', 'PATCH /account/users/:user_id', {
    summary: 'Change the role, the name or the state of a user',
    needsUser: true,
    description:
      'A field that is left out stays as it is. Rights follow on every process within five seconds. The personal keys of a disabled user are refused, and admins get owner access to their lists. Organization keys that they created stay valid: `created_by` in `GET /v1/keys` names them. Once a user is enabled, keys that were neither revoked nor expired work again. Needs an admin. The last active admin can be neither disabled nor demoted, and nobody disables themselves.',
    parameters: {
      user_id: USER_ID,
      include: includeOf(
        ['created_keys'],
        'With `created_keys`, the answer has the active organization keys that the user created.',
        ['created_keys'],
      ),
      role: role('The new role. A service account remains a `member`.').optional(),
      name: userName('The new name').optional(),
      disabled: z.boolean().optional().meta({ description: 'Whether the user is disabled.', example: true }),
    },
    inQuery: ['include'],
    variables: ({ include, ...given }) => ({ ...given, created_keys: include.length > 0 }),
    example: {
      ...EXAMPLES.ManagedUser,
      user_id: 2,
      name: 'Grace',
      email: 'grace@demo.example',
      role: 'member',
      disabled_at: '2026-03-01T12:00:00.000Z',
    },
    errors: ['insufficient_access', 'last_admin', 'user_not_found'],
  }),

  route('GetLimits', 'GET /account/limits', {
    summary: 'Get rate limits and quotas',
    description:
      'The budget of the caller in each class of the rate limit, and the quotas of the organization. The header `RateLimit` of every response has the budgets, too.',
    example: {
      rate_limit: {
        limited: true,
        classes: [{ cost_class: 'read', limit: 2400, remaining: 2399, reset_at: AT, window_seconds: 60 }],
      },
      quotas: [{ quota: 'lists', limit: 10_000, used: 12 }],
    },
  }),

  route('GetCreditEntries', 'GET /account/ledger', {
    summary: 'Get the ledger of credits',
    description:
      'Every change of the balance, newest first. Charges have negative amounts. Admins see all entries; other users see the charges of their own keys, and an organization key sees its own. A charge takes one credit for each company: `amount` counts them, and `companies` shows the first of them. A charge of a session has a `user`, and no `api_key`.',
    parameters: { companies: COMPANIES },
    sentAs: { '/first': '/limit' },
    example: {
      entries: [EXAMPLES.CreditEntry],
      total: 1,
      limit: 100,
      offset: 0,
      next_cursor: null,
    },
  }),

  route('GetCreditEntry', 'GET /account/ledger/:entry_id', {
    summary: 'Get an entry of the ledger',
    description:
      'One of the entries that `GET /v1/account/ledger` shows to the caller. An operator of the installation also reads grants to any organization.',
    parameters: {
      entry_id: widePathId('The `entry_id` of an entry of the ledger.', EXAMPLES.CreditEntry.entry_id),
      companies: COMPANIES,
    },
    sentAs: { '/first': '/companies' },
    example: EXAMPLES.CreditEntry,
    errors: ['credit_entry_not_found'],
  }),

  route('GetOrganizationUsage', 'GET /account/usage', {
    summary: 'Get the usage of all keys of the organization',
    description:
      'By day, newest first; days without usage are left out. Needs a personal key of an admin. Requests are recorded every few seconds.',
    errors: ['insufficient_access', 'user_credential_required'],
  }),

  route('GetOwnFlags', 'GET /account/flags', {
    summary: 'Get the data flags of the caller',
    description:
      'Newest first, with the results of their reviews. Users see the flags that they raised with any of their keys. Admins see all flags of the organization, and an organization key sees its own.',
  }),
];
