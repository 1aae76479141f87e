import type { PoolClient } from '../../database/client.ts';

/** Stores the domains that `resolveOwnership` assigned: the primary one first, the others in the order of the row. */
export async function mergeCompanyDomains(client: PoolClient): Promise<void> {
  await client.query(PLACED);
  await client.query(`
    INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT primary_domain, company_id, true, 0 FROM import_row WHERE is_new ORDER BY line`);
  await client.query(MOVE);
  await client.query(ADD);
}

/** Numbers the secondary domains of each row without gaps. */
const PLACED = `
  CREATE TEMP TABLE import_placed ON COMMIT DROP AS
  SELECT domain, company_id, line,
    row_number() OVER (PARTITION BY line ORDER BY position) AS position
  FROM import_claim`;

const MOVE = `
  WITH moved AS (
    UPDATE company_domain d SET position = p.position
    FROM import_placed p WHERE d.domain = p.domain AND d.position <> p.position
    RETURNING d.company_id
  )
  INSERT INTO import_changed SELECT company_id FROM moved`;

const ADD = `
  WITH added AS (
    INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT domain, company_id, false, position FROM import_placed p
    WHERE NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = p.domain)
    ORDER BY line, position
    RETURNING company_id
  )
  INSERT INTO import_changed SELECT company_id FROM added`;
