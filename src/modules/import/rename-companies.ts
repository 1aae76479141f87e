import type { PoolClient } from '../../database/client.ts';
import { reportActions } from './company-actions.ts';
import { recordTouched } from './company-domains.ts';

/**
 * Carries out the renames of a part (contract, section 8): a company keeps its id and slug, and its old domain becomes a
 * secondary one. The values of the rows are not applied here. A rename that is done already changes nothing.
 *
 * @returns the number of renamed companies.
 */
export async function renameCompanies(client: PoolClient, part: number): Promise<number> {
  await client.query('DROP TABLE IF EXISTS import_rename');
  await client.query(resolve(part));
  await client.query('ANALYZE import_rename');
  await reportActions(client, 'rejected', REJECTED);
  await client.query(
    'DELETE FROM import_stated s USING import_rename r WHERE s.line = r.line AND r.reason IS NOT NULL',
  );
  await reportActions(client, 'warning', UNKNOWN);
  for (const statement of STEPS) await client.query(statement);
  const { rowCount } = await client.query(recordTouched(RENAME));
  return rowCount ?? 0;
}

/**
 * Returns SQL of a table with a row for each rename. `company_id` is the company to rename, `retired_id` a retired one
 * that comes back under another domain; `reason` says why the line is rejected.
 */
const resolve = (part: number) => `
  CREATE TEMP TABLE import_rename ON COMMIT DROP AS
  SELECT a.line, a.primary_domain AS new_domain, a.other_domain AS old_domain,
    coalesce(owner.primary_domain = a.primary_domain, false) AS is_done,
    CASE WHEN old.primary_domain = a.other_domain THEN old.id END AS company_id,
    CASE WHEN old.id IS NULL AND owner.id IS NULL THEN gone.id END AS retired_id,
    CASE
      WHEN owner.id <> old.id AND owner.primary_domain = a.primary_domain AND old.primary_domain = a.other_domain
        THEN 'names another company that exists beside this one; use merge_into to merge them'
      WHEN owner.primary_domain = a.primary_domain THEN NULL
      WHEN old.primary_domain <> a.other_domain
        THEN 'is not the primary domain of its company, which is ' || old.primary_domain
      WHEN owner.id <> old.id THEN 'cannot be applied: the new domain belongs to another company, ' || owner.primary_domain
    END AS reason
  FROM import_part p
  JOIN import_action a USING (line)
  LEFT JOIN company_domain held ON held.domain = a.primary_domain
  LEFT JOIN company owner ON owner.id = held.company_id
  LEFT JOIN company_domain earlier ON earlier.domain = a.other_domain
  LEFT JOIN company old ON old.id = earlier.company_id
  LEFT JOIN retired_company gone ON gone.primary_domain = a.other_domain
  WHERE p.part = ${part} AND p.action = 'rename'`;

const FIELD = `'previous_primary_domain' AS field`;

const REJECTED = `SELECT line, ${FIELD}, reason FROM import_rename WHERE reason IS NOT NULL`;

const UNKNOWN = `
  SELECT line, ${FIELD}, 'no company has the domain "' || old_domain || '"; there is nothing to rename' AS reason
  FROM import_rename WHERE reason IS NULL AND company_id IS NULL AND retired_id IS NULL AND NOT is_done`;

/** The renames that change something. */
const EFFECTIVE = 'reason IS NULL AND NOT is_done';

const RENAME = `
  UPDATE company c SET primary_domain = r.new_domain, updated_at = now()
  FROM import_rename r WHERE ${EFFECTIVE} AND c.id = r.company_id
  RETURNING c.id`;

/** Changes of domains, in their order. */
const STEPS = [
  // A retired company with the new domain can no longer come back by it.
  `UPDATE retired_company g SET primary_domain = NULL
    FROM import_rename r
    WHERE ${EFFECTIVE} AND g.primary_domain = r.new_domain AND (r.company_id IS NOT NULL OR r.retired_id <> g.id)`,
  `UPDATE retired_company g SET primary_domain = r.new_domain
    FROM import_rename r WHERE ${EFFECTIVE} AND g.id = r.retired_id`,
  `UPDATE company_domain d
    SET is_primary = false, was_primary = true, position = least(32767,
      1 + (SELECT max(position) FROM company_domain o WHERE o.company_id = d.company_id))
    FROM import_rename r WHERE ${EFFECTIVE} AND r.company_id = d.company_id AND d.domain = r.old_domain`,
  `UPDATE company_domain d SET is_primary = true, was_primary = false, position = 0
    FROM import_rename r WHERE ${EFFECTIVE} AND r.company_id = d.company_id AND d.domain = r.new_domain`,
  `INSERT INTO company_domain (domain, company_id, is_primary, position)
    SELECT new_domain, company_id, true, 0 FROM import_rename r
    WHERE ${EFFECTIVE} AND company_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = r.new_domain)`,
];
