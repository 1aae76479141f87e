import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

/** How long links of invitations work: 72 hours (contract, section 17). */
export const LINK_LIFETIME_MS = 72 * 3_600_000;

const CODE_BYTES = 32;
const CODE_LENGTH = 43;

export interface SignInLink {
  /** URL of the console with the code in its fragment, which browsers do not send. It is shown only now. */
  link: string;
  expiresAt: Date;
}

interface LinkOptions {
  lifetimeMs?: number;
  /** Whether an admin makes it, and not the operator of the service. */
  isInvitation?: boolean;
}

type Links = Pick<PrismaQueries, 'signInLink'>;

/**
 * Makes a link that signs a user in once. Earlier links of the user keep working.
 *
 * @param publicUrl origin of the service, as users reach it.
 */
export async function makeSignInLink(
  db: Links,
  clock: Clock,
  publicUrl: string,
  userId: number,
  options?: LinkOptions,
): Promise<SignInLink> {
  const { link, row } = draftSignInLink(clock, publicUrl, options);
  await db.signInLink.create({ data: { userId, ...row } });
  return { link, expiresAt: row.expiresAt };
}

/** Returns a new link with the row that makes it work, but for the user. */
export function draftSignInLink(
  clock: Clock,
  publicUrl: string,
  { lifetimeMs = LINK_LIFETIME_MS, isInvitation = true }: LinkOptions = {},
) {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const row = { hash: hashOf(code), isInvitation, createdAt, expiresAt };
  return { link: `${publicUrl}/#code=${code}`, row };
}

/** Returns whether the link of a code can still be used, and is an invitation; undefined if it cannot. One statement. */
export async function findSignInLink(
  db: Queryable,
  clock: Clock,
  code: string,
): Promise<{ isInvitation: boolean } | undefined> {
  if (code.length !== CODE_LENGTH) return undefined;
  const { rows } = await db.query<{ is_invitation: boolean }>({
    name: 'find_sign_in_link',
    text: 'SELECT is_invitation FROM sign_in_link WHERE hash = $1 AND used_at IS NULL AND expires_at > $2',
    values: [hashOf(code), clock.now()],
  });
  return rows[0] && { isInvitation: rows[0].is_invitation };
}

/**
 * Uses a link up. Of parallel calls with one code, one succeeds.
 *
 * @returns the user; undefined for a code that is unknown, was used or has expired.
 */
export async function useSignInLink(db: Links, clock: Clock, code: string): Promise<number | undefined> {
  const now = clock.now();
  const [used] = await db.signInLink.updateManyAndReturn({
    where: { hash: hashOf(code), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: { userId: true },
  });
  return used?.userId;
}

/** A code has 256 random bits, so a slow hash would add no protection. */
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', code, 'buffer'));
}
