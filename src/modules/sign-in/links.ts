import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { CREDENTIAL_PREFIX } from '../../lib/text.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

/** How long links of invitations work: 72 hours (contract, section 17). */
const LINK_LIFETIME_MS = 72 * 3_600_000;

/** 200 bits, more than a key has. */
const CODE_BYTES = 25;
/** Of codes with their prefix, and of the longer codes without one that earlier releases made. */
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
 * Makes a link that signs a user in once. Earlier links of the user keep working until one of them is used.
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
  const code = CREDENTIAL_PREFIX.link + randomBytes(CODE_BYTES).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const row = { hash: hashOf(code), isInvitation, createdAt, expiresAt };
  return { link: `${publicUrl}/#code=${code}`, row };
}

/** Finds the link of a code that was not used and has not expired. Redeeming decides whether it works. One statement. */
export async function findSignInLink(db: Queryable, clock: Clock, code: string) {
  if (code.length !== CODE_LENGTH) return undefined;
  const { rows } = await db.query<{ user_id: number; is_invitation: boolean }>({
    name: 'find_sign_in_link',
    text: `SELECT user_id, is_invitation FROM sign_in_link
      WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
    values: [hashOf(code), clock.now()],
  });
  return rows[0] && { userId: rows[0].user_id, isInvitation: rows[0].is_invitation };
}

/**
 * Uses up the link of a code, in a transaction that has locked its user. All other links of the user end with it. An
 * invitation is worth nothing once the person has arrived in any way: with it, the admin who made it could act as them.
 *
 * @returns whether the link worked.
 */
export async function redeemSignInLink(db: PrismaQueries, clock: Clock, code: string): Promise<boolean> {
  const now = clock.now();
  const [used] = await db.$queryRaw<{ userId: number }[]>`
    UPDATE sign_in_link l SET used_at = ${now}
    WHERE l.hash = ${hashOf(code)} AND l.used_at IS NULL AND l.expires_at > ${now}
      AND NOT (l.is_invitation AND (EXISTS (SELECT FROM api_key k WHERE k.user_id = l.user_id)
        OR EXISTS (SELECT FROM passkey p WHERE p.user_id = l.user_id)
        OR EXISTS (SELECT FROM user_identity i WHERE i.user_id = l.user_id)))
    RETURNING l.user_id AS "userId"`;
  if (!used) return false;
  await endSignInLinks(db, used.userId);
  return true;
}

/**
 * Ends the unused links of a user, in a transaction that has locked the user. Links were made for a person with certain
 * rights, so a change of these, and whatever signs the person out everywhere, ends them.
 */
export async function endSignInLinks(db: Links, userId: number): Promise<void> {
  await db.signInLink.deleteMany({ where: { userId, usedAt: null } });
}

/** A code has 200 random bits, so a slow hash would add no protection. */
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', code, 'buffer'));
}
