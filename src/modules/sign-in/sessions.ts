import type { Pools } from '../../database/pools.ts';
import type { ApiKey, Organization, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { SignInWay } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { requireUser, type UserPrincipal } from '../../lib/principal.ts';
import { currentContext } from '../../lib/request-context.ts';
import { recordAdminEvent } from '../access/admin-events.ts';
import { generateApiKey } from '../access/api-key-format.ts';
import { isActive } from '../access/api-keys.ts';
import type { Authenticator } from '../access/authenticate.ts';
import { isStillValid, lockCaller, lockValidCaller } from '../access/made-keys.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../access/session-limits.ts';
import { type PrismaQueries, prismaEffect } from '../idempotency/effects.ts';
import { findSignInLink, useSignInLink } from './links.ts';

/** Sessions that a person has at most. One more ends the one that was used least recently. */
const MAX_SESSIONS = 100;

/** User-Agent headers are cut to this length, in characters. */
const MAX_USER_AGENT = 300;

/** A person who has just signed in. */
export interface SignedIn {
  /** Token for the cookie. It is shown only now. */
  token: string;
  session: ApiKey;
  user: User & { organization: Organization };
}

interface SessionTools {
  prisma: PrismaClient;
  pools: Pick<Pools, 'authentication'>;
  clock: Clock;
  authenticator: Authenticator;
  logger: Logger;
  /** Whether only the OpenID provider signs people in, beside keys and the operator's links. */
  oidcOnly: boolean;
}

interface NewSession {
  userId: number;
  way: SignInWay;
  userAgent: string | undefined;
  /** The key that was pasted, with which the session ends. */
  openerId?: number;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the operations on sessions. A session is a row of `api_key`: whatever holds for a personal key holds for it. */
export function createSessions(tools: SessionTools) {
  const { prisma, pools, clock, authenticator, logger, oidcOnly } = tools;

  /** Opens a session in the transaction that used up what the person showed. */
  async function open(
    db: PrismaQueries,
    { userId, way, userAgent, openerId }: NewSession,
  ): Promise<SignedIn> {
    await currentContext().identified?.(userId);
    // A change that disables the user waits here, and then ends this session with the others.
    await lockCaller(db, { userId });
    const user = await db.user.findUnique({
      where: { id: userId, disabledAt: null, kind: 'person' },
      include: { organization: true },
    });
    if (!user) throw signInFailed();
    await endBeyond(db, userId, MAX_SESSIONS - 1);
    const createdAt = clock.now();
    const { key: token, prefix, hash } = generateApiKey('session');
    const session = await db.apiKey.create({
      data: {
        kind: 'user',
        organizationId: user.organizationId,
        userId,
        prefix,
        hash: new Uint8Array(hash),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + SESSION_LIFETIME_MS),
        signedInBy: way,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdByKeyId: openerId ?? null,
      },
    });
    const details = { session_id: session.id, signed_in_by: way };
    const { organizationId } = user;
    const by = { userId, keyId: session.id };
    await recordAdminEvent(db, clock, by, { action: 'session_opened', organizationId, details });
    logger.info({ audit: 'session_opened', userId, organizationId, ...details }, 'administration');
    return { token, session, user };
  }

  /** Selects the sessions of a person that can still be used, whether or not a pasted key has ended some of them. */
  function openSessions(userId: number) {
    const now = clock.now();
    const since = new Date(now.getTime() - SESSION_IDLE_MS);
    return {
      AND: [
        { userId, signedInBy: { not: null } },
        isActive(now),
        { OR: [{ lastUsedAt: { gt: since } }, { lastUsedAt: null, createdAt: { gt: since } }] },
        { OR: [{ signedInBy: { not: 'key' as const } }, { createdByKey: isActive(now) }] },
      ],
    };
  }

  async function endBeyond(db: PrismaQueries, userId: number, count: number): Promise<void> {
    const beyond = await db.apiKey.findMany({
      where: openSessions(userId),
      orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
      skip: count,
      select: { id: true },
    });
    if (beyond.length === 0) return;
    const ids = beyond.map(({ id }) => id);
    await db.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: clock.now() } });
  }

  /** Ends sessions in one transaction, and makes every process look them up again. @returns how many were open. */
  async function end(caller: UserPrincipal, userId: number, sessionId?: number): Promise<number> {
    const count = await prismaEffect(prisma, async (db) => {
      await lockValidCaller(db, caller);
      const { organizationId } = caller;
      const chosen = sessionId === undefined ? {} : { id: sessionId };
      const ended = await db.apiKey.updateManyAndReturn({
        where: { userId, organizationId, signedInBy: { not: null }, revokedAt: null, ...chosen },
        data: { revokedAt: clock.now() },
        select: { id: true },
      });
      if (ended.length > 0) {
        const details = { user_id: userId, session_ids: ended.map(({ id }) => id) };
        await recordAdminEvent(db, clock, caller, { action: 'sessions_ended', organizationId, details });
      }
      return ended.length;
    });
    authenticator.forget();
    const { organizationId, userId: byUserId } = caller;
    if (count > 0)
      logger.info({ audit: 'sessions_ended', userId, byUserId, organizationId, count }, 'administration');
    return count;
  }

  return {
    open,

    /**
     * Signs in the person whom a link was made for. Of parallel calls with one code, one succeeds.
     *
     * @throws Fault sign_in_failed, with one message for a code that is wrong, was used or has expired; sign_in_closed for
     *   an invitation where OIDC_ONLY is on
     */
    async byCode(code: string, userAgent: string | undefined): Promise<SignedIn> {
      // Invented codes cost one statement of the pool that also looks up invented keys.
      const link = await findSignInLink(pools.authentication, clock, code);
      if (!link) throw signInFailed();
      if (oidcOnly && link.isInvitation) throw signInClosed();
      return prisma.$transaction(async (db) => {
        const userId = await useSignInLink(db, clock, code);
        if (userId === undefined) throw signInFailed();
        return open(db, { userId, way: 'link', userAgent });
      });
    },

    /**
     * Signs in the owner of a personal key. The session ends with the key.
     *
     * @throws Fault sign_in_failed; user_credential_required for a key of an organization
     */
    async byKey(key: string, userAgent: string | undefined): Promise<SignedIn> {
      const principal = await authenticator.authenticate(key, 'key');
      if (!principal) throw signInFailed();
      const { userId, keyId } = requireUser(principal);
      return prisma.$transaction(async (db) => {
        if (!(await isStillValid(db, keyId))) throw signInFailed();
        return open(db, { userId, way: 'key', userAgent, openerId: keyId });
      });
    },

    /** Ends the caller's own session. */
    signOut: (caller: UserPrincipal): Promise<number> => end(caller, caller.userId, caller.keyId),

    /** Reads the open sessions of a person, the latest first. */
    list: (userId: number): Promise<ApiKey[]> =>
      prisma.apiKey.findMany({ where: openSessions(userId), orderBy: { id: 'desc' }, take: MAX_SESSIONS }),

    /** Ends one session of the caller. @throws Fault session_not_found */
    async endOne(caller: UserPrincipal, sessionId: number): Promise<void> {
      const { userId } = caller;
      const where = { id: sessionId, userId, signedInBy: { not: null } };
      if (!(await prisma.apiKey.findFirst({ where, select: { id: true } })))
        throw new Fault('session_not_found', 'You have no session with this id.');
      await end(caller, userId, sessionId);
    },

    /**
     * Ends all sessions of a person: one's own, or as an admin those of somebody in the organization.
     *
     * @returns how many were open.
     * @throws Fault insufficient_access, user_not_found
     */
    async endAll(caller: UserPrincipal, userId: number): Promise<number> {
      const { organizationId } = caller;
      if (userId !== caller.userId) {
        if (caller.role !== 'admin')
          throw new Fault('insufficient_access', 'Only an admin can end the sessions of somebody else.');
        const where = { id: userId, organizationId };
        if (!(await prisma.user.findFirst({ where, select: { id: true } })))
          throw new Fault('user_not_found', 'User not found in your organization.');
      }
      return end(caller, userId);
    },
  };
}

/** Refuses ways to sign in that OIDC_ONLY closes. */
export function signInClosed(): Fault {
  return new Fault(
    'sign_in_closed',
    'This service signs people in with its OpenID provider alone. Use the button of the sign-in page.',
  );
}

/** Refuses whatever was shown instead of a credential, with one text (contract, section 17). */
export function signInFailed(): Fault {
  return new Fault(
    'sign_in_failed',
    'This link, passkey or key signs nobody in: it is wrong, was used before, or has expired. Try again, or ask an admin of your organization for a new link.',
  );
}
