import type { PoolClient } from '../../database/client.ts';
import { reportActions } from './company-actions.ts';
import { LEAVING_TABLE, removeCompanies } from './removals.ts';

/** Deletes the companies that the lines of a part name by their primary domains. @returns their number */
export async function deleteCompanies(client: PoolClient, part: number): Promise<number> {
  await reportActions(client, 'warning', unknown(part));
  return remove(
    client,
    `SELECT c.id, NULL::integer, min(a.line)
     FROM import_part p JOIN import_action a USING (line) JOIN company c ON c.primary_domain = a.primary_domain
     WHERE p.part = ${part} GROUP BY c.id`,
  );
}

/**
 * Merges the companies of a part into others. A retired company can be merged as well: its slug, its flags and its
 * domain, if no other company has it, go to the survivor. A merge that is done already changes nothing.
 *
 * @returns the number of merged companies.
 */
export async function mergeCompanies(client: PoolClient, part: number): Promise<number> {
  await client.query('DROP TABLE IF EXISTS import_merge');
  await client.query(resolve(part));
  await reportActions(
    client,
    'rejected',
    'SELECT line, field, reason FROM import_merge WHERE reason IS NOT NULL',
  );
  await reportActions(
    client,
    'warning',
    `SELECT line, 'primary_domain' AS field, 'no company has the domain; there is nothing to merge' AS reason
     FROM import_merge WHERE reason IS NULL AND is_unknown`,
  );
  return remove(
    client,
    'SELECT source_id, target_id, line FROM import_merge WHERE reason IS NULL AND source_id IS NOT NULL',
  );
}

async function remove(client: PoolClient, leaving: string): Promise<number> {
  await client.query('DROP TABLE IF EXISTS import_leaving');
  await client.query(LEAVING_TABLE);
  const { rowCount } = await client.query(
    `INSERT INTO import_leaving (company_id, target_id, line) ${leaving}`,
  );
  if (!rowCount) return 0;
  await removeCompanies(client);
  return rowCount;
}

const unknown = (part: number) => `
  SELECT a.line, 'primary_domain' AS field,
    CASE WHEN c.id IS NULL THEN 'no company has the domain; there is nothing to delete'
         ELSE 'is not the primary domain of its company, which stays: ' || c.primary_domain END AS reason
  FROM import_part p
  JOIN import_action a USING (line)
  LEFT JOIN company_domain d ON d.domain = a.primary_domain
  LEFT JOIN company c ON c.id = d.company_id
  WHERE p.part = ${part} AND c.primary_domain IS DISTINCT FROM a.primary_domain
    AND NOT EXISTS (SELECT FROM retired_company g WHERE g.primary_domain = a.primary_domain)`;

/** Returns SQL of a table with a row for each merge. `reason` says why the line is rejected. */
const resolve = (part: number) => `
  CREATE TEMP TABLE import_merge ON COMMIT DROP AS
  SELECT a.line, coalesce(source.id, CASE WHEN held.domain IS NULL THEN gone.id END) AS source_id,
    target.company_id AS target_id, held.domain IS NULL AND gone.id IS NULL AS is_unknown,
    CASE WHEN target.domain IS NULL OR source.id = target.company_id THEN 'merge_into' ELSE 'primary_domain' END AS field,
    CASE
      WHEN target.domain IS NULL AND lost.id IS NOT NULL THEN 'names a company that was deleted'
      WHEN target.domain IS NULL THEN 'no company has the domain "' || a.other_domain || '"'
      WHEN source.id = target.company_id THEN 'is a domain of the company itself'
      WHEN source.id IS NULL AND held.company_id <> target.company_id
        THEN 'is not the primary domain of its company, which is ' || owner.primary_domain
    END AS reason
  FROM import_part p
  JOIN import_action a USING (line)
  LEFT JOIN company source ON source.primary_domain = a.primary_domain
  LEFT JOIN company_domain held ON held.domain = a.primary_domain
  LEFT JOIN company owner ON owner.id = held.company_id
  LEFT JOIN retired_company gone ON gone.primary_domain = a.primary_domain
  LEFT JOIN company_domain target ON target.domain = a.other_domain
  LEFT JOIN retired_company lost ON lost.primary_domain = a.other_domain
  WHERE p.part = ${part}`;
