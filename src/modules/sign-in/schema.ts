import type { ApiKey, User } from '../../generated/prisma/client.ts';
import { PLAIN_LIST_SIZE } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { toRowId } from '../../lib/page.ts';
import { ViewerRef } from '../access/schema.ts';
import { UserRef } from '../access/types.ts';
import type { Passkeys, ShownPasskey } from './passkeys.ts';
import type { Sessions } from './sessions.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    sessions: Sessions;
  }
}

const signInWays = defineEnum('SignInWay', {
  description: 'How a person signed in.',
  values: {
    passkey: 'With a passkey.',
    oidc: 'At the OpenID provider.',
    link: 'With a link that works once.',
    key: 'With a personal key that was pasted. The session ends with the key.',
  },
});

const SessionRef = innerType<ApiKey>('Session', {
  description:
    'A person who is signed in to the console in one browser. It ends after 12 hours without a request, or after 30 days.',
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
      description: 'When it was last used, to within a few seconds; null if not yet.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'What the browser says it is, cut to 300 characters.',
    }),
    isCurrent: t.boolean({
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
    description: 'Browsers in which the caller is signed in, the latest first: at most 100.',
    resolve: (_viewer, _args, { user, services }) => services.sessions.list(user.userId),
  }),
}));

mutation('revokeSession', {
  description:
    'Ends one session of the caller: that browser is signed out on every process within five seconds.',
  takes: 'Session to end.',
  input: (t) => ({
    sessionId: t.id({ required: true, description: 'Session to end: the sessionId of one of your own.' }),
  }),
  payload: payload<{ sessionId: number }>((t) => ({
    sessionId: t.exposeInt('sessionId', { description: 'Session that has ended.' }),
  })),
  resolve: async ({ sessionId }, { user, services }) => {
    const id = toRowId(sessionId);
    await services.sessions.endOne(user, id);
    return { sessionId: id };
  },
});

mutation('revokeSessions', {
  description:
    'Signs the caller out everywhere, or, for an admin, somebody of the organization. API keys keep working.',
  takes: 'Whom to sign out.',
  input: (t) => ({
    userId: t.id({
      description: `${idText('Person who is signed out')}. Needs an admin; by default the caller is signed out.`,
    }),
  }),
  payload: payload<{ user: User; count: number }>((t) => ({
    user: t.expose('user', { type: UserRef, description: 'Person who was signed out.' }),
    count: t.exposeInt('count', { description: 'Number of sessions that have ended.' }),
  })),
  resolve: async (input, { user, services }) => {
    const userId = input.userId == null ? user.userId : toRowIdOf('User', input.userId);
    const count = await services.sessions.endAll(user, userId);
    return { user: await services.prisma.user.findUniqueOrThrow({ where: { id: userId } }), count };
  },
});

declare module '../../graphql/context.ts' {
  interface Services {
    passkeys: Passkeys;
  }
}

const PasskeyRef = innerType<ShownPasskey>('Passkey', {
  description:
    'Key pair on a device of a person, who signs in to the console with it. The service has the public half only.',
  fields: (t) => ({
    passkeyId: t.exposeInt('id', {
      description: 'Number of the passkey, for renamePasskey and removePasskey.',
    }),
    name: t.exposeString('name', { description: 'Name that the person gave it, such as the device.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody last signed in with it; null if not yet.',
    }),
  }),
});

builder.objectField(ViewerRef, 'passkeys', (t) =>
  t.withAuth({ userKey: true }).field({
    type: [PasskeyRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description: 'Passkeys of the caller, the oldest first: at most 20.',
    resolve: (_viewer, _args, { user, services }) => services.passkeys.list(user.userId),
  }),
);

const PasskeyOptionsPayload = innerType<{ options: unknown }>('PasskeyOptionsPayload', {
  description: 'Result of passkeyOptions.',
  fields: (t) => ({
    options: t.expose('options', {
      type: 'JSON',
      description:
        '`PublicKeyCredentialCreationOptionsJSON` of Web Authentication. The challenge in it can be answered once, within ten minutes.',
    }),
  }),
});

const NEEDS_SESSION = 'Needs a person who is signed in; API keys are refused with SESSION_REQUIRED';

mutation('addPasskey', {
  description: `Adds a passkey, with which the caller can sign in from now on. ${NEEDS_SESSION}, and so are sessions for which a key was pasted.`,
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
        'What the browser made of the options of passkeyOptions: `RegistrationResponseJSON` of Web Authentication.',
    }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey that was added.' }),
  })),
  resolve: async ({ name, response }, { user, services }) => ({
    passkey: await services.passkeys.add(user, name, response),
  }),
});

mutation('renamePasskey', {
  description: `Renames a passkey of the caller. The name is for people, and changes nothing else. ${NEEDS_SESSION}.`,
  takes: 'Passkey to rename, and its new name.',
  input: (t) => ({
    passkeyId: t.id({ required: true, description: 'Passkey to rename: the passkeyId of one of your own.' }),
    name: t.string({ required: true, description: 'New name: 1 to 100 characters after trimming.' }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey with its new name.' }),
  })),
  resolve: async ({ passkeyId, name }, { user, services }) => ({
    passkey: await services.passkeys.rename(user, toRowId(passkeyId), name),
  }),
});

mutation('removePasskey', {
  description: `Removes a passkey of the caller: nobody signs in with it any more. Sessions that it opened go on until they are ended. ${NEEDS_SESSION}.`,
  takes: 'Passkey to remove.',
  input: (t) => ({
    passkeyId: t.id({ required: true, description: 'Passkey to remove: the passkeyId of one of your own.' }),
  }),
  payload: payload<{ passkeyId: number }>((t) => ({
    passkeyId: t.exposeInt('passkeyId', { description: 'Passkey that was removed.' }),
  })),
  resolve: async ({ passkeyId }, { user, services }) => {
    const id = toRowId(passkeyId);
    await services.passkeys.remove(user, id);
    return { passkeyId: id };
  },
});

builder.mutationFields((t) => ({
  passkeyOptions: t.withAuth({ userKey: true }).field({
    type: PasskeyOptionsPayload,
    description: `Returns options for \`navigator.credentials.create()\`, which makes a passkey. Stores nothing. ${NEEDS_SESSION}, and so are sessions for which a key was pasted.`,
    resolve: async (_root, _args, { user, services }) => ({ options: await services.passkeys.options(user) }),
  }),
}));
