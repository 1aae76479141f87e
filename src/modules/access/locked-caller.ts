import type { Queryable } from '../../database/client.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { invalidApiKey, type Principal, type UserPrincipal } from '../../lib/principal.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';
import { BUDGET_KEY_ID, CREDENTIALS, isCredentialLiveSql, isLiveSql } from './credential-rules.ts';

/**
 * Caller whose user and credential are locked until the transaction ends: the credential is live, and the rights are those
 * of this moment. Processes cache the rights of a `UserPrincipal` for seconds. So code in a transaction that decides by
 * rights takes this type.
 */
export interface LockedCaller extends UserPrincipal {
  readonly isLocked: true;
  /** Whether the caller is an operator of the installation. */
  readonly isOperator: boolean;
  /** Key that holds the monthly limit of the credential. */
  readonly budgetKeyId: number;
  /** The most credits of a calendar month; null for no limit. */
  readonly monthlyLimit: number | null;
}

/** Rows that a change locks together with its caller. */
interface Also {
  /** Users of the caller's organization. */
  userIds?: readonly number[];
  /** Whether to lock all admins of the organization. The last of them then cannot leave by two changes at once. */
  admins?: boolean;
  /** API keys and sessions. */
  keyIds?: readonly number[];
}

interface LockedUser {
  id: number;
  role: UserRole;
  is_operator: boolean;
}

const LOCK_USERS = `SELECT id, role, is_operator FROM "user"
  WHERE organization_id = $1 AND (id = ANY ($2::int[]) OR ($3::boolean AND role = 'admin'))
  ORDER BY id FOR NO KEY UPDATE`;

interface LockedCredential {
  id: number;
  live: boolean;
  budgetKeyId: number;
  monthlyLimit: number | null;
}

const LOCK_CREDENTIALS = `SELECT k.id, ${isLiveSql('$2')} AS live, ${BUDGET_KEY_ID} AS "budgetKeyId",
    (SELECT monthly_credit_limit FROM api_key WHERE id = ${BUDGET_KEY_ID}) AS "monthlyLimit"
  FROM ${CREDENTIALS}
  WHERE k.id = ANY ($1::int[]) ORDER BY k.id FOR NO KEY UPDATE OF k`;

const MANAGES_USERS = 'Only an admin of the organization can manage its users.';

/**
 * Locks the caller of a change, and what it changes beside: users before keys, each in the order of ids, which prevents
 * deadlocks. Until the transaction ends, nobody disables or demotes the caller, or revokes their credential.
 *
 * @throws Fault invalid_api_key if the credential has ended since the request began
 */
export async function lockCaller(
  db: Pick<PrismaQueries, '$queryRawUnsafe'>,
  clock: Clock,
  caller: UserPrincipal,
  { userIds = [], admins = false, keyIds = [] }: Also = {},
): Promise<LockedCaller> {
  const { organizationId, userId, keyId } = caller;
  const users = await db.$queryRawUnsafe<LockedUser[]>(
    LOCK_USERS,
    organizationId,
    [userId, ...userIds],
    admins,
  );
  const locked = await lockRows(db, clock, [keyId, ...keyIds]);
  const self = users.find(({ id }) => id === userId);
  const own = locked.find(({ id }) => id === keyId);
  if (!self || !own?.live) throw invalidApiKey();
  const { budgetKeyId, monthlyLimit } = own;
  const rights = { role: self.role, isOperator: self.is_operator, budgetKeyId, monthlyLimit };
  return { ...caller, ...rights, isLocked: true };
}

/**
 * Locks API keys and sessions until the transaction ends, in the order of ids. Other transactions can still insert rows
 * that refer to them.
 *
 * @returns the ids of those that are live.
 */
export async function lockCredentials(
  db: Pick<PrismaQueries, '$queryRawUnsafe'>,
  clock: Clock,
  keyIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await lockRows(db, clock, keyIds);
  return new Set(rows.filter(({ live }) => live).map(({ id }) => id));
}

function lockRows(db: Pick<PrismaQueries, '$queryRawUnsafe'>, clock: Clock, keyIds: readonly number[]) {
  return db.$queryRawUnsafe<LockedCredential[]>(LOCK_CREDENTIALS, [...keyIds], clock.now());
}

/** Locks a user until the transaction ends, before any of their keys, sessions and links. */
export async function lockUser(db: PrismaQueries, userId: number): Promise<void> {
  await db.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Requires a live credential in the transaction of a change that locks other rows than its caller.
 *
 * @throws Fault invalid_api_key
 */
export async function requireLive(db: Queryable, clock: Clock, { keyId }: Pick<Principal, 'keyId'>) {
  const { rowCount } = await db.query({
    name: 'credential_live',
    text: `SELECT WHERE ${isCredentialLiveSql('$1', '$2')}`,
    values: [keyId, clock.now()],
  });
  if (rowCount !== 1) throw invalidApiKey();
}

/**
 * Requires an admin. Changes ask twice: of the caller as the request came, so that nothing is locked for others, and of
 * the locked caller, whose role is that of this moment. The second decides.
 *
 * @throws Fault insufficient_access
 */
export function requireAdmin({ role }: UserPrincipal, message = MANAGES_USERS): void {
  if (role !== 'admin') throw new Fault('insufficient_access', message);
}

/** Locks the caller of a change that is for admins (see lockCaller). @throws Fault insufficient_access, invalid_api_key */
export async function lockAdmin(
  db: Pick<PrismaQueries, '$queryRawUnsafe'>,
  clock: Clock,
  admin: UserPrincipal,
  also: Also = {},
  message?: string,
): Promise<LockedCaller> {
  const caller = await lockCaller(db, clock, admin, also);
  requireAdmin(caller, message);
  return caller;
}
