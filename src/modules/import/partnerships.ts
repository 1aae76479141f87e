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
    mergeKeys: ({ changedKeys }) => mergeSides(context.client, changedKeys),
  });
}

/** Updates the partnerships of the pairs whose observations changed. */
async function mergeSides(client: PoolClient, changedKeys: string): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE import_pair ON COMMIT DROP AS
    SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM (${changedKeys}) k`);
  await client.query('ANALYZE import_pair');
  await client.query(BOTH_SIDES);
  await client.query('ANALYZE import_side');
  await client.query(UPDATE_SIDES);
  await client.query(INSERT_SIDES);
  await client.query('INSERT INTO import_changed SELECT a FROM import_pair UNION SELECT b FROM import_pair');
  await client.query('ANALYZE import_changed');
  await client.query(`
    UPDATE company c SET partnership_count = counted.partners, updated_at = now()
    FROM (
      SELECT company_id, count(*) AS partners
      FROM partnership JOIN import_changed USING (company_id) GROUP BY company_id
    ) counted
    WHERE c.id = counted.company_id`);
}

/** Merges both directions of each pair: earliest first, latest last, counts added. Makes a row for each side. */
const BOTH_SIDES = `
  CREATE TEMP TABLE import_side ON COMMIT DROP AS
  WITH merged AS (
    SELECT p.a, p.b,
      least(x.first_observed_at, y.first_observed_at) AS first,
      greatest(x.last_observed_at, y.last_observed_at) AS last,
      coalesce(x.observation_count, 0) + coalesce(y.observation_count, 0) AS n
    FROM import_pair p
    LEFT JOIN partnership_observation x ON x.observer_id = p.a AND x.partner_id = p.b
    LEFT JOIN partnership_observation y ON y.observer_id = p.b AND y.partner_id = p.a
  )
  SELECT a AS company_id, b AS partner_id, first, last, n FROM merged
  UNION ALL
  SELECT b, a, first, last, n FROM merged`;

const UPDATE_SIDES = `
  UPDATE partnership p SET first_observed_at = s.first, last_observed_at = s.last, observation_count = s.n
  FROM import_side s WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id`;

const INSERT_SIDES = `
  INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
  SELECT company_id, partner_id, first, last, n FROM import_side s
  WHERE NOT EXISTS (SELECT FROM partnership p WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id)
  ORDER BY company_id, partner_id`;
