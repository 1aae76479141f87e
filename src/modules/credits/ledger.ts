import type { Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyset } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import type { Via } from '../../lib/request-context.ts';
import { MAX_BALANCE } from '../../lib/request-limits.ts';
import { type AdminActor, recordAdminEvent } from '../access/admin-events.ts';
import type { PrismaQueries } from '../idempotency/effects.ts';

export type CreditEntryKind = 'grant' | 'enrichment' | 'export';

/** An entry of the ledger without its companies, which are read in pages: an export may have a million. */
export interface CreditEntry {
  entryId: number;
  kind: CreditEntryKind;
  /** Credits: positive for a grant, negative for a charge. */
  amount: number;
  /** Balance of the organization after the entry, in credits. */
  balanceAfter: number;
  at: Date;
  apiKeyId: number | null;
  /** Owner of the key or session that was charged; null for a grant and for an organization key. */
  userId: number | null;
  requestId: string | null;
  /** Job that paid; null for a request. */
  jobId: number | null;
  /** How the request came in; null over the APIs. */
  via: Via | null;
}

const COLUMNS = `e.id::float8 AS "entryId", e.kind, e.amount, e.balance_after AS "balanceAfter",
  e.created_at AS at, e.api_key_id AS "apiKeyId", e.request_id AS "requestId", e.job_id AS "jobId", e.via,
  (SELECT user_id FROM api_key WHERE id = e.api_key_id) AS "userId"`;

/** Keys of a caller who is no admin: those of a user, or the organization key itself. */
const OWN_KEYS = 'k.organization_id = $1 AND (k.user_id = $2::int OR k.id = $3::int)';

const ALL = {
  name: 'ledger_of_organization',
  text: `SELECT ${COLUMNS} FROM credit_entry e
    WHERE e.organization_id = $1 AND e.id < $2 ORDER BY e.id DESC LIMIT $3 OFFSET $4`,
};

/** LATERAL reads the newest entries of each key by an index, however many entries others have. */
const OWN = {
  name: 'ledger_of_keys',
  text: `SELECT own.* FROM api_key k CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM credit_entry e WHERE e.api_key_id = k.id AND e.id < $4 ORDER BY e.id DESC LIMIT $5::bigint + $6::bigint) own
    WHERE ${OWN_KEYS} ORDER BY own."entryId" DESC LIMIT $5 OFFSET $6`,
};

const COUNT_ALL = {
  name: 'ledger_count_of_organization',
  text: 'SELECT count(*)::float8 AS total FROM credit_entry WHERE organization_id = $1',
};

const COUNT_OWN = {
  name: 'ledger_count_of_keys',
  text: `SELECT count(*)::float8 AS total FROM credit_entry e JOIN api_key k ON k.id = e.api_key_id WHERE ${OWN_KEYS}`,
};

const ALL_BY_ID = {
  name: 'ledger_of_organization_by_ids',
  text: `SELECT ${COLUMNS} FROM credit_entry e WHERE e.organization_id = $1 AND e.id = ANY ($2::bigint[])`,
};

const OWN_BY_ID = {
  name: 'ledger_of_keys_by_ids',
  text: `SELECT ${COLUMNS} FROM credit_entry e JOIN api_key k ON k.id = e.api_key_id
    WHERE ${OWN_KEYS} AND e.id = ANY ($4::bigint[])`,
};

const GRANTS_BY_ID = {
  name: 'ledger_grants_by_ids',
  text: `SELECT ${COLUMNS} FROM credit_entry e WHERE e.kind = 'grant' AND e.id = ANY ($1::bigint[])`,
};

export type Ledger = ReturnType<typeof createLedger>;

/** Reads the ledger: admins see all entries of the organization, others those of their own keys (contract, section 9). */
export function createLedger(db: Queryable) {
  const ownKeys = ({ organizationId, userId, keyId }: Principal) => [
    organizationId,
    userId,
    userId === null ? keyId : null,
  ];
  return {
    /** Entries that the caller may see, newest first. */
    async page(
      caller: Principal,
      { limit, after = Number.MAX_SAFE_INTEGER, offset }: Keyset,
    ): Promise<CreditEntry[]> {
      const { rows } = await (caller.role === 'admin'
        ? db.query<CreditEntry>({ ...ALL, values: [caller.organizationId, after, limit, offset] })
        : db.query<CreditEntry>({ ...OWN, values: [...ownKeys(caller), after, limit, offset] }));
      return rows;
    },

    /** Entries by id, in any order. Those that the caller may not see are left out. */
    async findMany(caller: Principal, entryIds: readonly number[]): Promise<CreditEntry[]> {
      const { rows } = await (caller.role === 'admin'
        ? db.query<CreditEntry>({ ...ALL_BY_ID, values: [caller.organizationId, entryIds] })
        : db.query<CreditEntry>({ ...OWN_BY_ID, values: [...ownKeys(caller), entryIds] }));
      return rows;
    },

    /** Grants to any organization by id, in any order: operators of the installation make them. */
    async findGrants(entryIds: readonly number[]): Promise<CreditEntry[]> {
      const { rows } = await db.query<CreditEntry>({ ...GRANTS_BY_ID, values: [entryIds] });
      return rows;
    },

    async count(caller: Principal): Promise<number> {
      const { rows } = await (caller.role === 'admin'
        ? db.query<{ total: number }>({ ...COUNT_ALL, values: [caller.organizationId] })
        : db.query<{ total: number }>({ ...COUNT_OWN, values: ownKeys(caller) }));
      return rows[0]?.total ?? 0;
    },

    /**
     * A page of the companies of each entry, by company id, in the order of the entries. Their places in the array of an
     * entry never change.
     *
     * @param after place after which the pages begin.
     */
    async companies(
      entryIds: readonly number[],
      { limit, after }: Pick<Keyset, 'limit' | 'after'>,
    ): Promise<number[][]> {
      const { rows } = await db.query<{ entryId: number; companyIds: number[] }>({
        name: 'ledger_companies',
        text: `SELECT id::float8 AS "entryId", company_ids[$2::int + 1 : $2::int + $3::int] AS "companyIds"
          FROM credit_entry WHERE id = ANY ($1::bigint[])`,
        values: [entryIds, after ?? 0, limit],
      });
      const byEntry = new Map(rows.map(({ entryId, companyIds }) => [entryId, companyIds]));
      return entryIds.map((entryId) => byEntry.get(entryId) ?? []);
    },
  };
}

/**
 * Adds credits, with the entry of the ledger and that of the audit log, in a transaction of the caller.
 *
 * @param amount credits, from 1 to MAX_GRANT.
 * @returns the entry; undefined if the balance would exceed MAX_BALANCE, or the organization is gone.
 */
export async function grantCredits(
  db: PrismaQueries,
  clock: Clock,
  by: AdminActor,
  organizationId: number,
  amount: number,
): Promise<CreditEntry | undefined> {
  const at = clock.now();
  const [stored] = await db.$queryRaw<Pick<CreditEntry, 'entryId' | 'balanceAfter'>[]>`
    WITH granted AS (
      UPDATE organization SET credit_balance = credit_balance + ${amount}::int
      WHERE id = ${organizationId}::int AND credit_balance <= ${MAX_BALANCE}::int - ${amount}::int
      RETURNING id, credit_balance
    )
    INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
    SELECT id, 'grant', ${amount}::int, credit_balance, '{}', ${at}::timestamptz FROM granted
    RETURNING id::float8 AS "entryId", balance_after AS "balanceAfter"`;
  if (!stored) return undefined;
  const details = { amount, balance_after: stored.balanceAfter };
  await recordAdminEvent(db, clock, by, { action: 'credits_granted', organizationId, details });
  const noRequest = { apiKeyId: null, userId: null, requestId: null, jobId: null, via: null };
  return { ...stored, kind: 'grant', amount, at, ...noRequest };
}
