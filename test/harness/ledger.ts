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
