import type { User } from '../../generated/prisma/client.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { ApiKeyRef, UserRef, UserRole } from './access-types.ts';
import type { Disabled } from './user-management.ts';

/** Returns the number of the user that an argument names; 0, which no user has, for anything else. */
const toUserId = (id: string) => toRowIdOf('User', id);

mutation('updateUser', {
  description:
    'Changes role, name or state of a user of the organization. Rights follow on every process within five seconds. Needs an admin. The last active admin can be neither disabled nor demoted.',
  takes: 'User, and the fields to change.',
  inputNote: '. A field that is left out stays as it is, and at least one is needed.',
  input: (t) => ({
    userId: t.id({ required: true, description: idText('User to change') }),
    role: t.field({ type: UserRole, description: 'New role. A service account remains a member.' }),
    name: t.string({ description: 'New name: 1 to 200 characters.' }),
    disabled: t.boolean({ description: 'Whether the user is disabled from now on.' }),
  }),
  payload: payload<{ user: User }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'User after the change.' }),
  })),
  resolve: async ({ userId, role, name, disabled }, { user, services }) => ({
    user: await services.users.update(user, toUserId(userId), {
      role: role ? toEnumValue(role) : undefined,
      name: name ?? undefined,
      disabled: disabled ?? undefined,
    }),
  }),
});

mutation('createServiceAccount', {
  description:
    'Creates a service account: a member for a program, as which nobody signs in. `createApiKey` with its `userId` creates its keys. Needs an admin.',
  takes: 'Name of the account.',
  input: (t) => ({
    name: t.string({ required: true, description: 'Name of the program: 1 to 200 characters.' }),
  }),
  payload: payload<{ user: User }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'Service account, which has no key yet.' }),
  })),
  resolve: async ({ name }, { user, services }) => ({
    user: await services.users.createServiceAccount(user, name),
  }),
});

mutation('disableUser', {
  description:
    'Disables a user of the organization. Their personal keys are refused on every process within five seconds, and admins get owner access to their lists. Needs an admin; nobody disables themselves.',
  takes: 'User to disable.',
  input: (t) => ({ userId: t.id({ required: true, description: idText('User to disable') }) }),
  payload: payload<Disabled>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'User, who is now disabled.' }),
    createdKeys: t.expose('createdKeys', {
      type: [ApiKeyRef],
      description:
        'Active organization keys that the user created. They stay active, and somebody may know them: rotate or revoke them.',
    }),
  })),
  resolve: ({ userId }, { user, services }) => services.users.disable(user, toUserId(userId)),
});

mutation('enableUser', {
  description:
    'Enables a disabled user. Their personal keys work again, except those that were revoked or have expired. Needs an admin.',
  takes: 'User to enable.',
  input: (t) => ({ userId: t.id({ required: true, description: idText('User to enable') }) }),
  payload: payload<{ user: User }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'User, who is no longer disabled.' }),
  })),
  resolve: async ({ userId }, { user, services }) => ({
    user: await services.users.enable(user, toUserId(userId)),
  }),
});
