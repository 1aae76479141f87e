import { Refusal } from './fields.ts';
import { type LoaderContext, settleChanged } from './loader.ts';
import { ObservationLoader, unknownDomain } from './observation-loader.ts';
import type { ObservationRow } from './observation-row.ts';

/** partnerships: observed from one side, read from both (contract, section 5). */
export class PartnershipLoader extends ObservationLoader {
  constructor(context: LoaderContext) {
    super(
      context,
      {
        subject: 'domain',
        object: 'partner_domain',
        objectIsDomain: true,
        count: 'observation_count',
        first: 'first_observed_at',
        last: 'last_observed_at',
      },
      {
        name: 'partnership_observation',
        key: ['observer_id', 'partner_id'],
        values: ['observation_count', 'first_observed_at', 'last_observed_at'],
      },
    );
  }

  protected override domainsOf(rows: readonly ObservationRow[]): Iterable<string> {
    return rows.flatMap((row) => [row.subject, row.object]);
  }

  protected override resolveObject(domain: string, subjectId: number): number | Refusal {
    const partnerId = this.resolver.companyOf(domain);
    if (partnerId === undefined) return unknownDomain('partner_domain', domain);
    if (partnerId === subjectId)
      return new Refusal('partner_domain', 'belongs to the same company as domain');
    return partnerId;
  }

  protected override async mergeKeys(): Promise<void> {
    const { client } = this.context;
    await client.query(`
      CREATE TEMP TABLE import_pair ON COMMIT DROP AS
      SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM import_key`);
    await client.query('ANALYZE import_pair');
    await client.query(MERGE_PAIRS);
    await client.query(
      'INSERT INTO import_changed SELECT a FROM import_pair UNION SELECT b FROM import_pair',
    );
    await settleChanged(client);
    await client.query(`
      UPDATE company c SET partnership_count = counted.partners, updated_at = now()
      FROM (
        SELECT company_id, count(*) AS partners
        FROM partnership JOIN import_changed USING (company_id) GROUP BY company_id
      ) counted
      WHERE c.id = counted.company_id`);
  }
}

/** Earliest first, latest last, counts summed over the two directions; one row for each side of a pair. */
const MERGE_PAIRS = `
  WITH merged AS (
    SELECT p.a, p.b,
      least(x.first_observed_at, y.first_observed_at) AS first,
      greatest(x.last_observed_at, y.last_observed_at) AS last,
      coalesce(x.observation_count, 0) + coalesce(y.observation_count, 0) AS n
    FROM import_pair p
    LEFT JOIN partnership_observation x ON x.observer_id = p.a AND x.partner_id = p.b
    LEFT JOIN partnership_observation y ON y.observer_id = p.b AND y.partner_id = p.a
  )
  INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
  SELECT * FROM (
    SELECT a AS company_id, b AS partner_id, first, last, n FROM merged
    UNION ALL
    SELECT b, a, first, last, n FROM merged
  ) both_sides
  ORDER BY company_id, partner_id
  ON CONFLICT (company_id, partner_id) DO UPDATE
  SET first_observed_at = EXCLUDED.first_observed_at,
      last_observed_at = EXCLUDED.last_observed_at,
      observation_count = EXCLUDED.observation_count`;
