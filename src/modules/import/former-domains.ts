import type { PoolClient } from '../../database/client.ts';

/**
 * Applies rows that name a former primary domain to the company that was renamed, or that survived a merge (contract,
 * section 8). The domain counts as listed by such a row, so that it stays with the company.
 */
export async function redirectFormerDomains(client: PoolClient): Promise<void> {
  await client.query(ALIASES);
  const { rows } = await client.query('SELECT FROM import_alias LIMIT 1');
  if (rows.length === 0) return;
  await client.query(`
    UPDATE import_company c SET primary_domain = a.primary_domain FROM import_alias a WHERE c.line = a.line`);
  await client.query(`
    DELETE FROM import_domain i USING import_alias a WHERE i.line = a.line AND i.domain = a.primary_domain`);
  await client.query(`
    INSERT INTO import_domain (line, domain, position)
    SELECT a.line, a.former_domain, 0 FROM import_alias a
    WHERE NOT EXISTS (SELECT FROM import_domain i WHERE i.line = a.line AND i.domain = a.former_domain)`);
}

const ALIASES = `
  CREATE TEMP TABLE import_alias ON COMMIT DROP AS
  SELECT s.line, d.domain AS former_domain, c.primary_domain
  FROM company_domain d
  JOIN import_company s ON s.primary_domain = d.domain
  JOIN company c ON c.id = d.company_id
  WHERE d.was_primary AND NOT d.is_primary`;
