import type { ApiKey, User } from '../../generated/prisma/client.ts';
import { PLAIN_LIST_SIZE } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText, toGlobalId, toRowIdOf } from '../../graphql/ids.ts';
import { deletionPayload, mutation, payload, update } from '../../graphql/mutation.ts';
import { defineNodes, inOrder, requireNode } from '../../graphql/nodes.ts';
import { ViewerRef } from '../access/schema.ts';
import { UserRef } from '../access/types.ts';
import { type Passkeys, passkeyNotFound, type ShownPasskey } from './passkeys.ts';
import type { Sessions } from './sessions.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    sessions: Sessions;
    passkeys: Passkeys;
  }
}

const signInWays = defineEnum('SignInWay', {
  description: 'How a person signed in.',
  values: {
    passkey: 'With a passkey.',
    oidc: 'At the OpenID provider.',
    link: 'With a link that works once.',
    key: 'With a pasted personal key. The session ends with the key.',
  },
});

const SessionRef = builder.objectRef<ApiKey>('Session');

defineNodes<ApiKey>(SessionRef, async (ids, { user, services: { sessions } }) =>
  inOrder(ids, user ? await sessions.findMany(user.userId, ids) : [], ({ id }) => id),
);

builder.node(SessionRef, {
  description:
    'A person who is signed in to the console in one browser. It ends after 12 hours without a request, or after 30 days.',
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id of the session.' },
  fields: (t) => ({
    sessionId: t.exposeInt('id', { description: 'Number of the session, for revokeSession.' }),
    signedInBy: t.field({
      type: signInWays.type,
      description: 'How the person signed in.',
      resolve: ({ signedInBy }) => signInWays.names[signedInBy ?? 'key'],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session ends at the latest.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to within a few seconds; null if never.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'User agent of the browser, cut to 300 characters.',
    }),
    current: t.boolean({
      description: 'Whether this request uses the session.',
      resolve: ({ id }, _args, { principal }) => id === principal.keyId,
    }),
  }),
});

builder.objectFields(ViewerRef, (t) => ({
  session: t.field({
    type: SessionRef,
    nullable: true,
    description: 'Session of this request; null if it came with an API key.',
    resolve: ({ isSession, keyId }, _args, { services }) =>
      isSession ? services.prisma.apiKey.findUnique({ where: { id: keyId } }) : null,
  }),
  sessions: t.withAuth({ userKey: true }).field({
    type: [SessionRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description: 'Browsers in which the caller is signed in, latest first: at most 100.',
    resolve: (_viewer, _args, { user, services }) => services.sessions.list(user.userId),
  }),
}));

mutation('revokeSession', {
  description:
    'Ends one session of the caller: its browser is signed out on every process within five seconds.',
  takes: 'Session to end.',
  input: (t) => ({
    sessionId: t.id({
      required: true,
      description: idText('Session of the caller to end'),
    }),
  }),
  payload: deletionPayload('Session'),
  resolve: async ({ sessionId }, { user, services }) => {
    const deletedId = toRowIdOf('Session', sessionId);
    await services.sessions.endOne(user, deletedId);
    return { deletedId };
  },
});

mutation('revokeSessions', {
  description:
    'Signs the caller out everywhere. Admins can sign out anyone in the organization. API keys keep working.',
  takes: 'Person to sign out.',
  input: (t) => ({
    userId: t.id({
      description: `${idText('User to sign out')} Default: the caller. Others need an admin.`,
    }),
  }),
  payload: payload<{ user: User; ended: readonly number[] }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'Person who was signed out.' }),
    deletedIds: t.idList({
      description: 'Global ids of the ended sessions, by which clients remove them from their caches.',
      resolve: ({ ended }) => ended.map((id) => toGlobalId('Session', id)),
    }),
    count: t.field({
      type: 'SafeInt',
      description: 'Number of ended sessions.',
      resolve: ({ ended }) => ended.length,
    }),
  })),
  resolve: async (input, { user, services }) => {
    const userId = input.userId == null ? user.userId : toRowIdOf('User', input.userId);
    const ended = await services.sessions.endAll(user, userId);
    return { user: await services.prisma.user.findUniqueOrThrow({ where: { id: userId } }), ended };
  },
});

const PasskeyRef = builder.objectRef<ShownPasskey>('Passkey');

defineNodes<ShownPasskey>(PasskeyRef, async (ids, { user, services: { passkeys } }) =>
  inOrder(ids, user ? await passkeys.findMany(user.userId, ids) : [], ({ id }) => id),
);

builder.node(PasskeyRef, {
  description:
    "Key pair on a person's device, used to sign in to the console. The service has only the public key.",
  extensions: inheritsAccess,
  id: { resolve: ({ id }) => id, description: 'Global id of the passkey.' },
  fields: (t) => ({
    passkeyId: t.exposeInt('id', {
      description: 'Number of the passkey, for renamePasskey and removePasskey.',
    }),
    name: t.exposeString('name', { description: 'Name given by the person, such as the device.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used to sign in; null if never.',
    }),
  }),
});

builder.objectFields(ViewerRef, (t) => ({
  passkeys: t.withAuth({ userKey: true }).field({
    type: [PasskeyRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description: 'Passkeys of the caller, oldest first: at most 20.',
    resolve: (_viewer, _args, { user, services }) => services.passkeys.list(user.userId),
  }),
  passkey: t.withAuth({ userKey: true }).field({
    type: PasskeyRef,
    description:
      'One of these passkeys. Any other passkey is the error PASSKEY_NOT_FOUND. Needs a personal key.',
    args: { passkeyId: t.arg.id({ required: true, description: idText('Passkey') }) },
    resolve: (_viewer, { passkeyId }, context, info) =>
      requireNode<ShownPasskey>('Passkey', passkeyId, context, info, passkeyNotFound),
  }),
}));

const optionsPayload = payload<{ options: unknown }>((t) => ({
  options: t.expose('options', {
    type: 'JSON',
    description:
      '`PublicKeyCredentialCreationOptionsJSON` of Web Authentication. The challenge in it can be answered once, within ten minutes.',
  }),
}));

const NEEDS_SESSION = 'Needs a signed-in person; API keys are refused with SESSION_REQUIRED';
const NEEDS_OWN_SESSION =
  'Needs a signed-in person; API keys and sessions opened with a pasted key are refused with SESSION_REQUIRED.';

mutation('addPasskey', {
  description: `Adds a passkey with which the caller can sign in from now on. ${NEEDS_OWN_SESSION}`,
  takes: 'Passkey to add.',
  input: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the passkey: 1 to 100 characters after trimming.',
    }),
    response: t.field({
      type: 'JSON',
      required: true,
      description:
        'Response of the browser to the options from createPasskeyOptions: `RegistrationResponseJSON` of Web Authentication.',
    }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey that was added.' }),
  })),
  resolve: async ({ name, response }, { user, services }) => ({
    passkey: await services.passkeys.add(user, name, response),
  }),
});

update('renamePasskey', {
  description: `Renames a passkey of the caller. Nothing else changes. ${NEEDS_SESSION}.`,
  takes: 'Passkey to rename, and its new name.',
  clears: [],
  input: (t) => ({
    passkeyId: t.id({ required: true, description: idText('Passkey of the caller to rename') }),
    name: t.string({ description: 'New name: 1 to 100 characters after trimming.' }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey with its new name.' }),
  })),
  resolve: async ({ passkeyId, name }, { user, services }) => ({
    passkey: await services.passkeys.rename(user, toRowIdOf('Passkey', passkeyId), name),
  }),
});

mutation('removePasskey', {
  description: `Removes a passkey of the caller: nobody can sign in with it any more. Sessions it opened stay active until revoked. ${NEEDS_SESSION}.`,
  takes: 'Passkey to remove.',
  input: (t) => ({
    passkeyId: t.id({ required: true, description: idText('Passkey of the caller to remove') }),
  }),
  payload: deletionPayload('Passkey'),
  resolve: async ({ passkeyId }, { user, services }) => {
    const deletedId = toRowIdOf('Passkey', passkeyId);
    await services.passkeys.remove(user, deletedId);
    return { deletedId };
  },
});

// Takes nothing, so that it has no input.
builder.mutationFields((t) => ({
  createPasskeyOptions: t.withAuth({ userKey: true }).field({
    type: optionsPayload('createPasskeyOptions'),
    description: `Returns options for \`navigator.credentials.create()\`, which makes a passkey. Stores nothing. ${NEEDS_OWN_SESSION}`,
    resolve: async (_root, _args, { user, services }) => ({ options: await services.passkeys.options(user) }),
  }),
}));
