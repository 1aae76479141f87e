import type { ApiKey, User } from '../../generated/prisma/client.ts';
import { PLAIN_LIST_SIZE } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { toRowId } from '../../lib/page.ts';
import { UserRef } from '../access/access-types.ts';
import { ViewerRef } from '../access/schema.ts';
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
