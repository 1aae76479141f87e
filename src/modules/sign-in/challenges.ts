import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { runInternally } from '../../lib/request-context.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

/** How long a person may take to answer, at the browser or at an OpenID provider. */
export const CHALLENGE_LIFETIME_MS = 10 * 60_000;

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNATURE_BYTES = 32;
const SECRET_BYTES = 32;
/** The secret has one row. */
const ID = 1;

/** What a challenge is for, and for which user. One for another purpose is refused. */
type Purpose =
  | 'digest_unsubscribe'
  | 'passkey_sign_in'
  | `passkey_registration ${number}`
  | 'oidc'
  | `mcp ${string}`;

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Makes challenges that everybody may ask for, so that nothing is stored until one is answered: a challenge carries its end
 * and a signature. All processes sign with the secret that the first of them stored.
 */
export function createChallenges(prisma: PrismaClient, clock: Clock) {
  let secret: Promise<Buffer> | undefined;

  async function readSecret(): Promise<Buffer> {
    const data = { id: ID, secret: randomBytes(SECRET_BYTES) };
    // Of processes that start at once, one stores its secret, and all read it.
    await prisma.challengeSecret.createMany({ data, skipDuplicates: true });
    const stored = await prisma.challengeSecret.findUniqueOrThrow({ where: { id: ID } });
    return Buffer.from(stored.secret);
  }

  async function sign(purpose: Purpose, payload: Buffer): Promise<Buffer> {
    // All processes and callers share the secret: reading it must not wait for the share of the organization that asks first.
    secret ??= runInternally(readSecret).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac('sha256', await secret)
      .update(`${purpose}\0`)
      .update(payload)
      .digest();
  }

  /** Returns what a challenge says; undefined unless its signature is right. */
  async function open(purpose: Purpose, challenge: string): Promise<Buffer | undefined> {
    const bytes = Buffer.from(challenge, 'base64url');
    return bytes.length === TIME_BYTES + RANDOM_BYTES + SIGNATURE_BYTES
      ? openSealed(purpose, bytes)
      : undefined;
  }

  async function openSealed(purpose: Purpose, bytes: Buffer): Promise<Buffer | undefined> {
    if (bytes.length <= SIGNATURE_BYTES) return undefined;
    const payload = bytes.subarray(0, -SIGNATURE_BYTES);
    const isRight = timingSafeEqual(await sign(purpose, payload), bytes.subarray(-SIGNATURE_BYTES));
    return isRight ? payload : undefined;
  }

  const endOf = (payload: Buffer) => new Date(payload.readUIntBE(0, TIME_BYTES));

  return {
    /** Signs a text of this service that does not expire. @returns base64url of both */
    seal: async (purpose: Purpose, payload: Buffer): Promise<string> =>
      Buffer.concat([payload, await sign(purpose, payload)]).toString('base64url'),

    /** Returns what was sealed for a purpose; undefined unless its signature is right. */
    unseal: (purpose: Purpose, sealed: string) => openSealed(purpose, Buffer.from(sealed, 'base64url')),

    /** Returns a challenge of 72 characters of base64url. */
    async issue(purpose: Purpose): Promise<string> {
      const end = Buffer.alloc(TIME_BYTES);
      end.writeUIntBE(clock.now().getTime() + CHALLENGE_LIFETIME_MS, 0, TIME_BYTES);
      const payload = Buffer.concat([end, randomBytes(RANDOM_BYTES)]);
      return Buffer.concat([payload, await sign(purpose, payload)]).toString('base64url');
    },

    /** Returns whether this service made a challenge for the purpose, used or not. */
    isOwn: async (purpose: Purpose, challenge: string): Promise<boolean> =>
      (await open(purpose, challenge)) !== undefined,

    /** Returns whether this service made a challenge for the purpose, and it has not expired. It may be shown several times. */
    async isCurrent(purpose: Purpose, challenge: string): Promise<boolean> {
      const payload = await open(purpose, challenge);
      return payload !== undefined && endOf(payload) > clock.now();
    },

    /**
     * Uses a challenge up, in the transaction of what its answer changes. Of parallel calls with one challenge, one succeeds.
     *
     * @returns false for a challenge that this service did not make for the purpose, that was used or has expired.
     */
    async redeem(db: PrismaQueries, purpose: Purpose, challenge: string): Promise<boolean> {
      const payload = await open(purpose, challenge);
      if (!payload) return false;
      const expiresAt = endOf(payload);
      if (expiresAt <= clock.now()) return false;
      const data = { hash: new Uint8Array(hash('sha256', payload, 'buffer')), expiresAt };
      const { count } = await db.usedChallenge.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
  };
}
