import type { Pools } from '../../database/pools.ts';
import type { Passkey, PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../lib/fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Principal, requireSession, type UserPrincipal } from '../../lib/principal.ts';
import { isWithin, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import { recordAdminEvent } from '../access/admin-events.ts';
import { type LockedCaller, lockCaller, lockUser } from '../access/locked-caller.ts';
import { type PrismaQueries, prismaEffect, recalled } from '../idempotency/effects.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Challenges } from './challenges.ts';
import {
  type Assertion,
  creationOptions,
  MAX_REASON,
  readAssertion,
  readRegistration,
  requestOptions,
  requireRelyingParty,
  type SiteSettings,
  userHandleOf,
} from './passkey-options.ts';
import { type Sessions, type SignedIn, signInFailed, type Visit } from './sessions.ts';

/** What callers see of a passkey. */
const SHOWN = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
export type ShownPasskey = Pick<Passkey, keyof typeof SHOWN>;

export function passkeyNotFound(): Fault {
  return new Fault('passkey_not_found', 'You have no passkey with this id.');
}

interface PasskeyTools {
  prisma: PrismaClient;
  clock: Clock;
  site: SiteSettings;
  challenges: Challenges;
  quotas: Quotas;
  logger: Logger;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Creates the operations of people on their passkeys (Web Authentication, Level 3, section 7.1). */
export function createPasskeys({ prisma, clock, site, challenges, quotas, logger }: PasskeyTools) {
  /** Records a change in its transaction. */
  async function record(
    db: PrismaQueries,
    action: 'passkey_added' | 'passkey_renamed' | 'passkey_removed',
    caller: LockedCaller,
    { id: passkey_id }: ShownPasskey,
    names: { name: string } | { from: string; to: string },
  ): Promise<void> {
    const { organizationId } = caller;
    const details = { passkey_id, ...names };
    await recordAdminEvent(db, clock, caller, { action, organizationId, details });
  }

  /** Locks the caller and finds one of their passkeys. @throws Fault passkey_not_found, invalid_api_key */
  async function lockOwn(db: PrismaQueries, principal: UserPrincipal, id: number) {
    const caller = await lockCaller(db, clock, principal);
    const passkey = await db.passkey.findFirst({ where: { id, userId: caller.userId }, select: SHOWN });
    if (!passkey) throw passkeyNotFound();
    return { caller, passkey };
  }

  const log = (audit: string, { userId, organizationId }: UserPrincipal, passkeyId: number) =>
    logger.info({ audit, passkeyId, userId, organizationId }, 'administration');

  async function verify(response: unknown) {
    const party = requireRelyingParty(site);
    const registration = readRegistration(response);
    if (!registration) throw invalidResponse('must be what navigator.credentials.create() gave, as JSON');
    const { verifyRegistration } = await import('./web-authn.ts');
    const made = await verifyRegistration(party, registration).catch(({ message }: Error) => {
      logger.info({ reason: message.slice(0, MAX_REASON) }, 'a new passkey was refused');
      throw invalidResponse(
        `must be of a passkey for ${party.origin} that checks its user, as the options ask`,
      );
    });
    return { ...made, transports: registration.response.transports };
  }

  return {
    /** Reads the passkeys of a person, the oldest first. */
    list: (userId: number): Promise<ShownPasskey[]> =>
      prisma.passkey.findMany({ where: { userId }, select: SHOWN, orderBy: { id: 'asc' } }),

    /** Finds passkeys of a person by id, in any order. */
    findMany: (userId: number, ids: readonly number[]): Promise<ShownPasskey[]> =>
      prisma.passkey.findMany({ where: { userId, id: { in: [...ids] } }, select: SHOWN }),

    /** Counts the passkeys of a person. */
    count: (userId: number): Promise<number> => prisma.passkey.count({ where: { userId } }),

    /**
     * Returns options for the browser that shall make a passkey. Nothing is stored.
     *
     * @throws Fault session_required, passkeys_unavailable, sign_in_closed
     */
    async options(principal: Principal) {
      const caller = requireSession(principal);
      const party = requireRelyingParty(site);
      await requireOwnSignIn(prisma, caller);
      const user = await prisma.user.findUniqueOrThrow({
        where: { id: caller.userId },
        include: { passkeys: { select: { credentialId: true, transports: true } } },
      });
      const challenge = await challenges.issue(`passkey_registration ${caller.userId}`);
      return creationOptions(party, challenge, user, user.passkeys);
    },

    /**
     * Adds a passkey to the caller.
     *
     * @param response what the browser made of the options, which nobody has checked.
     * @throws Fault session_required, passkeys_unavailable, sign_in_closed, quota_exceeded, validation_error
     */
    add: (principal: Principal, rawName: string, response: unknown): Promise<ShownPasskey> =>
      recalled(async () => {
        const caller = requireSession(principal);
        const { userId } = caller;
        const name = checkName(rawName);
        const { challenge, ...made } = await verify(response);
        const passkey = await prismaEffect(prisma, async (db) => {
          if (!(await challenges.redeem(db, `passkey_registration ${userId}`, challenge)))
            throw invalidResponse('must answer options of the last ten minutes, and can be sent once');
          const locked = await lockCaller(db, clock, caller);
          await requireOwnSignIn(db, locked);
          await quotas.assertRoom('passkeys', 1, () => db.passkey.count({ where: { userId } }));
          const data = { ...made, userId, name, createdAt: clock.now() };
          const [stored] = await db.passkey.createManyAndReturn({
            data,
            skipDuplicates: true,
            select: SHOWN,
          });
          if (!stored) throw invalidResponse('is of a passkey that was added before');
          await record(db, 'passkey_added', locked, stored, { name });
          return stored;
        });
        log('passkey_added', caller, passkey.id);
        return passkey;
      }),

    /** Renames a passkey of the caller; without a name, returns it. @throws Fault session_required, passkey_not_found, validation_error */
    async rename(principal: Principal, passkeyId: number, rawName?: string): Promise<ShownPasskey> {
      const caller = requireSession(principal);
      const name = rawName === undefined ? undefined : checkName(rawName);
      const { isNew, passkey } = await prismaEffect(prisma, async (db) => {
        const { caller: locked, passkey: former } = await lockOwn(db, caller, passkeyId);
        if (name === undefined || former.name === name) return { isNew: false, passkey: former };
        await record(db, 'passkey_renamed', locked, former, { from: former.name, to: name });
        const data = { name };
        return {
          isNew: true,
          passkey: await db.passkey.update({ where: { id: passkeyId }, data, select: SHOWN }),
        };
      });
      if (isNew) log('passkey_renamed', caller, passkeyId);
      return passkey;
    },

    /**
     * Removes a passkey of the caller. Sessions that it opened go on.
     *
     * @throws Fault session_required, passkey_not_found
     */
    async remove(principal: Principal, passkeyId: number): Promise<void> {
      const caller = requireSession(principal);
      await prismaEffect(prisma, async (db) => {
        const { caller: locked, passkey } = await lockOwn(db, caller, passkeyId);
        await db.passkey.delete({ where: { id: passkeyId } });
        await record(db, 'passkey_removed', locked, passkey, { name: passkey.name });
      });
      log('passkey_removed', caller, passkeyId);
    },
  };
}

/**
 * Refuses a session for which an API key was pasted. It ends with the key, and a passkey would outlive both.
 *
 * @throws Fault session_required
 */
async function requireOwnSignIn(db: Pick<PrismaQueries, 'apiKey'>, { keyId }: UserPrincipal): Promise<void> {
  const { signedInBy } = await db.apiKey.findUniqueOrThrow({
    where: { id: keyId },
    select: { signedInBy: true },
  });
  if (signedInBy !== 'key') return;
  throw new Fault(
    'session_required',
    'You signed in with an API key, which cannot add a passkey: the passkey would outlive the key. Sign in with a link, and try again.',
  );
}

/** @throws Fault validation_error */
function checkName(raw: string): string {
  const name = storedText(raw.trim());
  if (isWithin(name, TEXT_LIMITS.passkeyName) && isStorable(name)) return name;
  throw invalidValue('/name', `must be 1 to ${TEXT_LIMITS.passkeyName.maxLength} characters long`);
}

const invalidResponse = (message: string) => invalidValue('/response', message);

interface PasskeyRow {
  id: number;
  user_id: number;
  user_created_at: Date;
  public_key: Buffer;
  counter: number;
}

interface PasskeySignInTools {
  pools: Pick<Pools, 'authentication'>;
  clock: Clock;
  site: SiteSettings;
  challenges: Challenges;
  sessions: Pick<Sessions, 'signIn'>;
  logger: Logger;
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;

/** Creates the ceremony by which people sign in with a passkey (Web Authentication, Level 3, section 7.2). */
export function createPasskeySignIn(tools: PasskeySignInTools) {
  const { pools, clock, site, challenges, sessions, logger } = tools;

  async function find({ id }: Assertion): Promise<PasskeyRow | undefined> {
    const { rows } = await pools.authentication.query<PasskeyRow>({
      name: 'find_passkey',
      text: `SELECT p.id, p.user_id, u.created_at AS user_created_at, p.public_key, p.counter::float8 AS counter
             FROM passkey p JOIN "user" u ON u.id = p.user_id WHERE p.credential_id = $1`,
      values: [Buffer.from(id, 'base64url')],
    });
    return rows[0];
  }

  /** Logs why a passkey was refused, which the caller is not told: it may have been copied. */
  function refuse({ id, user_id }: PasskeyRow, reason: string): never {
    const details = { passkeyId: id, userId: user_id, reason: reason.slice(0, MAX_REASON) };
    logger.warn(details, 'a passkey was refused');
    throw signInFailed();
  }

  async function verify(passkey: PasskeyRow, assertion: Assertion) {
    const party = requireRelyingParty(site);
    const { verifyAssertion } = await import('./web-authn.ts');
    const { public_key, counter } = passkey;
    const known = { publicKey: new Uint8Array(public_key), counter };
    return verifyAssertion(party, known, assertion).catch(({ message }: Error) => refuse(passkey, message));
  }

  return {
    /**
     * Returns options for the browser. Nothing is stored: anybody may ask.
     *
     * @throws Fault passkeys_unavailable, sign_in_closed
     */
    async options() {
      const party = requireRelyingParty(site);
      return requestOptions(party, await challenges.issue('passkey_sign_in'));
    },

    /**
     * Signs in the owner of a passkey. Of parallel calls with one response, one succeeds.
     *
     * @param sent the response of the browser, which nobody has checked.
     * @throws Fault sign_in_failed, with one message whatever is wrong; passkeys_unavailable, sign_in_closed
     */
    async signIn(sent: unknown, visit: Visit): Promise<SignedIn> {
      requireRelyingParty(site);
      const assertion = readAssertion(sent);
      // Invented passkeys cost one statement of the pool that also looks up invented keys, and no signature.
      const passkey = assertion && (await find(assertion));
      if (!passkey) throw signInFailed();
      const { id, user_id: userId, user_created_at: createdAt } = passkey;
      const handle = Buffer.from(assertion.response.userHandle ?? '', 'base64url');
      if (!handle.equals(userHandleOf({ id: userId, createdAt }))) refuse(passkey, 'it is of another user');
      const { challenge, counter } = await verify(passkey, assertion);
      return sessions.signIn(visit, async (db) => {
        if (!(await challenges.redeem(db, 'passkey_sign_in', challenge)))
          refuse(passkey, 'the challenge is not new');
        await lockUser(db, userId);
        // Meanwhile it may have been removed, or have signed in elsewhere.
        const where = { id, counter: counter === 0 ? 0 : { lt: counter } };
        const { count } = await db.passkey.updateMany({ where, data: { counter, lastUsedAt: clock.now() } });
        if (count === 0) refuse(passkey, 'it was removed, or its counter has passed this signature');
        return { userId, way: 'passkey' };
      });
    },
  };
}
