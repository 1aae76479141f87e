import type { PoolClient } from '../../database/client.ts';

/** Returns SQL of a change that also records the companies whose ids it returns in `import_touched`. */
export function recordTouched(change: string): string {
  return `WITH touched AS (${change}) INSERT INTO import_touched SELECT * FROM touched`;
}

/** Stores the domains that `resolveOwnership` assigned: the primary one first, the others in the order of the row. */
export async function mergeCompanyDomains(client: PoolClient): Promise<void> {
  for (const statement of DOMAIN_STEPS) await client.query(statement);
}

/**
 * Replaces the investors of each company whose row lists them. Investors without companies are kept, so that saved
 * definitions which name them stay valid.
 */
export async function mergeCompanyInvestors(client: PoolClient): Promise<void> {
  for (const statement of INVESTOR_STEPS) await client.query(statement);
}

const DOMAIN_STEPS = [
  // Numbers the secondary domains of each row without gaps.
  `CREATE TEMP TABLE import_placed ON COMMIT DROP AS
    SELECT domain, company_id, line,
      row_number() OVER (PARTITION BY line ORDER BY position) AS position
    FROM import_claim`,
  `INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT primary_domain, company_id, true, 0 FROM import_row WHERE is_new ORDER BY line`,
  recordTouched(`UPDATE company_domain d SET position = p.position
    FROM import_placed p WHERE d.domain = p.domain AND d.position <> p.position
    RETURNING d.company_id`),
  recordTouched(`INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT domain, company_id, false, position FROM import_placed p
    WHERE NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = p.domain)
    ORDER BY line, position
    RETURNING company_id`),
];

const INVESTOR_STEPS = [
  `INSERT INTO investor (name, name_key)
    SELECT i.name, min(i.name_key) FROM import_row r JOIN import_investor i ON i.line = r.investors_line
    WHERE NOT EXISTS (SELECT FROM investor v WHERE v.name = i.name)
    GROUP BY i.name ORDER BY min(i.line), min(i.position)`,
  `CREATE TEMP TABLE import_stated_investor ON COMMIT DROP AS
    SELECT r.company_id, v.id AS investor_id, i.position
    FROM import_row r
    JOIN import_investor i ON i.line = r.investors_line
    JOIN investor v ON v.name = i.name`,
  recordTouched(`DELETE FROM company_investor c USING import_row r
    WHERE c.company_id = r.company_id AND r.investors_line IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM import_stated_investor s WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id)
    RETURNING c.company_id`),
  recordTouched(`UPDATE company_investor c SET position = s.position
    FROM import_stated_investor s
    WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id AND s.position <> c.position
    RETURNING c.company_id`),
  recordTouched(`INSERT INTO company_investor (company_id, investor_id, position)
    SELECT company_id, investor_id, position FROM import_stated_investor s
    WHERE NOT EXISTS (
      SELECT FROM company_investor c WHERE c.company_id = s.company_id AND c.investor_id = s.investor_id)
    ORDER BY company_id, position
    RETURNING company_id`),
];
