import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { lockUser } from '../access/locked-caller.ts';
import type { Challenges } from './challenges.ts';
import { requestOptions, userHandleOf } from './passkey-options.ts';
import { type Assertion, MAX_REASON, readAssertion } from './passkey-responses.ts';
import { requireRelyingParty, type SiteSettings } from './relying-party.ts';
import { type Sessions, type SignedIn, signInFailed, type Visit } from './sessions.ts';

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
