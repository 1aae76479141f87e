import { fillEmptyTables } from '../../database/bulk-load.ts';
import type { PoolClient } from '../../database/client.ts';
import { InvalidField, parseDomain } from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { createObservationImporter } from './observation-importer.ts';

/** Imports partnerships. Each row is observed from one side; readers see both sides merged (contract, section 5). */
export function createPartnershipImporter(context: ImporterContext): Promise<Importer> {
  return createObservationImporter(context, {
    objectField: 'partner_domain',
    parseObject: parseDomain,
    objectIsDomain: true,
    table: {
      name: 'partnership_observation',
      key: ['observer_id', 'partner_id'],
      values: ['observation_count', 'first_observed_at', 'last_observed_at'],
    },
    resolveObject(domain, subjectId, domains) {
      const partnerId = domains.companyOf(domain, 'partner_domain');
      if (partnerId !== subjectId) return partnerId;
      throw new InvalidField('partner_domain', 'belongs to the same company as domain');
    },
    async mergeKeys({ changedKeys }) {
      const { client } = context;
      if (await fillPartnerships(client)) return { kinds: ['partnerships'] };
      await client.query('DROP TABLE IF EXISTS import_pair');
      await client.query(`
        CREATE TEMP TABLE import_pair ON COMMIT DROP AS
        SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM (${changedKeys}) k`);
      await rebuildPartnerships(client);
      return { kinds: ['partnerships'] };
    },
  });
}

/**
 * Computes the partnerships of the pairs in `import_pair (a, b)`, where a < b, from their observations: both directions
 * merged, a row for each side. Pairs without observations lose their rows. Adds both sides to `import_changed`.
 */
export async function rebuildPartnerships(client: PoolClient): Promise<void> {
  for (const statement of STEPS) await client.query(statement);
  await storeCounts(client);
}

/**
 * Computes all partnerships, if there are none yet, in one pass over the observations. Adds all companies that have any to
 * `import_changed`.
 *
 * @returns whether it did.
 */
async function fillPartnerships(client: PoolClient): Promise<boolean> {
  if (!(await fillEmptyTables(client, ['partnership'], () => client.query(ALL_SIDES)))) return false;
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

const STEPS = [
  'DROP TABLE IF EXISTS import_side, import_paired',
  'ANALYZE import_pair',
  // Merges both directions: earliest first, latest last, counts added. The times are null without observations.
  `CREATE TEMP TABLE import_side ON COMMIT DROP AS
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
    SELECT b, a, first, last, n FROM merged`,
  'ANALYZE import_side',
  `DELETE FROM partnership p USING import_side s
    WHERE s.last IS NULL AND p.company_id = s.company_id AND p.partner_id = s.partner_id`,
  `UPDATE partnership p SET first_observed_at = s.first, last_observed_at = s.last, observation_count = s.n
    FROM import_side s WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id`,
  `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
    SELECT company_id, partner_id, first, last, n FROM import_side s
    WHERE s.last IS NOT NULL
      AND NOT EXISTS (SELECT FROM partnership p WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id)
    ORDER BY company_id, partner_id`,
  `CREATE TEMP TABLE import_paired ON COMMIT DROP AS
    SELECT i.company_id, count(p.partner_id) AS partners
    FROM (SELECT a AS company_id FROM import_pair UNION SELECT b FROM import_pair) i
    LEFT JOIN partnership p USING (company_id) GROUP BY i.company_id`,
];
