import type { PoolClient } from '../../database/client.ts';
import { fillShadowTables } from '../../database/shadow-tables.ts';

/**
 * Computes the partnerships of the pairs in `import_pair (a, b)`, where a < b, from their observations: both directions
 * merged, a row for each side. Pairs without observations lose their rows. Adds both sides to `import_changed`.
 */
export async function rebuildPartnerships(client: PoolClient): Promise<void> {
  await client.query('DROP TABLE IF EXISTS import_side, import_paired');
  await client.query('ANALYZE import_pair');
  await client.query(BOTH_SIDES);
  await client.query('ANALYZE import_side');
  await client.query(DELETE_SIDES);
  await client.query(UPDATE_SIDES);
  await client.query(INSERT_SIDES);
  await client.query(COUNT_OF_PAIRS);
  await storeCounts(client);
}

/**
 * Computes all partnerships, if there are none yet, in one pass over the observations. Adds all companies that have any to
 * `import_changed`.
 *
 * @returns whether it did.
 */
export async function fillPartnerships(client: PoolClient): Promise<boolean> {
  if (!(await fillShadowTables(client, ['partnership'], () => client.query(ALL_SIDES)))) return false;
  await client.query('DROP TABLE IF EXISTS import_paired');
  await client.query(`
    CREATE TEMP TABLE import_paired ON COMMIT DROP AS
    SELECT company_id, count(*) AS partners FROM partnership GROUP BY company_id`);
  await storeCounts(client);
  return true;
}

/** Stores the numbers of partners in `import_paired`, and records its companies as changed. */
async function storeCounts(client: PoolClient): Promise<void> {
  await client.query('ANALYZE import_paired');
  await client.query(`
    UPDATE company c SET partnership_count = p.partners, updated_at = now()
    FROM import_paired p WHERE c.id = p.company_id`);
  await client.query('INSERT INTO import_changed SELECT company_id FROM import_paired');
}

const ALL_SIDES = `
  INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
  SELECT company_id, partner_id, min(first_observed_at), max(last_observed_at), sum(observation_count)
  FROM (
    SELECT observer_id AS company_id, partner_id, first_observed_at, last_observed_at, observation_count
    FROM partnership_observation
    UNION ALL
    SELECT partner_id, observer_id, first_observed_at, last_observed_at, observation_count FROM partnership_observation
  ) side
  GROUP BY company_id, partner_id ORDER BY company_id, partner_id`;

/** Merges both directions: earliest first, latest last, counts added. The times are null without observations. */
const BOTH_SIDES = `
  CREATE TEMP TABLE import_side ON COMMIT DROP AS
  WITH merged AS (
    SELECT p.a, p.b, least(x.first_observed_at, y.first_observed_at) AS first,
      greatest(x.last_observed_at, y.last_observed_at) AS last,
      coalesce(x.observation_count, 0) + coalesce(y.observation_count, 0) AS n
    FROM import_pair p
    LEFT JOIN partnership_observation x ON x.observer_id = p.a AND x.partner_id = p.b
    LEFT JOIN partnership_observation y ON y.observer_id = p.b AND y.partner_id = p.a
  )
  SELECT a AS company_id, b AS partner_id, first, last, n FROM merged
  UNION ALL
  SELECT b, a, first, last, n FROM merged`;

const DELETE_SIDES = `
  DELETE FROM partnership p USING import_side s
  WHERE s.last IS NULL AND p.company_id = s.company_id AND p.partner_id = s.partner_id`;

const UPDATE_SIDES = `
  UPDATE partnership p SET first_observed_at = s.first, last_observed_at = s.last, observation_count = s.n
  FROM import_side s WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id`;

const INSERT_SIDES = `
  INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
  SELECT company_id, partner_id, first, last, n FROM import_side s
  WHERE s.last IS NOT NULL
    AND NOT EXISTS (SELECT FROM partnership p WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id)
  ORDER BY company_id, partner_id`;

const COUNT_OF_PAIRS = `
  CREATE TEMP TABLE import_paired ON COMMIT DROP AS
  SELECT i.company_id, count(p.partner_id) AS partners
  FROM (SELECT a AS company_id FROM import_pair UNION SELECT b FROM import_pair) i
  LEFT JOIN partnership p USING (company_id) GROUP BY i.company_id`;
