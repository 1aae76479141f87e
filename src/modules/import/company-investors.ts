import type { PoolClient } from '../../database/client.ts';

/**
 * Replaces the investors of each company whose row lists them. Investors without companies are kept, so that saved
 * definitions which name them stay valid.
 */
export async function mergeCompanyInvestors(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO investor (name)
    SELECT i.name FROM import_row r JOIN import_investor i ON i.line = r.investors_line
    WHERE NOT EXISTS (SELECT FROM investor v WHERE v.name = i.name)
    GROUP BY i.name ORDER BY min(i.line), min(i.position)`);
  await client.query(STATED);
  await client.query(REMOVE);
  await client.query(MOVE);
  await client.query(ADD);
}

const STATED = `
  CREATE TEMP TABLE import_stated_investor ON COMMIT DROP AS
  SELECT r.company_id, v.id AS investor_id, i.position
  FROM import_row r
  JOIN import_investor i ON i.line = r.investors_line
  JOIN investor v ON v.name = i.name`;

const REMOVE = `
  WITH removed AS (
    DELETE FROM company_investor c USING import_row r
    WHERE c.company_id = r.company_id AND r.investors_line IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM import_stated_investor s WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id)
    RETURNING c.company_id
  )
  INSERT INTO import_changed SELECT company_id FROM removed`;

const MOVE = `
  WITH moved AS (
    UPDATE company_investor c SET position = s.position
    FROM import_stated_investor s
    WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id AND s.position <> c.position
    RETURNING c.company_id
  )
  INSERT INTO import_changed SELECT company_id FROM moved`;

const ADD = `
  WITH added AS (
    INSERT INTO company_investor (company_id, investor_id, position)
    SELECT company_id, investor_id, position FROM import_stated_investor s
    WHERE NOT EXISTS (
      SELECT FROM company_investor c WHERE c.company_id = s.company_id AND c.investor_id = s.investor_id)
    ORDER BY company_id, position
    RETURNING company_id
  )
  INSERT INTO import_changed SELECT company_id FROM added`;
