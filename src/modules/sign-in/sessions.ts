import type { Pools } from '../../database/pools.ts';
import type { ApiKey, Organization, PrismaClient, User } from '../../generated/prisma/client.ts';
import type { SignInWay } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Owner, requireUser, type UserPrincipal } from '../../lib/principal.ts';
import { currentContext } from '../../lib/request-context.ts';
import { recordAdminEvent } from '../access/admin-events.ts';
import { isActive } from '../access/api-keys.ts';
import type { Authenticator } from '../access/authenticate.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../access/credential-rules.ts';
import { generateApiKey } from '../access/key-format.ts';
import { lockCaller, lockCredentials, lockUser, requireAdmin } from '../access/locked-caller.ts';
import { type PrismaQueries, prismaEffect, prismaTransaction } from '../idempotency/effects.ts';
import { endSignInLinks, findSignInLink, redeemSignInLink } from './links.ts';

/** Sessions that a person has at most. Opening another one ends the least recently used. */
const MAX_SESSIONS = 100;

const ENDS_SESSIONS = 'Only an admin can end the sessions of another person.';

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

/** A browser in which somebody signs in. */
export interface Visit {
  /** The address of the browser. */
  from: Owner;
  userAgent: string | undefined;
  /** Session that the browser had until now. Its token is lost with its cookie, so the new session replaces it. */
  former: UserPrincipal | undefined;
}

/** Person who has shown who they are. */
interface Identified {
  userId: number;
  way: SignInWay;
  /** The key that was pasted, with which the session ends. */
  openerId?: number;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the operations on sessions. A session is a row of `api_key`: whatever holds for a personal key holds for it. */
export function createSessions(tools: SessionTools) {
  const { prisma, pools, clock, authenticator, logger, oidcOnly } = tools;

  async function open(
    db: PrismaQueries,
    { userId, way, openerId }: Identified,
    userAgent: string | undefined,
  ): Promise<SignedIn> {
    await currentContext().identified?.(userId);
    // A change that disables the user waits here, and then ends this session with the others.
    await lockUser(db, userId);
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

  /**
   * Ends the session of a browser that signs out, or in again. One that has ended meanwhile is no fault.
   *
   * @returns how to log it after the commit.
   */
  async function endOwn(db: PrismaQueries, { userId, organizationId, keyId }: UserPrincipal) {
    const { count } = await db.apiKey.updateMany({
      where: { id: keyId, signedInBy: { not: null }, revokedAt: null },
      data: { revokedAt: clock.now() },
    });
    if (count === 0) return () => undefined;
    const details = { user_id: userId, session_ids: [keyId] };
    const by = { userId, keyId };
    await recordAdminEvent(db, clock, by, { action: 'sessions_ended', organizationId, details });
    return () => logEnd(userId, { userId, organizationId }, count);
  }

  function logEnd(
    userId: number,
    { userId: byUserId, organizationId }: Pick<UserPrincipal, 'userId' | 'organizationId'>,
    count: number,
  ): void {
    logger.info({ audit: 'sessions_ended', userId, byUserId, organizationId, count }, 'administration');
  }

  /**
   * Ends sessions in one transaction, and makes every process look them up again.
   *
   * @param sessionId the one to end; by default all end, and the links of the person with them.
   * @returns the ids of those that had not ended.
   * @throws Fault insufficient_access for sessions of others, unless the caller is an admin; invalid_api_key
   */
  async function end(caller: UserPrincipal, userId: number, sessionId?: number): Promise<number[]> {
    const recorded: number[] | number = await prismaEffect(prisma, async (db) => {
      const locked = await lockCaller(db, clock, caller, { userIds: [userId] });
      if (userId !== caller.userId) requireAdmin(locked, ENDS_SESSIONS);
      const { organizationId } = caller;
      if (sessionId === undefined) await endSignInLinks(db, userId);
      const chosen = sessionId === undefined ? {} : { id: sessionId };
      const ended = await db.apiKey.updateManyAndReturn({
        where: { userId, organizationId, signedInBy: { not: null }, revokedAt: null, ...chosen },
        data: { revokedAt: clock.now() },
        select: { id: true },
      });
      const session_ids = ended.map(({ id }) => id);
      if (session_ids.length > 0) {
        const details = { user_id: userId, session_ids };
        await recordAdminEvent(db, clock, locked, { action: 'sessions_ended', organizationId, details });
      }
      return session_ids;
    });
    authenticator.forget();
    // The previous release recorded their number alone, and a retry may find it.
    const ids = Array.isArray(recorded) ? recorded : [];
    if (ids.length > 0) logEnd(userId, caller, ids.length);
    return ids;
  }

  /**
   * Opens a session, and ends the one that it replaces in this browser, in the transaction that uses up what the person
   * shows: a code is spent only with a session opened.
   *
   * @param identify uses it up. @throws Fault sign_in_failed
   */
  async function signIn({ userAgent, former }: Visit, identify: (db: PrismaQueries) => Promise<Identified>) {
    const { signedIn, logFormer } = await prismaTransaction(prisma, async (db) => {
      const identified = await identify(db);
      const logFormer = former && (await endOwn(db, former));
      return { signedIn: await open(db, identified, userAgent), logFormer };
    });
    if (former) authenticator.forget();
    logFormer?.();
    return signedIn;
  }

  return {
    signIn,

    /**
     * Signs in the person whom a link was made for. Of parallel calls with one code, one succeeds.
     *
     * @throws Fault sign_in_failed, with one message for a code that is wrong, was used or has expired; sign_in_closed for
     *   an invitation where OIDC_ONLY is on
     */
    async byCode(code: string, visit: Visit): Promise<SignedIn> {
      // Invented codes cost one statement of the pool that also looks up invented keys.
      const link = await findSignInLink(pools.authentication, clock, code);
      if (!link) throw signInFailed();
      if (oidcOnly && link.isInvitation) throw signInClosed();
      const { userId } = link;
      return signIn(visit, async (db) => {
        await lockUser(db, userId);
        if (!(await redeemSignInLink(db, clock, code))) throw signInFailed();
        return { userId, way: 'link' };
      });
    },

    /**
     * Signs in the owner of a personal key. The session ends with the key.
     *
     * @throws Fault sign_in_failed; user_credential_required for a key of an organization
     */
    async byKey(key: string, visit: Visit): Promise<SignedIn> {
      const principal = await authenticator.authenticate(key, 'key', visit.from);
      if (!principal) throw signInFailed();
      const { userId, keyId } = requireUser(principal);
      return signIn(visit, async (db) => {
        await lockUser(db, userId);
        if (!(await lockCredentials(db, clock, [keyId])).has(keyId)) throw signInFailed();
        return { userId, way: 'key', openerId: keyId };
      });
    },

    /** Ends the caller's own session. One that has ended meanwhile is no fault. */
    async signOut(caller: UserPrincipal): Promise<void> {
      const log = await prismaTransaction(prisma, (db) => endOwn(db, caller));
      authenticator.forget();
      log();
    },

    /** Reads the open sessions of a person, the latest first. */
    list: (userId: number): Promise<ApiKey[]> =>
      prisma.apiKey.findMany({ where: openSessions(userId), orderBy: { id: 'desc' }, take: MAX_SESSIONS }),

    /** Finds open sessions of a person by id, in any order. */
    findMany: (userId: number, ids: readonly number[]): Promise<ApiKey[]> =>
      prisma.apiKey.findMany({ where: { ...openSessions(userId), id: { in: [...ids] } } }),

    /** Ends one session of the caller. @throws Fault session_not_found */
    async endOne(caller: UserPrincipal, sessionId: number): Promise<void> {
      const { userId } = caller;
      const where = { id: sessionId, userId, signedInBy: { not: null } };
      if (!(await prisma.apiKey.findFirst({ where, select: { id: true } })))
        throw new Fault('session_not_found', 'You have no session with this id.');
      await end(caller, userId, sessionId);
    },

    /**
     * Ends all sessions of a person, and their sign-in links: one's own, or as an admin those of somebody in the organization.
     *
     * @returns the ids of those that had not ended.
     * @throws Fault insufficient_access, user_not_found
     */
    async endAll(caller: UserPrincipal, userId: number): Promise<number[]> {
      const { organizationId } = caller;
      if (userId !== caller.userId) {
        requireAdmin(caller, ENDS_SESSIONS);
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
  const message =
    'This service signs people in with its OpenID provider alone. Use the button of the sign-in page.';
  return new Fault('sign_in_closed', message);
}

/** Refuses whatever was shown instead of a credential, with one text (contract, section 17). */
export function signInFailed(): Fault {
  return new Fault(
    'sign_in_failed',
    'This link, passkey or key signs nobody in: it is wrong, was used before, or has expired. Try again, or ask an admin of your organization for a new link.',
  );
}
