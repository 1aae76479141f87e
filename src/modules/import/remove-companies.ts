import type { PoolClient } from '../../database/client.ts';
import { reportActions } from './company-actions.ts';
import { MOVE_OWN_VALUES } from './own-values.ts';
import { rebuildPartnerships } from './partnerships.ts';

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

/**
 * Creates the table of companies that leave the catalogue: `target_id` is the survivor of a merge, null for a delete.
 * No company may be both in `company_id` and in `target_id`.
 */
export const LEAVING_TABLE = `
  CREATE TEMP TABLE import_leaving (
    company_id integer PRIMARY KEY, target_id integer, line integer NOT NULL
  ) ON COMMIT DROP`;

/**
 * Takes the companies of `import_leaving` out of the catalogue (contract, section 8). What they had goes to the survivor
 * or is deleted. Their ids and slugs stay reserved in `retired_company`. Unlocks, flags and the ledger are kept. Unlocks
 * stay with the companies for which they were bought, and count for survivors when they are read (src/modules/credits).
 *
 * Adds the changed companies to `import_changed` and the keys of technologies that they had to `import_withdrawn`.
 */
export async function removeCompanies(client: PoolClient): Promise<void> {
  await client.query('ANALYZE import_leaving');
  await client.query(WITHDRAW_TECHNOLOGIES);
  await client.query(MOVE_DETECTIONS);
  await moveObservations(client);
  for (const statement of STEPS) await client.query(statement);
}

const WITHDRAW_TECHNOLOGIES = `
  INSERT INTO import_withdrawn
  SELECT DISTINCT t.tech_key
  FROM import_leaving l JOIN company_technology d USING (company_id) JOIN technology t ON t.id = d.technology_id`;

/** Merges detections of one technology: earliest first time, latest last time, larger count. */
const MOVE_DETECTIONS = `
  WITH gone AS (
    DELETE FROM company_technology d USING import_leaving l WHERE d.company_id = l.company_id
    RETURNING l.target_id, d.technology_id, d.detection_count, d.first_seen, d.last_seen
  )
  INSERT INTO company_technology AS kept (company_id, technology_id, detection_count, first_seen, last_seen)
  SELECT target_id, technology_id, max(detection_count), min(first_seen), max(last_seen)
  FROM gone WHERE target_id IS NOT NULL GROUP BY target_id, technology_id
  ON CONFLICT (company_id, technology_id) DO UPDATE
  SET detection_count = greatest(kept.detection_count, excluded.detection_count),
      first_seen = least(kept.first_seen, excluded.first_seen), last_seen = greatest(kept.last_seen, excluded.last_seen)`;

/** Moves observations by and of the companies in the same way. Those between a company and its survivor are deleted. */
async function moveObservations(client: PoolClient): Promise<void> {
  await client.query('DROP TABLE IF EXISTS import_pair');
  await client.query(`
    CREATE TEMP TABLE import_pair ON COMMIT DROP AS
    SELECT DISTINCT least(p.company_id, p.partner_id) AS a, greatest(p.company_id, p.partner_id) AS b
    FROM import_leaving l JOIN partnership p USING (company_id)`);
  await client.query('ANALYZE import_pair');
  await client.query(MOVE_OBSERVATIONS);
  await client.query(`
    INSERT INTO import_pair
    SELECT DISTINCT least(a, b), greatest(a, b)
    FROM (
      SELECT coalesce(l.target_id, p.a) AS a, coalesce(m.target_id, p.b) AS b
      FROM import_pair p
      LEFT JOIN import_leaving l ON l.company_id = p.a LEFT JOIN import_leaving m ON m.company_id = p.b
    ) moved
    WHERE a <> b AND NOT EXISTS (SELECT FROM import_leaving l WHERE l.company_id IN (a, b))
    EXCEPT SELECT a, b FROM import_pair`);
  await rebuildPartnerships(client);
}

const MOVE_OBSERVATIONS = `
  WITH gone AS (
    DELETE FROM partnership_observation o
    USING (SELECT a AS x, b AS y FROM import_pair UNION ALL SELECT b, a FROM import_pair) pair
    WHERE o.observer_id = pair.x AND o.partner_id = pair.y
    RETURNING o.*
  ), moved AS (
    SELECT CASE WHEN l.company_id IS NULL THEN g.observer_id ELSE l.target_id END AS observer_id,
      CASE WHEN m.company_id IS NULL THEN g.partner_id ELSE m.target_id END AS partner_id,
      g.first_observed_at, g.last_observed_at, g.observation_count
    FROM gone g
    LEFT JOIN import_leaving l ON l.company_id = g.observer_id
    LEFT JOIN import_leaving m ON m.company_id = g.partner_id
  )
  INSERT INTO partnership_observation AS kept
    (observer_id, partner_id, first_observed_at, last_observed_at, observation_count)
  SELECT observer_id, partner_id, min(first_observed_at), max(last_observed_at), max(observation_count)
  FROM moved WHERE observer_id <> partner_id GROUP BY observer_id, partner_id
  ON CONFLICT (observer_id, partner_id) DO UPDATE
  SET first_observed_at = least(kept.first_observed_at, excluded.first_observed_at),
      last_observed_at = greatest(kept.last_observed_at, excluded.last_observed_at),
      observation_count = greatest(kept.observation_count, excluded.observation_count)`;

/** Statements in their order, after those of detections and observations. */
const STEPS = [
  MOVE_OWN_VALUES,
  // Appends the domains to those of the survivor. Former primary ones stay at the end, whatever its rows list. A
  // position has 16 bits; equal positions are ordered by domain.
  `WITH last AS (
      SELECT company_id, max(position) AS position FROM company_domain
      WHERE company_id IN (SELECT target_id FROM import_leaving) GROUP BY company_id
    ), numbered AS (
      SELECT d.domain, l.target_id,
        row_number() OVER (PARTITION BY l.target_id ORDER BY l.line, l.company_id, d.is_primary DESC, d.position) AS place
      FROM import_leaving l JOIN company_domain d USING (company_id) WHERE l.target_id IS NOT NULL
    )
    UPDATE company_domain d
    SET company_id = n.target_id, is_primary = false, was_primary = d.is_primary OR d.was_primary,
        from_merge = d.is_primary OR d.from_merge,
        position = CASE WHEN d.is_primary OR d.from_merge THEN 32767 ELSE least(last.position + n.place, 32767) END
    FROM numbered n JOIN last ON last.company_id = n.target_id
    WHERE d.domain = n.domain`,
  'DELETE FROM company_domain d USING import_leaving l WHERE d.company_id = l.company_id',
  'DELETE FROM company_investor i USING import_leaving l WHERE i.company_id = l.company_id',
  `UPDATE data_flag f SET company_id = l.target_id
    FROM import_leaving l WHERE f.company_id = l.company_id AND l.target_id IS NOT NULL`,
  // A company that was retired before it is merged has no domains any more; its primary one may be free.
  `INSERT INTO company_domain (domain, company_id, is_primary, position, was_primary, from_merge)
    SELECT r.primary_domain, l.target_id, false, 32767, true, true
    FROM import_leaving l JOIN retired_company r ON r.id = l.company_id
    WHERE l.target_id IS NOT NULL AND r.primary_domain IS NOT NULL
    ON CONFLICT (domain) DO NOTHING`,
  `UPDATE company c
    SET technology_count = (SELECT count(*) FROM company_technology d WHERE d.company_id = c.id),
        domain_count = (SELECT count(*) FROM company_domain d WHERE d.company_id = c.id), updated_at = now()
    WHERE c.id IN (SELECT target_id FROM import_leaving)`,
  // Only the last retired company with a primary domain comes back when a row names it.
  `UPDATE retired_company r SET primary_domain = NULL
    FROM import_leaving l JOIN company c ON c.id = l.company_id
    WHERE r.primary_domain = c.primary_domain AND l.target_id IS NULL`,
  `INSERT INTO retired_company (id, slug, name, primary_domain, merged_into)
    SELECT c.id, c.slug, c.name, CASE WHEN l.target_id IS NULL THEN c.primary_domain END, l.target_id
    FROM import_leaving l JOIN company c ON c.id = l.company_id`,
  `UPDATE retired_company r SET merged_into = l.target_id, primary_domain = NULL
    FROM import_leaving l WHERE r.id = l.company_id AND l.target_id IS NOT NULL`,
  // Makes the survivor of a merge the survivor of earlier merges into the company.
  `UPDATE retired_company r SET merged_into = l.target_id
    FROM import_leaving l WHERE r.merged_into = l.company_id AND l.target_id IS NOT NULL`,
  'DELETE FROM company c USING import_leaving l WHERE c.id = l.company_id',
  `INSERT INTO import_changed
    SELECT company_id FROM import_leaving UNION SELECT target_id FROM import_leaving WHERE target_id IS NOT NULL`,
];
