import type { User } from '../../generated/prisma/client.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/fields.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { ApiKeyRef, UserRef } from './access-types.ts';
import type { Disabled } from './user-management.ts';

/** Returns the number of the user that an argument names; 0, which no user has, for anything else. */
const toUserId = (id: string) => toRowIdOf('User', id);

const DisableUserInput = builder.inputType('DisableUserInput', {
  description: 'Input of disableUser.',
  fields: (t) => ({ userId: t.id({ required: true, description: idText('User to disable') }) }),
});

const EnableUserInput = builder.inputType('EnableUserInput', {
  description: 'Input of enableUser.',
  fields: (t) => ({ userId: t.id({ required: true, description: idText('User to enable') }) }),
});

const DisableUserPayload = innerType<Disabled>('DisableUserPayload', {
  description: 'Result of disableUser.',
  fields: (t) => ({
    user: t.expose('user', { type: UserRef, description: 'User, who is now disabled.' }),
    createdKeys: t.expose('createdKeys', {
      type: [ApiKeyRef],
      description:
        'Active organization keys that the user created. They stay active, and somebody may know them: rotate or revoke them.',
    }),
  }),
});

const EnableUserPayload = innerType<{ user: User }>('EnableUserPayload', {
  description: 'Result of enableUser.',
  fields: (t) => ({
    user: t.expose('user', { type: UserRef, description: 'User, who is no longer disabled.' }),
  }),
});

builder.mutationFields((t) => ({
  disableUser: t.withAuth({ userKey: true }).field({
    type: DisableUserPayload,
    description:
      'Disables a user of the organization. Their personal keys are refused on every process within five seconds, and admins get owner access to their lists. Needs an admin; nobody disables themselves.',
    args: { input: t.arg(inputOf(DisableUserInput, 'User to disable.')) },
    resolve: (_root, { input: { userId } }, { user, services }) =>
      services.users.disable(user, toUserId(userId)),
  }),
  enableUser: t.withAuth({ userKey: true }).field({
    type: EnableUserPayload,
    description:
      'Enables a disabled user. Their personal keys work again, except those that were revoked or have expired. Needs an admin.',
    args: { input: t.arg(inputOf(EnableUserInput, 'User to enable.')) },
    resolve: async (_root, { input: { userId } }, { user, services }) => ({
      user: await services.users.enable(user, toUserId(userId)),
    }),
  }),
}));
