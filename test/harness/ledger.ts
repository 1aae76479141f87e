import type pg from 'pg';

export interface Books {
  balance: number;
  /** Sum of the ledger, which always equals the balance. */
  ledger: number;
  /** Companies that were paid for according to the ledger, in that order. */
  paidFor: number[];
  /** Companies that are unlocked. */
  unlocked: number[];
}

/** Reads the credits of an organization from the database. */
export async function readBooks(pool: pg.Pool, organizationId: number): Promise<Books> {
  const { rows } = await pool.query<Books>(
    `SELECT credit_balance AS balance,
       (SELECT coalesce(sum(amount), 0)::int FROM credit_entry e WHERE e.organization_id = o.id) AS ledger,
       ARRAY(SELECT unnest(company_ids) FROM credit_entry e WHERE e.organization_id = o.id ORDER BY e.id, 1) AS "paidFor",
       ARRAY(SELECT company_id FROM company_unlock u WHERE u.organization_id = o.id ORDER BY company_id) AS unlocked
     FROM organization o WHERE o.id = $1`,
    [organizationId],
  );
  const [books] = rows;
  if (!books) throw new Error(`no organization ${organizationId}`);
  return books;
}

export interface MonthOfBudget {
  keyId: number;
  /** First day, in UTC. */
  month: string;
  /** Credits, by the ledger. */
  ledger: number;
  /** Credits, as they are counted against the limit. */
  spent: number;
  /** The limit of today; null for none. */
  limit: number | null;
}

/**
 * Reads what keys spent in each month, by the ledger and as counted, without the budgets that the service stores: from each
 * key that replaced none, over its successors and the sessions that were opened with them. Months without a charge are left
 * out.
 */
export async function readBudgets(pool: pg.Pool, organizationId: number): Promise<MonthOfBudget[]> {
  const { rows } = await pool.query<MonthOfBudget>(
    `WITH RECURSIVE credential (id, first_id) AS (
       SELECT id, id FROM api_key
       WHERE organization_id = $1 AND replaces_id IS NULL AND signed_in_by IS DISTINCT FROM 'key'
       UNION ALL SELECT k.id, c.first_id FROM api_key k JOIN credential c
         ON k.replaces_id = c.id OR (k.signed_in_by = 'key' AND k.created_by_key_id = c.id)
     ), paid AS (
       SELECT c.first_id, date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date AS month, -sum(e.amount)::int AS credits
       FROM credit_entry e JOIN credential c ON c.id = e.api_key_id WHERE e.kind <> 'grant' GROUP BY 1, 2
     ), counted AS (
       SELECT s.* FROM key_spending s JOIN api_key k ON k.id = s.api_key_id AND k.organization_id = $1 WHERE s.spent > 0
     )
     SELECT coalesce(p.first_id, s.api_key_id) AS "keyId", coalesce(p.month, s.month)::text AS month,
       coalesce(p.credits, 0) AS ledger, coalesce(s.spent, 0) AS spent, k.monthly_credit_limit AS "limit"
     FROM paid p FULL JOIN counted s ON s.api_key_id = p.first_id AND s.month = p.month
     JOIN api_key k ON k.id = coalesce(p.first_id, s.api_key_id)
     ORDER BY 1, 2`,
    [organizationId],
  );
  return rows;
}
