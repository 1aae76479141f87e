-- SQL of catalogue, as PostgreSQL describes it. Written by `npm run statements`.

-- (loadPartnerships): depends on arguments, so this is the expression in the source
{ text, runsOn: ON_REPLICA };

-- catalogue_state
-- columns: indexVersion integer, asOf timestamp with time zone or null, updatedAt timestamp with time zone or null, companyCount integer, technologyCount integer, detectionCount double precision, partnershipCount double precision, importedAt timestamp with time zone
-- may run on a replica
-- rows: CatalogueState
SELECT version AS "indexVersion", as_of AS "asOf", refreshed_at AS "updatedAt",
    coalesce((SELECT cardinality FROM facet_posting
      WHERE field = '*' AND value = '' AND window_days = 0), 0) AS "companyCount",
    (SELECT count(*)::int FROM technology) AS "technologyCount",

coalesce((SELECT sum(p.cardinality::bigint << bit) FROM generate_series(0, 23) AS bit
  JOIN facet_posting p ON p.field = 'technology_count' AND p.value = bit::text AND p.window_days = 0), 0)::bigint::float8 AS "detectionCount",
    (
coalesce((SELECT sum(p.cardinality::bigint << bit) FROM generate_series(0, 23) AS bit
  JOIN facet_posting p ON p.field = 'partnership_count' AND p.value = bit::text AND p.window_days = 0), 0)::bigint / 2)::float8 AS "partnershipCount",
    (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt"
  FROM facet_index;

-- companies_by_former_ids
-- parameters: integer[]
-- columns: to_json json, to_json json, id integer, name text, slug text, primary_domain text, partnership_count integer, industry text or null, employee_range text or null, country character or null, founded_year smallint or null, technology_count integer, investor_count integer, domain_count integer, id integer
-- may run on a replica
SELECT
to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
              ORDER BY d.is_primary DESC, d.position, d.domain)),
CASE WHEN c.investor_count = 0 THEN '[]' ELSE
  to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country, c.founded_year, c.technology_count, c.investor_count, c.domain_count, r.id FROM retired_company r JOIN company c ON c.id = r.merged_into
       WHERE r.id = ANY($1::int[]);

-- companies_by_ids
-- parameters: integer[]
-- columns: to_json json, to_json json, id integer, name text, slug text, primary_domain text, partnership_count integer, industry text or null, employee_range text or null, country character or null, founded_year smallint or null, technology_count integer, investor_count integer, domain_count integer
-- may run on a replica
SELECT
to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
              ORDER BY d.is_primary DESC, d.position, d.domain)),
CASE WHEN c.investor_count = 0 THEN '[]' ELSE
  to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country, c.founded_year, c.technology_count, c.investor_count, c.domain_count FROM company c WHERE c.id = ANY($1::int[]);

-- company_by_domain
-- parameters: text
-- columns: to_json json, to_json json, id integer, name text, slug text, primary_domain text, partnership_count integer, industry text or null, employee_range text or null, country character or null, founded_year smallint or null, technology_count integer, investor_count integer, domain_count integer
-- may run on a replica
SELECT
to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
              ORDER BY d.is_primary DESC, d.position, d.domain)),
CASE WHEN c.investor_count = 0 THEN '[]' ELSE
  to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country, c.founded_year, c.technology_count, c.investor_count, c.domain_count FROM company c
         WHERE c.id = (SELECT company_id FROM company_domain WHERE domain = $1);

-- company_by_former_slug
-- parameters: text
-- columns: to_json json, to_json json, id integer, name text, slug text, primary_domain text, partnership_count integer, industry text or null, employee_range text or null, country character or null, founded_year smallint or null, technology_count integer, investor_count integer, domain_count integer
-- may run on a replica
SELECT
to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
              ORDER BY d.is_primary DESC, d.position, d.domain)),
CASE WHEN c.investor_count = 0 THEN '[]' ELSE
  to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country, c.founded_year, c.technology_count, c.investor_count, c.domain_count FROM company c
         WHERE c.id = (SELECT merged_into FROM retired_company WHERE slug = $1);

-- company_by_slug
-- parameters: text
-- columns: to_json json, to_json json, id integer, name text, slug text, primary_domain text, partnership_count integer, industry text or null, employee_range text or null, country character or null, founded_year smallint or null, technology_count integer, investor_count integer, domain_count integer
-- may run on a replica
SELECT
to_json(ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id
              ORDER BY d.is_primary DESC, d.position, d.domain)),
CASE WHEN c.investor_count = 0 THEN '[]' ELSE
  to_json(ARRAY(SELECT i.name FROM company_investor ci JOIN investor i ON i.id = ci.investor_id
                WHERE ci.company_id = c.id ORDER BY ci.position, i.name)) END,
c.id, c.name, c.slug, c.primary_domain, c.partnership_count, c.industry, c.employee_range, c.country, c.founded_year, c.technology_count, c.investor_count, c.domain_count FROM company c WHERE c.slug = $1;

-- count_company_hits
-- parameters: text, text
-- columns: total integer
-- may run on a replica
-- rows: { total: number }
WITH hit AS (
  SELECT id FROM company WHERE name ILIKE $1
  UNION SELECT company_id FROM company_domain WHERE domain LIKE $2
) SELECT count(*)::int AS total FROM hit;

-- partnership_page
-- parameters: integer, bigint, bigint
-- columns: companyId integer, partnerName text, partnerDomain text, partnerSlug text, firstObservedAt timestamp with time zone, lastObservedAt timestamp with time zone, observationCount integer, partnerId integer
-- may run on a replica
SELECT p.company_id AS "companyId", c.name AS "partnerName", c.primary_domain AS "partnerDomain",
  c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
  p.observation_count AS "observationCount", p.partner_id AS "partnerId"
FROM partnership p JOIN company c ON c.id = p.partner_id
WHERE p.company_id = $1::int
ORDER BY p.last_observed_at DESC, c.slug COLLATE "C" LIMIT $2 OFFSET $3;

-- partnership_pages
-- parameters: integer[], bigint, bigint
-- columns: companyId integer, partnerName text, partnerDomain text, partnerSlug text, firstObservedAt timestamp with time zone, lastObservedAt timestamp with time zone, observationCount integer, partnerId integer
-- may run on a replica
SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
         CROSS JOIN LATERAL (
SELECT p.company_id AS "companyId", c.name AS "partnerName", c.primary_domain AS "partnerDomain",
  c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
  p.observation_count AS "observationCount", p.partner_id AS "partnerId"
FROM partnership p JOIN company c ON c.id = p.partner_id
WHERE p.company_id = wanted.company_id
ORDER BY p.last_observed_at DESC, c.slug COLLATE "C" LIMIT $2 OFFSET $3) s;

-- partnerships_of_companies
-- parameters: integer[]
-- columns: companyId integer, partnerName text, partnerDomain text, partnerSlug text, firstObservedAt timestamp with time zone, lastObservedAt timestamp with time zone, observationCount integer, partnerId integer
-- may run on a replica
-- rows: PartnershipRow
SELECT p.company_id AS "companyId", c.name AS "partnerName", c.primary_domain AS "partnerDomain",
  c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
  p.observation_count AS "observationCount", p.partner_id AS "partnerId"
FROM partnership p JOIN company c ON c.id = p.partner_id
WHERE p.company_id = ANY($1::int[])
ORDER BY p.company_id, p.last_observed_at DESC, c.slug COLLATE "C";

-- resolve_domains
-- parameters: text[]
-- columns: domain text, id integer, name text, slug text, partnership_count integer
-- may run on a replica
-- rows: ResolvedRow
SELECT d.domain, c.id, c.name, c.slug, c.partnership_count
FROM company_domain d JOIN company c ON c.id = d.company_id WHERE d.domain = ANY($1::text[]);

-- retired_counts
-- columns: companies integer, merged integer, technologies integer
-- may run on a replica
-- rows: RetiredCounts
SELECT (count(*) FILTER (WHERE merged_into IS NULL))::int AS companies, count(merged_into)::int AS merged,
  (SELECT count(*)::int FROM retired_technology) AS technologies
FROM retired_company;

-- search_companies
-- parameters: text, text, text, text, text, text, bigint, bigint
-- columns: id integer
-- may run on a replica
-- rows: { id: number }
WITH hit AS (
  SELECT id FROM company WHERE name ILIKE $1
  UNION SELECT company_id FROM company_domain WHERE domain LIKE $2
)
  SELECT c.id FROM hit JOIN company c USING (id)
  ORDER BY CASE
      WHEN lower(c.name) = $3 OR c.slug = $3
        OR EXISTS (SELECT FROM company_domain d WHERE d.company_id = c.id AND d.domain = $4) THEN 0
      WHEN c.name ILIKE $5 THEN 1
      WHEN c.primary_domain LIKE $6 THEN 2
      ELSE 3 END,
    c.partnership_count DESC, c.id
  LIMIT $7 OFFSET $8;

-- technologies_by_ids
-- parameters: integer[]
-- columns: id integer, tech_key text, display_name text, category text or null, coalesce integer
-- may run on a replica
-- rows: TechnologyRow
SELECT t.id, t.tech_key, t.display_name, t.category, coalesce(p.cardinality, 0)
FROM technology t LEFT JOIN facet_posting p
  ON p.field = 'technology' AND p.value = t.tech_key AND p.window_days = 0 WHERE t.id = ANY ($1::int[]);

-- technology_by_key
-- parameters: text
-- columns: id integer, tech_key text, display_name text, category text or null, coalesce integer
-- may run on a replica
-- rows: TechnologyRow
SELECT t.id, t.tech_key, t.display_name, t.category, coalesce(p.cardinality, 0)
FROM technology t LEFT JOIN facet_posting p
  ON p.field = 'technology' AND p.value = t.tech_key AND p.window_days = 0 WHERE t.tech_key = $1;

-- technology_page
-- parameters: integer, bigint, bigint
-- columns: company_id integer, tech_key text, display_name text, category text or null, detection_count integer, first_seen timestamp with time zone, last_seen timestamp with time zone, technology_id integer
-- may run on a replica
SELECT ct.company_id, t.tech_key, t.display_name, t.category, ct.detection_count, ct.first_seen, ct.last_seen,
  t.id AS technology_id
FROM company_technology ct
CROSS JOIN LATERAL (SELECT * FROM technology WHERE id = ct.technology_id OFFSET 0) t
WHERE ct.company_id = $1::int
ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C" LIMIT $2 OFFSET $3;

-- technology_pages
-- parameters: integer[], bigint, bigint
-- columns: company_id integer, tech_key text, display_name text, category text or null, detection_count integer, first_seen timestamp with time zone, last_seen timestamp with time zone, technology_id integer
-- may run on a replica
SELECT s.* FROM unnest($1::int[]) AS wanted(company_id)
         CROSS JOIN LATERAL (
SELECT ct.company_id, t.tech_key, t.display_name, t.category, ct.detection_count, ct.first_seen, ct.last_seen,
  t.id AS technology_id
FROM company_technology ct
CROSS JOIN LATERAL (SELECT * FROM technology WHERE id = ct.technology_id OFFSET 0) t
WHERE ct.company_id = wanted.company_id
ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C" LIMIT $2 OFFSET $3) s;

-- unlocked_partnership_pages
-- parameters: integer[], bigint, bigint, integer, timestamp with time zone
-- columns: company_id integer, partnerName text, partnerDomain text, partnerSlug text, firstObservedAt timestamp with time zone, lastObservedAt timestamp with time zone, observationCount integer, partnerId integer
-- rows: UnlockedRow
SELECT u.company_id, s."partnerName", s."partnerDomain", s."partnerSlug", s."firstObservedAt",
    s."lastObservedAt", s."observationCount", s."partnerId"
  FROM company_unlock u
  LEFT JOIN LATERAL (
SELECT p.company_id AS "companyId", c.name AS "partnerName", c.primary_domain AS "partnerDomain",
  c.slug AS "partnerSlug", p.first_observed_at AS "firstObservedAt", p.last_observed_at AS "lastObservedAt",
  p.observation_count AS "observationCount", p.partner_id AS "partnerId"
FROM partnership p JOIN company c ON c.id = p.partner_id
WHERE p.company_id = u.company_id
ORDER BY p.last_observed_at DESC, c.slug COLLATE "C" LIMIT $2 OFFSET $3) s ON true
  WHERE u.company_id = ANY ($1::int[]) AND u.organization_id = $4::int AND u.expires_at > $5::timestamptz;
