import type { PoolClient } from '../../database/client.ts';

/**
 * Decides which company owns which domain. Every domain belongs to one company. Importing a file again gives the same
 * result. Rules:
 *
 * 1. A company keeps its domains until its own row lists others. Domains that it no longer lists become free, except the
 *    primary domains of companies that were merged into it, and former primary domains by which a row names the company.
 *    Were the latter free, the next import of the file would apply that row to another company.
 * 2. A free domain goes to the first row that lists it, as primary or secondary. A company has one row: its last line.
 * 3. A row whose primary domain belongs to another company is rejected; such a secondary domain is skipped.
 *
 * Afterwards `import_row` contains the accepted rows only, and `import_claim` the secondary domains that they get.
 */
export async function resolveOwnership(client: PoolClient): Promise<void> {
  for (const statement of CLAIM_STEPS) await client.query(statement);
  await removeRefused(client);
  await refuseClaimedEarlier(client);
  for (const statement of LOST_STEPS) await client.query(statement);
}

/**
 * Rejects new rows whose primary domain an earlier accepted row lists. Whether that row is accepted may depend on an
 * earlier one too, so the conflicts are resolved in the order of the lines.
 */
async function refuseClaimedEarlier(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ line: number; claimants: number[] }>(`
    SELECT r.line, array_agg(c.line ORDER BY c.line) AS claimants
    FROM import_row r JOIN import_claim c ON c.domain = r.primary_domain AND c.line < r.line
    WHERE r.is_new GROUP BY r.line ORDER BY r.line`);
  if (rows.length === 0) return;
  const owners = new Map<number, number>();
  for (const { line, claimants } of rows) {
    const owner = claimants.find((claimant) => !owners.has(claimant));
    if (owner !== undefined) owners.set(line, owner);
  }
  await client.query(
    `INSERT INTO import_refused
     SELECT r.primary_domain, o.primary_domain
     FROM unnest($1::integer[], $2::integer[]) AS refused (line, owner_line)
     JOIN import_row r ON r.line = refused.line JOIN import_row o ON o.line = refused.owner_line`,
    [[...owners.keys()], [...owners.values()]],
  );
  await removeRefused(client);
}

async function removeRefused(client: PoolClient): Promise<void> {
  await client.query(
    'DELETE FROM import_claim c USING import_row r, import_refused f WHERE c.line = r.line AND r.primary_domain = f.primary_domain',
  );
  await client.query(
    'DELETE FROM import_row r USING import_refused f WHERE r.primary_domain = f.primary_domain',
  );
}

const CLAIM_STEPS = [
  `CREATE TEMP TABLE import_claim ON COMMIT DROP AS
    SELECT r.line, r.company_id, d.line AS source_line, d.domain, d.position
    FROM import_row r JOIN import_domain d ON d.line = r.domains_line`,
  recordTouched(`DELETE FROM company_domain d USING import_row r
    WHERE d.company_id = r.company_id AND NOT r.is_new AND r.domains_line IS NOT NULL
      AND NOT d.is_primary AND NOT d.from_merge
      AND NOT EXISTS (SELECT FROM import_domain i WHERE i.line = r.domains_line AND i.domain = d.domain)
      AND NOT EXISTS (SELECT FROM import_alias a WHERE a.former_domain = d.domain)
    RETURNING d.company_id`),
  'ANALYZE import_claim',
  'CREATE TEMP TABLE import_refused (primary_domain text NOT NULL, owner text NOT NULL) ON COMMIT DROP',
  `INSERT INTO import_refused
    SELECT r.primary_domain, c.primary_domain
    FROM import_row r
    JOIN company_domain d ON d.domain = r.primary_domain
    JOIN company c ON c.id = d.company_id
    WHERE r.is_new`,
];

const LOST_STEPS = [
  `INSERT INTO import_problem
    SELECT s.line, 'rejected', 'primary_domain', 'the domain belongs to another company, ' || f.owner, s.row_text
    FROM import_refused f JOIN import_company s ON s.primary_domain = f.primary_domain`,
  // Secondary domains that belong to another company.
  `CREATE TEMP TABLE import_lost ON COMMIT DROP AS
    WITH first_claim AS (
      SELECT domain, min(line) AS line FROM import_claim GROUP BY domain HAVING count(*) > 1
    )
    SELECT c.line, c.source_line, c.domain,
      CASE WHEN d.domain IS NOT NULL THEN holder.primary_domain
           WHEN p.line IS NOT NULL THEN p.primary_domain
           ELSE claimant.primary_domain END AS owner
    FROM import_claim c
    LEFT JOIN company_domain d ON d.domain = c.domain
    LEFT JOIN company holder ON holder.id = d.company_id
    LEFT JOIN import_row p ON p.primary_domain = c.domain AND p.is_new
    LEFT JOIN first_claim f ON f.domain = c.domain
    LEFT JOIN import_row claimant ON claimant.line = f.line
    WHERE CASE WHEN d.domain IS NOT NULL THEN d.company_id <> c.company_id
               ELSE p.line IS NOT NULL OR f.line < c.line END`,
  `INSERT INTO import_problem
    SELECT l.source_line, 'warning', 'domains', l.domain || ' belongs to another company, ' || l.owner, s.row_text
    FROM import_lost l JOIN import_company s ON s.line = l.source_line`,
  'DELETE FROM import_claim c USING import_lost l WHERE l.line = c.line AND l.domain = c.domain',
];

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
