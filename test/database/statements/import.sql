-- SQL of import, as PostgreSQL describes it. Written by `npm run statements`.

-- (#countDomains)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::integer FROM (SELECT FROM company_domain LIMIT 1500001) d;

-- (#read)
-- parameters: text
-- columns: domain text, company_id integer
-- rows: [string, number]
SELECT domain, company_id FROM company_domain WHERE domain > $1 ORDER BY domain LIMIT 20000;

-- (#read)
-- parameters: text[]
-- columns: domain text, company_id integer
-- rows: [string, number]
SELECT domain, company_id FROM company_domain WHERE domain = ANY ($1::text[]);

-- (assignSlugs)
-- parameters: integer
WITH waiting AS (
  SELECT line, base, row_number() OVER (PARTITION BY base ORDER BY given DESC, line) AS nth FROM import_rest
), needed AS (
  SELECT base, count(*) AS rows FROM import_rest GROUP BY base
), candidate AS (
  SELECT base, suffix, base || '-' || suffix AS slug
  FROM needed, generate_series(2, 1 + rows + $1::integer) AS suffix
), free AS (
  SELECT base, slug, row_number() OVER (PARTITION BY base ORDER BY suffix) AS nth
  FROM candidate
  WHERE NOT EXISTS (SELECT FROM company c WHERE c.slug = candidate.slug)
    AND NOT EXISTS (SELECT FROM import_slug s WHERE s.slug = candidate.slug)
)
INSERT INTO import_slug
SELECT w.line, f.slug FROM waiting w JOIN free f ON f.base = w.base AND f.nth = w.nth;

-- (assignSlugs)
ANALYZE import_slug, import_rest;

-- (assignSlugs)
ANALYZE import_wanted;

-- (assignSlugs)
CREATE TEMP TABLE import_rest ON COMMIT DROP AS
SELECT line, base, given FROM import_wanted w
WHERE NOT EXISTS (SELECT FROM import_slug s WHERE s.line = w.line);

-- (assignSlugs)
CREATE TEMP TABLE import_slug ON COMMIT DROP AS
WITH contested AS (
  SELECT base FROM import_wanted GROUP BY base HAVING count(*) > 1
), first AS (
  SELECT line, base AS slug FROM import_wanted w WHERE NOT EXISTS (SELECT FROM contested c WHERE c.base = w.base)
  UNION ALL
  (SELECT DISTINCT ON (base) line, base
   FROM import_wanted JOIN contested USING (base) ORDER BY base, given DESC, line)
)
SELECT line, slug FROM first f WHERE NOT EXISTS (SELECT FROM company c WHERE c.slug = f.slug);

-- (assignSlugs)
CREATE TEMP TABLE import_wanted ON COMMIT DROP AS
SELECT line, coalesce(given_slug, derived_slug) AS base, given_slug IS NOT NULL AS given
FROM import_row WHERE is_new;

-- (assignSlugs)
DELETE FROM import_rest r USING import_slug s WHERE s.line = r.line;

-- (assignSlugs)
WITH given AS MATERIALIZED (
  SELECT line, company_id, is_new, given_slug FROM import_row WHERE given_slug IS NOT NULL
)
INSERT INTO import_problem
SELECT g.line, 'warning', 'slug',
  CASE WHEN g.is_new THEN 'is taken; the company gets ' ELSE 'does not change: the company keeps ' END
    || coalesce(c.slug, s.slug), raw.row_text
FROM given g
JOIN import_company raw ON raw.line = g.line
LEFT JOIN company c ON c.id = g.company_id
LEFT JOIN import_slug s ON s.line = g.line
WHERE g.given_slug <> coalesce(c.slug, s.slug);

-- (beginImport)
-- parameters: bigint
-- columns: free boolean
-- rows: { free: boolean }
SELECT pg_try_advisory_xact_lock($1) AS free;

-- (beginImport)
-- parameters: bigint
-- columns: pg_advisory_xact_lock void
SELECT pg_advisory_xact_lock($1);

-- (beginImport)
DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
EXCEPTION WHEN OTHERS THEN NULL; END $$;

-- (beginImport)
SET LOCAL jit = off;

-- (beginImport)
SET LOCAL work_mem = '128MB';

-- (cancel)
-- parameters: integer
-- columns: pg_cancel_backend boolean
SELECT pg_cancel_backend($1);

-- (cancelOnAbort)
-- columns: pid integer
-- rows: { pid: number }
SELECT pg_backend_pid() AS pid;

-- (countProblems)
-- columns: rejected integer, warnings integer
-- rows: { rejected: number; warnings: number }
SELECT count(DISTINCT line) FILTER (WHERE level = 'rejected')::integer AS rejected,
       count(*) FILTER (WHERE level = 'warning')::integer AS warnings
FROM import_problem;

-- (createCompanyImporter)
CREATE TEMP TABLE import_company (
  line integer NOT NULL, name text NOT NULL, primary_domain text NOT NULL,
  industry text, employee_range text, country text, founded_year integer, given_slug text, derived_slug text NOT NULL,
  domains_line integer, investors_line integer, row_text text NOT NULL
) ON COMMIT DROP;

-- (createCompanyImporter)
CREATE TEMP TABLE import_domain (line integer NOT NULL, domain text NOT NULL, position integer NOT NULL) ON COMMIT DROP;

-- (createCompanyImporter)
CREATE TEMP TABLE import_investor (line integer NOT NULL, name text NOT NULL, position integer NOT NULL) ON COMMIT DROP;

-- (createCompanyImporter)
CREATE TEMP TABLE import_touched (company_id integer NOT NULL) ON COMMIT DROP;

-- (createDetectionImporter)
-- columns: tech_key text, id integer
-- rows: [string, number]
SELECT tech_key, id FROM technology;

-- (createTechnologyImporter)
CREATE TEMP TABLE import_technology (
  line integer NOT NULL, tech_key text NOT NULL, display_name text NOT NULL, category text
) ON COMMIT DROP;

-- (fetchLines)
-- rows: Problem
FETCH 2000 FROM import_problems;

-- (importInTransaction)
CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP;

-- (importInTransaction)
CREATE TEMP TABLE import_problem (
  line integer NOT NULL, level text NOT NULL, field text, reason text NOT NULL, row_text text
) ON COMMIT DROP;

-- (importPaths): depends on arguments, so this is the expression in the source
`ANALYZE ${TOUCHED_TABLES[source.kind]}`;

-- (isAnyLeft)
SELECT FROM import_rest LIMIT 1;

-- (lockTables)
LOCK TABLE company, company_domain, company_investor IN ACCESS EXCLUSIVE MODE NOWAIT;

-- (lockTables)
ROLLBACK TO SAVEPOINT first_load;

-- (lockTables)
SAVEPOINT first_load;

-- (merge)
ANALYZE import_latest;

-- (merge)
CREATE TEMP TABLE import_key (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP;

-- (merge)
CREATE TEMP TABLE import_latest ON COMMIT DROP AS
SELECT DISTINCT ON (a, b) a, b, n, first, last FROM import_staged ORDER BY a, b, line DESC;

-- (merge)
WITH added AS (
  INSERT INTO partnership_observation (observer_id, partner_id, observation_count, first_observed_at, last_observed_at)
  SELECT a, b, n, first, last FROM import_latest s
  WHERE NOT EXISTS (SELECT FROM partnership_observation t WHERE t.observer_id = s.a AND t.partner_id = s.b)
  ORDER BY a, b
  RETURNING observer_id, partner_id
)
INSERT INTO import_key SELECT * FROM added;

-- (merge)
WITH changed AS (
  UPDATE partnership_observation t SET observation_count = s.n, first_observed_at = s.first, last_observed_at = s.last
  FROM import_latest s
  WHERE t.observer_id = s.a AND t.partner_id = s.b AND (t.observation_count, t.first_observed_at, t.last_observed_at) IS DISTINCT FROM (s.n, s.first, s.last)
  RETURNING s.a, s.b
)
INSERT INTO import_key SELECT a, b FROM changed;

-- (mergeCompanies)
ANALYZE import_changed;

-- (mergeCompanies)
ANALYZE import_company, import_domain, import_investor;

-- (mergeCompanies)
ANALYZE import_row;

-- (mergeCompanies)
CREATE TEMP TABLE import_repeated ON COMMIT DROP AS
SELECT primary_domain, max(line) AS line, max(domains_line) AS domains_line, max(investors_line) AS investors_line,
  (array_agg(industry ORDER BY line DESC) FILTER (WHERE industry IS NOT NULL))[1] AS industry, (array_agg(employee_range ORDER BY line DESC) FILTER (WHERE employee_range IS NOT NULL))[1] AS employee_range, (array_agg(country ORDER BY line DESC) FILTER (WHERE country IS NOT NULL))[1] AS country, (array_agg(founded_year ORDER BY line DESC) FILTER (WHERE founded_year IS NOT NULL))[1] AS founded_year, (array_agg(given_slug ORDER BY line DESC) FILTER (WHERE given_slug IS NOT NULL))[1] AS given_slug
FROM import_company
WHERE primary_domain IN (SELECT primary_domain FROM import_company GROUP BY primary_domain HAVING count(*) > 1)
GROUP BY primary_domain;

-- (mergeCompanies)
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT s.*, s.known_id IS NULL AS is_new,
  coalesce(s.known_id, nextval((SELECT pg_get_serial_sequence('company', 'id')::regclass))::integer) AS company_id
FROM (
  SELECT s.line, s.name, s.primary_domain, s.derived_slug, c.id AS known_id, coalesce(s.industry, r.industry) AS industry, coalesce(s.employee_range, r.employee_range) AS employee_range, coalesce(s.country, r.country) AS country, coalesce(s.founded_year, r.founded_year) AS founded_year,
    coalesce(s.given_slug, r.given_slug) AS given_slug, coalesce(s.domains_line, r.domains_line) AS domains_line, coalesce(s.investors_line, r.investors_line) AS investors_line
  FROM import_company s
  LEFT JOIN import_repeated r ON r.primary_domain = s.primary_domain
  LEFT JOIN company c ON c.primary_domain = s.primary_domain
  WHERE r.line IS NULL OR r.line = s.line
  ORDER BY s.line
) s;

-- (mergeCompanies)
INSERT INTO company (id, name, slug, primary_domain, industry, employee_range, country, founded_year, domain_count, investor_count)
SELECT r.company_id, r.name, s.slug, r.primary_domain, nullif(r.industry, ''), nullif(r.employee_range, ''), nullif(r.country, ''), nullif(r.founded_year, 0),
  1 + coalesce(d.domains, 0), coalesce(i.investors, 0)
FROM import_row r
JOIN import_slug s ON s.line = r.line
LEFT JOIN (SELECT line, count(*) AS domains FROM import_claim GROUP BY line) d ON d.line = r.line
LEFT JOIN (SELECT line, count(*) AS investors FROM import_investor GROUP BY line) i ON i.line = r.investors_line
WHERE r.is_new ORDER BY r.line;

-- (mergeCompanies)
INSERT INTO import_changed
SELECT company_id FROM import_touched UNION SELECT company_id FROM import_row WHERE is_new;

-- (mergeCompanies)
WITH counted AS (
  SELECT company_id,
    (SELECT count(*) FROM company_domain d WHERE d.company_id = i.company_id) AS domains,
    (SELECT count(*) FROM company_investor v WHERE v.company_id = i.company_id) AS investors
  FROM (
    SELECT company_id FROM import_touched EXCEPT SELECT company_id FROM import_row WHERE is_new
  ) i
)
UPDATE company c SET domain_count = n.domains, investor_count = n.investors, updated_at = now()
FROM counted n
WHERE c.id = n.company_id;

-- (mergeCompanies)
WITH touched AS (
WITH stated AS (
  SELECT c.id, r.name, CASE WHEN r.industry IS NULL THEN c.industry ELSE nullif(r.industry, '') END AS industry, CASE WHEN r.employee_range IS NULL THEN c.employee_range ELSE nullif(r.employee_range, '') END AS employee_range, CASE WHEN r.country IS NULL THEN c.country ELSE nullif(r.country, '') END AS country, CASE WHEN r.founded_year IS NULL THEN c.founded_year ELSE nullif(r.founded_year, 0) END AS founded_year
  FROM import_row r JOIN company c ON c.id = r.company_id WHERE NOT r.is_new
)
UPDATE company c SET name = s.name, industry = s.industry, employee_range = s.employee_range, country = s.country, founded_year = s.founded_year, updated_at = now()
FROM stated s
WHERE c.id = s.id AND (c.name, c.industry, c.employee_range, c.country, c.founded_year)
  IS DISTINCT FROM (s.name, s.industry, s.employee_range, s.country, s.founded_year)
RETURNING c.id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeCompanyDomains)
CREATE TEMP TABLE import_placed ON COMMIT DROP AS
SELECT domain, company_id, line,
  row_number() OVER (PARTITION BY line ORDER BY position) AS position
FROM import_claim;

-- (mergeCompanyDomains)
INSERT INTO company_domain (domain, company_id, is_primary, position)
SELECT primary_domain, company_id, true, 0 FROM import_row WHERE is_new ORDER BY line;

-- (mergeCompanyDomains)
WITH touched AS (
INSERT INTO company_domain (domain, company_id, is_primary, position)
SELECT domain, company_id, false, position FROM import_placed p
WHERE NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = p.domain)
ORDER BY line, position
RETURNING company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeCompanyDomains)
WITH touched AS (
UPDATE company_domain d SET position = p.position
FROM import_placed p WHERE d.domain = p.domain AND d.position <> p.position
RETURNING d.company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeCompanyInvestors)
CREATE TEMP TABLE import_stated_investor ON COMMIT DROP AS
SELECT r.company_id, v.id AS investor_id, i.position
FROM import_row r
JOIN import_investor i ON i.line = r.investors_line
JOIN investor v ON v.name = i.name;

-- (mergeCompanyInvestors)
INSERT INTO investor (name)
SELECT i.name FROM import_row r JOIN import_investor i ON i.line = r.investors_line
WHERE NOT EXISTS (SELECT FROM investor v WHERE v.name = i.name)
GROUP BY i.name ORDER BY min(i.line), min(i.position);

-- (mergeCompanyInvestors)
WITH touched AS (
DELETE FROM company_investor c USING import_row r
WHERE c.company_id = r.company_id AND r.investors_line IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM import_stated_investor s WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id)
RETURNING c.company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeCompanyInvestors)
WITH touched AS (
INSERT INTO company_investor (company_id, investor_id, position)
SELECT company_id, investor_id, position FROM import_stated_investor s
WHERE NOT EXISTS (
  SELECT FROM company_investor c WHERE c.company_id = s.company_id AND c.investor_id = s.investor_id)
ORDER BY company_id, position
RETURNING company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeCompanyInvestors)
WITH touched AS (
UPDATE company_investor c SET position = s.position
FROM import_stated_investor s
WHERE s.company_id = c.company_id AND s.investor_id = c.investor_id AND s.position <> c.position
RETURNING c.company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (mergeKeys)
ANALYZE import_counted;

-- (mergeKeys)
CREATE TEMP TABLE import_counted ON COMMIT DROP AS
SELECT company_id, count(*) AS technologies FROM company_technology WHERE company_id >= 7
GROUP BY company_id HAVING company_id > 7 OR max(technology_id) > 3
UNION
SELECT company_id, count(*) FROM company_technology
WHERE company_id IN (SELECT a FROM import_key) GROUP BY company_id;

-- (mergeKeys)
INSERT INTO import_changed SELECT company_id FROM import_counted;

-- (mergeKeys)
UPDATE company c SET technology_count = n.technologies, updated_at = now()
FROM import_counted n WHERE c.id = n.company_id;

-- (mergeSides)
ANALYZE import_changed;

-- (mergeSides)
ANALYZE import_pair;

-- (mergeSides)
ANALYZE import_side;

-- (mergeSides)
CREATE TEMP TABLE import_pair ON COMMIT DROP AS
SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM (SELECT a, b FROM import_key) k;

-- (mergeSides)
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
SELECT b, a, first, last, n FROM merged;

-- (mergeSides)
INSERT INTO import_changed SELECT a FROM import_pair UNION SELECT b FROM import_pair;

-- (mergeSides)
INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
SELECT company_id, partner_id, first, last, n FROM import_side s
WHERE NOT EXISTS (SELECT FROM partnership p WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id)
ORDER BY company_id, partner_id;

-- (mergeSides)
UPDATE company c SET partnership_count = counted.partners, updated_at = now()
FROM (
  SELECT company_id, count(*) AS partners
  FROM partnership JOIN import_changed USING (company_id) GROUP BY company_id
) counted
WHERE c.id = counted.company_id;

-- (mergeSides)
UPDATE partnership p SET first_observed_at = s.first, last_observed_at = s.last, observation_count = s.n
FROM import_side s WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id;

-- (mergeTechnologies)
-- columns: id integer
-- rows: { id: number }
UPDATE technology t
SET display_name = s.display_name,
    category = CASE WHEN s.category IS NULL THEN t.category ELSE nullif(s.category, '') END
FROM import_latest s
WHERE t.tech_key = s.tech_key
  AND (t.display_name <> s.display_name OR (s.category IS NOT NULL AND s.category <> coalesce(t.category, '')))
RETURNING t.id;

-- (mergeTechnologies)
-- parameters: integer[]
INSERT INTO import_changed SELECT DISTINCT company_id FROM company_technology WHERE technology_id = ANY ($1);

-- (mergeTechnologies)
ANALYZE import_changed;

-- (mergeTechnologies)
CREATE TEMP TABLE import_latest ON COMMIT DROP AS
SELECT tech_key, min(line) AS line,
  (array_agg(display_name ORDER BY line DESC))[1] AS display_name,
  (array_agg(category ORDER BY line DESC) FILTER (WHERE category IS NOT NULL))[1] AS category
FROM import_technology GROUP BY tech_key;

-- (mergeTechnologies)
INSERT INTO technology (tech_key, display_name, category)
SELECT s.tech_key, s.display_name, nullif(s.category, '')
FROM import_latest s WHERE NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
ORDER BY s.line;

-- (open)
-- columns: a integer, b integer
-- rows: { a: number; b: number }
SELECT observer_id AS a, partner_id AS b FROM partnership_observation ORDER BY observer_id DESC, partner_id DESC LIMIT 1;

-- (open)
CREATE TEMP TABLE import_staged (
  line integer NOT NULL, a integer NOT NULL, b integer NOT NULL,
  n integer NOT NULL, first timestamptz NOT NULL, last timestamptz NOT NULL
) ON COMMIT DROP;

-- (readDefinitions)
-- parameters: regclass[]
-- columns: remove text, restore text, turn integer
-- rows: IndexDefinition
SELECT format('DROP INDEX %s', indexrelid::regclass) AS remove, pg_get_indexdef(indexrelid) AS restore, 1 AS turn
FROM pg_index
WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
UNION ALL
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
  format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
  CASE contype WHEN 'f' THEN 3 ELSE 2 END
FROM pg_constraint c
WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'f')
  AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = c.conindid AND c.contype <> 'f')
ORDER BY turn, restore;

-- (refuseClaimedEarlier)
-- columns: line integer or null, claimants integer[]
-- rows: { line: number; claimants: number[] }
-- declared without null: line
SELECT r.line, array_agg(c.line ORDER BY c.line) AS claimants
FROM import_row r JOIN import_claim c ON c.domain = r.primary_domain AND c.line < r.line
WHERE r.is_new GROUP BY r.line ORDER BY r.line;

-- (refuseClaimedEarlier)
-- parameters: integer[], integer[]
INSERT INTO import_refused
SELECT r.primary_domain, o.primary_domain
FROM unnest($1::integer[], $2::integer[]) AS refused (line, owner_line)
JOIN import_row r ON r.line = refused.line JOIN import_row o ON o.line = refused.owner_line;

-- (removeRefused)
DELETE FROM import_claim c USING import_row r, import_refused f WHERE c.line = r.line AND r.primary_domain = f.primary_domain;

-- (removeRefused)
DELETE FROM import_row r USING import_refused f WHERE r.primary_domain = f.primary_domain;

-- (resolveOwnership)
ANALYZE import_claim;

-- (resolveOwnership)
CREATE TEMP TABLE import_claim ON COMMIT DROP AS
SELECT r.line, r.company_id, d.line AS source_line, d.domain, d.position
FROM import_row r JOIN import_domain d ON d.line = r.domains_line;

-- (resolveOwnership)
CREATE TEMP TABLE import_lost ON COMMIT DROP AS
WITH first_claim AS (
  SELECT domain, min(line) AS line FROM import_claim GROUP BY domain HAVING count(*) > 1
)
SELECT c.line, c.source_line, c.domain,
  CASE WHEN d.domain IS NOT NULL THEN holder.primary_domain
       WHEN p.line IS NOT NULL THEN p.primary_domain
       ELSE claimant.primary_domain END AS owner
FROM import_claim c
LEFT JOIN company_domain d ON d.domain = c.domain
LEFT JOIN company holder ON holder.id = d.company_id
LEFT JOIN import_row p ON p.primary_domain = c.domain AND p.is_new
LEFT JOIN first_claim f ON f.domain = c.domain
LEFT JOIN import_row claimant ON claimant.line = f.line
WHERE CASE WHEN d.domain IS NOT NULL THEN d.company_id <> c.company_id
           ELSE p.line IS NOT NULL OR f.line < c.line END;

-- (resolveOwnership)
CREATE TEMP TABLE import_refused (primary_domain text NOT NULL, owner text NOT NULL) ON COMMIT DROP;

-- (resolveOwnership)
DELETE FROM import_claim c USING import_lost l WHERE l.line = c.line AND l.domain = c.domain;

-- (resolveOwnership)
INSERT INTO import_problem
SELECT l.source_line, 'warning', 'domains', l.domain || ' belongs to another company, ' || l.owner, s.row_text
FROM import_lost l JOIN import_company s ON s.line = l.source_line;

-- (resolveOwnership)
INSERT INTO import_problem
SELECT s.line, 'rejected', 'primary_domain', 'the domain belongs to another company, ' || f.owner, s.row_text
FROM import_refused f JOIN import_company s ON s.primary_domain = f.primary_domain;

-- (resolveOwnership)
INSERT INTO import_refused
SELECT r.primary_domain, c.primary_domain
FROM import_row r
JOIN company_domain d ON d.domain = r.primary_domain
JOIN company c ON c.id = d.company_id
WHERE r.is_new;

-- (resolveOwnership)
WITH touched AS (
DELETE FROM company_domain d USING import_row r
WHERE d.company_id = r.company_id AND NOT r.is_new AND r.domains_line IS NOT NULL AND NOT d.is_primary
  AND NOT EXISTS (SELECT FROM import_domain i WHERE i.line = r.domains_line AND i.domain = d.domain)
RETURNING d.company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (withHalfFilledPages)
ALTER TABLE company RESET (fillfactor);

-- (withHalfFilledPages)
ALTER TABLE company SET (fillfactor = 50);

-- (withoutIndexes)
SELECT FROM company LIMIT 1;

-- (withoutIndexes)
SET LOCAL maintenance_work_mem = '256MB';

-- (withoutIndexes): depends on arguments, so this is the expression in the source
remove;

-- (withoutIndexes): depends on arguments, so this is the expression in the source
restore;

-- (writeProblems)
CLOSE import_problems;

-- (writeProblems)
DECLARE import_problems NO SCROLL CURSOR FOR
SELECT line, level, reason, field, row_text AS row FROM import_problem ORDER BY line, level, field, reason;
