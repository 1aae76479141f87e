import type { User } from '../../generated/prisma/client.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { inputOf } from '../../graphql/fields.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { ApiKeyRef, UserRef, UserRole } from './access-types.ts';
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

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Input of updateUser. A field that is left out stays as it is, and at least one is needed.',
  fields: (t) => ({
    userId: t.id({ required: true, description: idText('User to change') }),
    role: t.field({ type: UserRole, description: 'New role. A service account remains a member.' }),
    name: t.string({ description: 'New name: 1 to 200 characters.' }),
    disabled: t.boolean({ description: 'Whether the user is disabled from now on.' }),
  }),
});

const CreateServiceAccountInput = builder.inputType('CreateServiceAccountInput', {
  description: 'Input of createServiceAccount.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the program: 1 to 200 characters.' }),
  }),
});

const UpdateUserPayload = innerType<{ user: User }>('UpdateUserPayload', {
  description: 'Result of updateUser.',
  fields: (t) => ({ user: t.expose('user', { type: UserRef, description: 'User after the change.' }) }),
});

const CreateServiceAccountPayload = innerType<{ user: User }>('CreateServiceAccountPayload', {
  description: 'Result of createServiceAccount.',
  fields: (t) => ({
    user: t.expose('user', { type: UserRef, description: 'Service account, which has no key yet.' }),
  }),
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
  updateUser: t.withAuth({ userKey: true }).field({
    type: UpdateUserPayload,
    description:
      'Changes role, name or state of a user of the organization. Rights follow on every process within five seconds. Needs an admin. The last active admin can be neither disabled nor demoted.',
    args: { input: t.arg(inputOf(UpdateUserInput, 'User, and the fields to change.')) },
    resolve: async (_root, { input: { userId, role, name, disabled } }, { user, services }) => ({
      user: await services.users.update(user, toUserId(userId), {
        role: role ? toEnumValue(role) : undefined,
        name: name ?? undefined,
        disabled: disabled ?? undefined,
      }),
    }),
  }),
  createServiceAccount: t.withAuth({ userKey: true }).field({
    type: CreateServiceAccountPayload,
    description:
      'Creates a service account: a member for a program, as which nobody signs in. `createApiKey` with its `userId` creates its keys. Needs an admin.',
    args: { input: t.arg(inputOf(CreateServiceAccountInput, 'Name of the account.')) },
    resolve: async (_root, { input: { name } }, { user, services }) => ({
      user: await services.users.createServiceAccount(user, name),
    }),
  }),
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
