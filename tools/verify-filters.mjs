// Checks filters on a catalogue of real companies against queries written by hand in SQL.
//
//   DATABASE_URL=… node tools/verify-filters.mjs
//
// The database is a migrated one into which the catalogue was imported; the service must be built (npm run build).
// Prints each question with its counts; exit code 1 when a set differs.
import assert from 'node:assert/strict';
import pg from 'pg';
import { REGISTRY_VERSION } from '../dist/modules/filters/registry.js';
import { createFiltersService } from '../dist/modules/filters/service.js';

const is = (field, operator, ...values) => ({ condition: { field, operator, values } });
const SOFTWARE = ['Software', 'Software - Application', 'Software - Infrastructure', 'Software & Services'];

/** SQL of "the company c was seen with the technology", within some days of the newest observation when given. */
const uses = (
  key,
  days,
) => `EXISTS (SELECT FROM company_technology d JOIN technology t ON t.id = d.technology_id
  WHERE d.company_id = c.id AND t.tech_key = '${key}'${days ? ` AND d.last_seen >= (SELECT at FROM newest) - interval '${days} days'` : ''})`;
const partnersWith = (condition) => `EXISTS (SELECT FROM partnership p JOIN company o ON o.id = p.partner_id
  WHERE p.company_id = c.id AND ${condition})`;
const backedBy = (name) => `EXISTS (SELECT FROM company_investor v JOIN investor i ON i.id = v.investor_id
  WHERE v.company_id = c.id AND i.name = '${name}')`;
const list = (values) => values.map((value) => `'${value}'`).join(', ');

const QUESTIONS = [
  {
    ask: 'software companies in Germany or the US that use Kubernetes or Go and do not partner with any foundation',
    root: {
      and: [
        is('industry', 'any_of', ...SOFTWARE),
        is('country', 'any_of', 'DE', 'US'),
        is('technology', 'any_of', 'kubernetes', 'go'),
        is('partner', 'none_of', 'cncf.io', 'eclipse.org', 'erlef.org'),
      ],
    },
    sql: `c.industry IN (${list(SOFTWARE)}) AND c.country IN ('DE', 'US')
      AND (${uses('kubernetes')} OR ${uses('go')})
      AND NOT ${partnersWith(`o.primary_domain IN ('cncf.io', 'eclipse.org', 'erlef.org')`)}`,
  },
  {
    ask: 'companies that use Kubernetes and are not in the Cloud Native Computing Foundation',
    root: { and: [is('technology', 'any_of', 'kubernetes'), { not: is('partner', 'any_of', 'cncf.io') }] },
    sql: `${uses('kubernetes')} AND NOT ${partnersWith(`o.primary_domain = 'cncf.io'`)}`,
  },
  {
    ask: 'companies seen with Go within 90 days, tier high of the one question',
    root: is('technology', 'any_of', 'go'),
    sql: uses('go', 90),
    tier: 'high',
  },
  {
    ask: 'companies that use both Go and Kubernetes, or both Elixir and PostgreSQL',
    root: {
      or: [
        is('technology', 'all_of', 'go', 'kubernetes'),
        is('technology', 'all_of', 'elixir', 'postgresql'),
      ],
    },
    sql: `(${uses('go')} AND ${uses('kubernetes')}) OR (${uses('elixir')} AND ${uses('postgresql')})`,
  },
  {
    ask: 'Y Combinator companies founded from 2015 to 2020 with at most 50 people, outside the US',
    root: {
      and: [
        is('investor', 'any_of', 'Y Combinator'),
        is('founded_year', 'between', 2015, 2020),
        is('employee_range', 'any_of', '1-10', '11-50'),
        { not: is('country', 'any_of', 'US') },
      ],
    },
    sql: `${backedBy('Y Combinator')} AND c.founded_year BETWEEN 2015 AND 2020
      AND c.employee_range IN ('1-10', '11-50') AND c.country IS DISTINCT FROM 'US'`,
  },
  {
    ask: 'partners of both Microsoft and Datadog',
    root: is('partner', 'all_of', 'microsoft.com', 'datadoghq.com'),
    sql: `${partnersWith(`o.primary_domain = 'microsoft.com'`)} AND ${partnersWith(`o.primary_domain = 'datadoghq.com'`)}`,
  },
  {
    ask: 'companies with "bank" in their name, founded before 1900 or of unknown age, not in the US',
    root: {
      and: [
        is('name', 'contains', 'bank'),
        { or: [is('founded_year', 'lte', 1899), is('founded_year', 'is_known', false)] },
        is('country', 'none_of', 'US'),
      ],
    },
    sql: `strpos(lower(c.name), 'bank') > 0 AND coalesce(c.founded_year <= 1899, true)
      AND coalesce(c.country <> 'US', true)`,
  },
  {
    ask: 'companies under .io or .dev with three technologies or more, none of them a database',
    root: {
      and: [
        is('domain', 'ends_with', '.io', '.dev'),
        is('technology_count', 'gte', 3),
        is('technology_category', 'none_of', 'Databases'),
      ],
    },
    sql: `EXISTS (SELECT FROM company_domain x WHERE x.company_id = c.id AND (right(x.domain, 3) = '.io' OR right(x.domain, 4) = '.dev'))
      AND (SELECT count(*) FROM company_technology d WHERE d.company_id = c.id) >= 3
      AND NOT EXISTS (SELECT FROM company_technology d JOIN technology t ON t.id = d.technology_id
        WHERE d.company_id = c.id AND t.category = 'Databases')`,
  },
  {
    ask: 'companies with five partners or more that use no technology that is known',
    root: { and: [is('partnership_count', 'gte', 5), is('technology_count', 'eq', 0)] },
    sql: `(SELECT count(*) FROM partnership p WHERE p.company_id = c.id) >= 5
      AND NOT EXISTS (SELECT FROM company_technology d WHERE d.company_id = c.id)`,
  },
  {
    ask: 'European neighbours with containers or CI/CD, unless they are very large or backed by Y Combinator',
    root: {
      and: [
        is('country', 'any_of', 'DE', 'AT', 'CH', 'FR', 'NL'),
        is('technology_category', 'any_of', 'Containers & orchestration', 'DevOps & CI/CD'),
        {
          not: {
            or: [
              is('employee_range', 'any_of', '5001-10000', '10001+'),
              is('investor', 'any_of', 'Y Combinator'),
            ],
          },
        },
      ],
    },
    sql: `c.country IN ('DE', 'AT', 'CH', 'FR', 'NL')
      AND EXISTS (SELECT FROM company_technology d JOIN technology t ON t.id = d.technology_id
        WHERE d.company_id = c.id AND t.category IN ('Containers & orchestration', 'DevOps & CI/CD'))
      AND NOT (coalesce(c.employee_range IN ('5001-10000', '10001+'), false) OR ${backedBy('Y Combinator')})`,
  },
];

const NEWEST = `WITH newest AS (SELECT greatest((SELECT max(last_seen) FROM company_technology),
  (SELECT max(last_observed_at) FROM partnership)) AS at)`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, options: '-c TimeZone=UTC' });
const filters = createFiltersService(pool, { cacheBytes: 2 ** 28 });
try {
  for (const [index, { ask, root, sql, tier }] of QUESTIONS.entries()) {
    const { high, medium, exploratory } = await filters.select({ registry_version: REGISTRY_VERSION, root });
    const found =
      tier === 'high' ? high.toArray() : high.clone().orInPlace(medium).orInPlace(exploratory).toArray();
    const { rows } = await pool.query(`${NEWEST} SELECT c.id FROM company c WHERE ${sql} ORDER BY c.id`);
    assert.deepEqual(
      found,
      rows.map((row) => row.id),
      ask,
    );
    const tiers = [high, medium, exploratory].map((ids) => ids.size).join(' + ');
    console.log(`${index + 1}. ${ask}: ${found.length} (${tiers})`);
  }
} finally {
  await pool.end();
}
