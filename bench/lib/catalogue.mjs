import pg from 'pg';

const COMPANIES = 20_000;
/** The first companies have PARTNERS partners each, none of them among themselves. */
export const HUBS = 100;
export const PARTNERS = 100;
const TECHNOLOGIES = 400;

/** Names, domains and dates as long as real ones. All values follow from the row's number, so each run has the same. */
const STATEMENTS = [
  `INSERT INTO company (name, slug, primary_domain, industry, employee_range, country, founded_year, domain_count, investor_count)
   SELECT name, lower(replace(name, ' ', '-')), lower(replace(name, ' ', '')) || tld,
     CASE WHEN n % 10 > 0 THEN (ARRAY['Computer Software', 'Financial Services', 'Information Technology and Services',
       'Hospital & Health Care', 'Retail', 'Marketing and Advertising'])[n % 6 + 1] END,
     CASE WHEN n % 7 > 0 THEN (ARRAY['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'])[n % 8 + 1] END,
     CASE WHEN n % 9 > 0 THEN (ARRAY['US', 'GB', 'DE', 'FR', 'IN', 'CA', 'AU', 'NL'])[n % 8 + 1] END,
     CASE WHEN n % 5 > 0 THEN 1950 + n % 74 END,
     1 + n % 3, greatest(n % 8 - 3, 0)
   FROM (SELECT n,
       (ARRAY['Northwind', 'Acme', 'Brightwater', 'Silverline', 'Cobalt', 'Evergreen', 'Redwood', 'Bluepeak'])[n % 8 + 1] || ' '
         || (ARRAY['Analytics', 'Software', 'Logistics', 'Health', 'Robotics', 'Payments', 'Networks'])[n % 7 + 1] || ' ' || n AS name,
       (ARRAY['.com', '.io', '.co.uk', '.example'])[n % 4 + 1] AS tld
     FROM generate_series(1, ${COMPANIES}) n) named ORDER BY n`,
  `INSERT INTO company_domain (domain, company_id, is_primary, position)
   SELECT CASE place WHEN 0 THEN c.primary_domain ELSE 'site' || place || '.' || c.primary_domain END, c.id, place = 0, place
   FROM company c CROSS JOIN LATERAL generate_series(0, c.domain_count - 1) place`,
  `INSERT INTO investor (name) SELECT 'Invented Capital Partners ' || n FROM generate_series(1, 500) n`,
  `INSERT INTO company_investor (company_id, investor_id, position)
   SELECT c.id, (c.id * 7 + place * 11) % 500 + 1, place FROM company c CROSS JOIN LATERAL generate_series(1, c.investor_count) place`,
  `INSERT INTO technology (tech_key, display_name, category)
   SELECT 'technology-' || n, 'Technology Suite ' || n, CASE WHEN n % 8 > 0 THEN 'category-' || n % 30 END
   FROM generate_series(1, ${TECHNOLOGIES}) n`,
  `INSERT INTO company_technology (company_id, technology_id, detection_count, first_seen, last_seen)
   SELECT c.id, (c.id * 13 + place * 17) % ${TECHNOLOGIES} + 1, 1 + (c.id * 31 + place * 7) % 900,
     timestamptz '2019-01-01Z' + (c.id * 37 + place * 101) % 1000 * interval '1 day 00:17:31',
     timestamptz '2023-01-01Z' + (c.id * 41 + place * 59) % 700 * interval '1 day 00:13:07'
   FROM company c CROSS JOIN LATERAL generate_series(1, 15 + c.id % 11) place`,
  `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
   SELECT hub, ${HUBS} + (hub * 191 + place * 83) % ${COMPANIES - HUBS} + 1,
     timestamptz '2019-01-01Z' + (hub * 37 + place * 101) % 1000 * interval '1 day 00:17:31.25',
     timestamptz '2023-01-01Z' + (hub * 41 + place * 59) % 700 * interval '1 day 00:13:07.125', 1 + (hub * place) % 250
   FROM generate_series(1, ${HUBS}) hub, generate_series(1, ${PARTNERS}) place`,
  `INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
   SELECT partner_id, company_id, first_observed_at, last_observed_at, observation_count FROM partnership`,
  `UPDATE company c SET
     technology_count = (SELECT count(*) FROM company_technology t WHERE t.company_id = c.id),
     partnership_count = (SELECT count(*) FROM partnership p WHERE p.company_id = c.id)`,
  'VACUUM (FULL, ANALYZE) company',
  'VACUUM (ANALYZE)',
  'CHECKPOINT',
];

/** Fills a migrated, empty database with the invented catalogue. */
export async function fillCatalogue(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    for (const statement of STATEMENTS) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @returns the first `count` companies, spread over the whole catalogue by a fixed step. */
export async function readCompanies(databaseUrl, count, step = 1) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT slug, primary_domain AS domain FROM company WHERE (id - 1) % $2 = 0 ORDER BY id LIMIT $1',
      [count, step],
    );
    return rows;
  } finally {
    await client.end();
  }
}
