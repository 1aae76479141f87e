-- SQL of import, as PostgreSQL describes it. Written by `npm run statements`.

-- (#countDomains)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::integer FROM (SELECT FROM company_domain LIMIT 1500001) d;

-- (#delete)
INSERT INTO import_problem
SELECT s.line, 'warning', 'deleted', 'nothing is stored that the row could delete', s.row_text
FROM import_latest s
WHERE s.n = -1 AND NOT EXISTS (SELECT FROM import_deleted d WHERE d.a = s.a AND d.b = s.b);

-- (#delete)
WITH deleted AS (
  DELETE FROM partnership_observation t USING import_latest s
  WHERE s.n = -1 AND t.observer_id = s.a AND t.partner_id = s.b
  RETURNING s.a, s.b
)
INSERT INTO import_deleted SELECT a, b FROM deleted;

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

-- (analyze)
-- columns: known double precision
-- rows: { known: number }
SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = 'company'::regclass;

-- (analyze)
-- columns: known double precision
-- rows: { known: number }
SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = 'company_technology'::regclass;

-- (analyze)
-- columns: known double precision
-- rows: { known: number }
SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = 'partnership_observation'::regclass;

-- (analyze)
-- columns: known double precision
-- rows: { known: number }
SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = 'technology'::regclass;

-- (analyze): depends on arguments, so this is the expression in the source
`ANALYZE ${TOUCHED_TABLES[kind]}`;

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
    AND NOT EXISTS (SELECT FROM retired_company g WHERE g.slug = candidate.slug)
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
SELECT line, slug FROM first f
WHERE NOT EXISTS (SELECT FROM company c WHERE c.slug = f.slug)
  AND NOT EXISTS (SELECT FROM retired_company g WHERE g.slug = f.slug);

-- (assignSlugs)
CREATE TEMP TABLE import_wanted ON COMMIT DROP AS
SELECT line, coalesce(given_slug, derived_slug) AS base, given_slug IS NOT NULL AS given
FROM import_row WHERE is_new AND retired_id IS NULL;

-- (assignSlugs)
DELETE FROM import_rest r USING import_slug s WHERE s.line = r.line;

-- (assignSlugs)
INSERT INTO import_slug
SELECT r.line, g.slug FROM import_row r JOIN retired_company g ON g.id = r.retired_id WHERE r.is_new;

-- (assignSlugs)
WITH given AS MATERIALIZED (
  SELECT line, company_id, is_new AND retired_id IS NULL AS is_new, given_slug FROM import_row WHERE given_slug IS NOT NULL
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

-- (begin)
-- parameters: bigint
-- columns: free boolean
-- rows: { free: boolean }
SELECT pg_try_advisory_xact_lock($1) AS free;

-- (begin)
-- parameters: bigint
-- columns: pg_advisory_xact_lock void
SELECT pg_advisory_xact_lock($1);

-- (begin)
DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '2s', true);
EXCEPTION WHEN OTHERS THEN NULL; END $$;

-- (begin)
SET LOCAL jit = off;

-- (begin)
SET LOCAL work_mem = '128MB';

-- (beginRun)
-- parameters: jsonb, bigint
-- columns: id integer
-- rows: { id: number }
WITH pruned AS (
  DELETE FROM catalogue_import
  WHERE id <= (SELECT id FROM catalogue_import ORDER BY id DESC OFFSET $2 LIMIT 1))
INSERT INTO catalogue_import (request) VALUES ($1) RETURNING id;

-- (cancel)
-- parameters: integer
-- columns: pg_cancel_backend boolean
SELECT pg_cancel_backend($1);

-- (cancelOnAbort)
-- columns: pid integer
-- rows: { pid: number }
SELECT pg_backend_pid() AS pid;

-- (collect)
-- parameters: text
-- columns: domain text
-- rows: { domain: string }
SELECT domain FROM company_domain
WHERE domain > $1 AND domain COLLATE "C" ~ '[^a-z0-9._-]' ORDER BY domain LIMIT 10000;

-- (collect)
-- parameters: text
-- columns: domain text or null
-- rows: { domain: string }
-- declared without null: domain
SELECT domain FROM (SELECT primary_domain AS domain FROM retired_company) retired
WHERE domain > $1 AND domain COLLATE "C" ~ '[^a-z0-9._-]' ORDER BY domain LIMIT 10000;

-- (collect)
-- parameters: text[], text[]
INSERT INTO normal_domain SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING;

-- (completeNames)
WITH nameless AS (DELETE FROM import_company WHERE name IS NULL RETURNING line, row_text)
INSERT INTO import_problem SELECT line, 'rejected', 'name', 'is missing', row_text FROM nameless;

-- (completeNames): depends on arguments, so this is the expression in the source
`
UPDATE import_company s SET name = c.name FROM ${table} c
WHERE s.name IS NULL AND c.primary_domain = s.primary_domain`;

-- (countProblems)
-- columns: rejected integer, warnings integer
-- rows: { rejected: number; warnings: number }
SELECT count(DISTINCT line) FILTER (WHERE level = 'rejected')::integer AS rejected,
       count(*) FILTER (WHERE level = 'warning')::integer AS warnings
FROM import_problem;

-- (countStated)
-- columns: count double precision
-- rows: { count: number }
SELECT count(*)::float8 AS count FROM company;

-- (countStated)
-- columns: count double precision
-- rows: { count: number }
SELECT count(*)::float8 AS count FROM company_technology;

-- (countStated)
-- columns: count double precision
-- rows: { count: number }
SELECT count(*)::float8 AS count FROM partnership_observation;

-- (countStated)
-- columns: count double precision
-- rows: { count: number }
SELECT count(*)::float8 AS count FROM technology;

-- (createCompanyImporter)
CREATE TEMP TABLE import_action (
  line integer NOT NULL, action text NOT NULL, primary_domain text NOT NULL, other_domain text, row_text text NOT NULL
) ON COMMIT DROP;

-- (createCompanyImporter)
CREATE TEMP TABLE import_company (
  line integer NOT NULL, name text, primary_domain text NOT NULL,
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
  line integer NOT NULL, tech_key text NOT NULL, display_name text, category text, row_text text
) ON COMMIT DROP;

-- (deleteMissing)
DELETE FROM partnership_observation t USING import_missing m WHERE t.observer_id = m.a AND t.partner_id = m.b;

-- (deleteMissing)
INSERT INTO import_deleted SELECT a, b FROM import_missing;

-- (deleteMissing)
TRUNCATE import_key, import_deleted;

-- (dropWorkTables)
-- parameters: name[]
-- columns: tables text
-- rows: { tables: string | null }
SELECT string_agg(quote_ident(relname), ', ') AS tables FROM pg_class
WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r' AND relname <> ALL ($1);

-- (dropWorkTables)
DROP TABLE IF EXISTS import_company, import_alias, import_repeated, import_row, import_claim,
import_refused, import_lost, import_wanted, import_slug, import_rest, import_placed, import_stated_investor;

-- (dropWorkTables): depends on arguments, so this is the expression in the source
`DROP TABLE ${rows[0].tables}`;

-- (fetchLines)
-- rows: Problem
FETCH 2000 FROM import_problems;

-- (fillPartnerships)
CREATE TEMP TABLE import_paired ON COMMIT DROP AS
SELECT company_id, count(*) AS partners FROM partnership GROUP BY company_id;

-- (fillPartnerships)
DROP TABLE IF EXISTS import_paired;

-- (fillPartnerships)
INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
SELECT company_id, partner_id, min(first_observed_at), max(last_observed_at), sum(observation_count)
FROM (
  SELECT observer_id AS company_id, partner_id, first_observed_at, last_observed_at, observation_count
  FROM partnership_observation
  UNION ALL
  SELECT partner_id, observer_id, first_observed_at, last_observed_at, observation_count FROM partnership_observation
) side
GROUP BY company_id, partner_id ORDER BY company_id, partner_id;

-- (findMissing)
CREATE TEMP TABLE import_leaving (
  company_id integer PRIMARY KEY, target_id integer, line integer NOT NULL
) ON COMMIT DROP;

-- (findMissing)
CREATE TEMP TABLE import_missing ON COMMIT DROP AS
SELECT id FROM technology t WHERE NOT EXISTS (SELECT FROM import_present p WHERE p.key = t.tech_key);

-- (findMissing)
CREATE TEMP TABLE import_missing ON COMMIT DROP AS
SELECT observer_id AS a, partner_id AS b FROM partnership_observation
EXCEPT SELECT a, b FROM import_present_key;

-- (findMissing)
DROP TABLE IF EXISTS import_leaving;

-- (findMissing)
INSERT INTO import_leaving (company_id, line)
SELECT id, 0 FROM company
EXCEPT SELECT d.company_id, 0 FROM company_domain d JOIN import_present p ON p.key = d.domain;

-- (finishRun)
-- parameters: integer, import_state, jsonb, text
UPDATE catalogue_import
SET state = $2::import_state, report = $3, error = $4, finished_at = clock_timestamp() WHERE id = $1;

-- (importFile)
CREATE TEMP TABLE IF NOT EXISTS import_present (key text NOT NULL) ON COMMIT DROP;

-- (importFile)
CREATE TEMP TABLE IF NOT EXISTS import_present_key (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP;

-- (importFile)
CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP;

-- (importFile)
CREATE TEMP TABLE import_problem (
  line integer NOT NULL, level text NOT NULL, field text, reason text NOT NULL, row_text text
) ON COMMIT DROP;

-- (importFile)
CREATE TEMP TABLE import_withdrawn (tech_key text NOT NULL) ON COMMIT DROP;

-- (isAnyLeft)
SELECT FROM import_rest LIMIT 1;

-- (merge)
ANALYZE import_latest;

-- (merge)
CREATE TEMP TABLE import_deleted (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP;

-- (merge)
CREATE TEMP TABLE import_key (a integer NOT NULL, b integer NOT NULL) ON COMMIT DROP;

-- (merge)
CREATE TEMP TABLE import_latest ON COMMIT DROP AS
SELECT DISTINCT ON (a, b) a, b, n, first, last, line, row_text FROM import_staged ORDER BY a, b, n = 0, line DESC;

-- (merge)
INSERT INTO import_present_key SELECT a, b FROM import_latest;

-- (merge)
WITH added AS (
  INSERT INTO partnership_observation (observer_id, partner_id, observation_count, first_observed_at, last_observed_at)
  SELECT a, b, n, first, last FROM import_latest s
  WHERE s.n > 0 AND NOT EXISTS (SELECT FROM partnership_observation t WHERE t.observer_id = s.a AND t.partner_id = s.b)
  ORDER BY a, b
  RETURNING observer_id, partner_id
)
INSERT INTO import_key SELECT * FROM added;

-- (merge)
WITH changed AS (
  UPDATE partnership_observation t SET observation_count = s.n, first_observed_at = s.first, last_observed_at = s.last
  FROM import_latest s
  WHERE t.observer_id = s.a AND t.partner_id = s.b AND s.n > 0 AND (t.observation_count, t.first_observed_at, t.last_observed_at) IS DISTINCT FROM (s.n, s.first, s.last)
  RETURNING s.a, s.b
)
INSERT INTO import_key SELECT a, b FROM changed;

-- (mergeCompanies)
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
WHERE p.part = 1;

-- (mergeCompanies)
DROP TABLE IF EXISTS import_merge;

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

-- (mergeDuplicates)
-- columns: ids integer[]
-- rows: { ids: number[] }
SELECT array_agg(DISTINCT company_id) AS ids FROM (
SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d USING (domain)
UNION
SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d ON d.domain = n.normal) h
GROUP BY normal HAVING count(DISTINCT company_id) > 1 AND bool_or(is_primary);

-- (mergeDuplicates)
-- parameters: integer[], integer[]
INSERT INTO import_leaving (company_id, target_id, line)
SELECT company_id, target_id, 0 FROM unnest($1::integer[], $2::integer[]) AS merged (company_id, target_id);

-- (mergeDuplicates)
CREATE TEMP TABLE import_changed (company_id integer NOT NULL) ON COMMIT DROP;

-- (mergeDuplicates)
CREATE TEMP TABLE import_leaving (
  company_id integer PRIMARY KEY, target_id integer, line integer NOT NULL
) ON COMMIT DROP;

-- (mergeDuplicates)
CREATE TEMP TABLE import_withdrawn (tech_key text NOT NULL) ON COMMIT DROP;

-- (mergeFile)
ANALYZE import_company, import_domain, import_investor;

-- (mergeFile)
CREATE TEMP TABLE import_stated ON COMMIT DROP AS TABLE import_company;

-- (mergeKeys)
ANALYZE import_counted;

-- (mergeKeys)
CREATE TEMP TABLE import_counted ON COMMIT DROP AS
SELECT company_id, count(*) AS technologies FROM company_technology WHERE company_id >= 7
GROUP BY company_id HAVING company_id > 7 OR max(technology_id) > 3
UNION
SELECT k.company_id, count(d.technology_id)
FROM (SELECT a AS company_id FROM import_key UNION SELECT a FROM import_deleted) k
LEFT JOIN company_technology d USING (company_id) GROUP BY k.company_id;

-- (mergeKeys)
DROP TABLE IF EXISTS import_counted;

-- (mergeKeys)
DROP TABLE IF EXISTS import_pair;

-- (mergeKeys)
INSERT INTO import_changed SELECT company_id FROM import_counted;

-- (mergeKeys)
INSERT INTO import_withdrawn
SELECT tech_key FROM technology WHERE id IN (SELECT b FROM import_deleted);

-- (mergeKeys)
UPDATE company c SET technology_count = n.technologies, updated_at = now()
FROM import_counted n WHERE c.id = n.company_id;

-- (mergeKeys): depends on arguments, so this is the expression in the source
`
CREATE TEMP TABLE import_pair ON COMMIT DROP AS
SELECT DISTINCT least(a, b) AS a, greatest(a, b) AS b FROM (${changedKeys}) k`;

-- (mergeTechnologies)
-- columns: id integer
-- rows: { id: number }
UPDATE technology t
SET display_name = s.display_name,
    category = CASE WHEN s.category IS NULL THEN t.category ELSE nullif(s.category, '') END
FROM import_latest s
WHERE t.tech_key = s.tech_key AND s.row_text IS NULL
  AND (t.display_name <> s.display_name OR (s.category IS NOT NULL AND s.category <> coalesce(t.category, '')))
RETURNING t.id;

-- (mergeTechnologies)
-- parameters: integer[]
INSERT INTO import_changed SELECT DISTINCT company_id FROM company_technology WHERE technology_id = ANY ($1);

-- (mergeTechnologies)
CREATE TEMP TABLE import_latest ON COMMIT DROP AS
SELECT tech_key, min(line) AS line, max(line) AS last_line,
  (array_agg(row_text ORDER BY line DESC))[1] AS row_text,
  (array_agg(display_name ORDER BY line DESC))[1] AS display_name,
  (array_agg(category ORDER BY line DESC) FILTER (WHERE category IS NOT NULL))[1] AS category
FROM import_technology GROUP BY tech_key;

-- (mergeTechnologies)
DELETE FROM retired_technology g USING technology t WHERE t.id = g.id;

-- (mergeTechnologies)
INSERT INTO import_present SELECT tech_key FROM import_latest;

-- (mergeTechnologies)
INSERT INTO import_problem
SELECT s.last_line, 'warning', 'tech_key', 'no technology has the key; there is nothing to delete', s.row_text
FROM import_latest s
WHERE s.row_text IS NOT NULL AND NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
  AND NOT EXISTS (SELECT FROM retired_technology g WHERE g.tech_key = s.tech_key);

-- (mergeTechnologies)
INSERT INTO technology (id, tech_key, display_name, category)
SELECT coalesce(g.id, nextval((SELECT pg_get_serial_sequence('technology', 'id')::regclass))), s.tech_key,
  s.display_name, nullif(s.category, '')
FROM (SELECT * FROM import_latest ORDER BY line) s LEFT JOIN retired_technology g USING (tech_key)
WHERE s.row_text IS NULL AND NOT EXISTS (SELECT FROM technology t WHERE t.tech_key = s.tech_key)
ORDER BY s.line;

-- (moveObservations)
ANALYZE import_pair;

-- (moveObservations)
CREATE TEMP TABLE import_pair ON COMMIT DROP AS
SELECT DISTINCT least(p.company_id, p.partner_id) AS a, greatest(p.company_id, p.partner_id) AS b
FROM import_leaving l JOIN partnership p USING (company_id);

-- (moveObservations)
DROP TABLE IF EXISTS import_pair;

-- (moveObservations)
INSERT INTO import_pair
SELECT DISTINCT least(a, b), greatest(a, b)
FROM (
  SELECT coalesce(l.target_id, p.a) AS a, coalesce(m.target_id, p.b) AS b
  FROM import_pair p
  LEFT JOIN import_leaving l ON l.company_id = p.a LEFT JOIN import_leaving m ON m.company_id = p.b
) moved
WHERE a <> b AND NOT EXISTS (SELECT FROM import_leaving l WHERE l.company_id IN (a, b))
EXCEPT SELECT a, b FROM import_pair;

-- (moveObservations)
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
    observation_count = greatest(kept.observation_count, excluded.observation_count);

-- (normalizeDomains)
-- parameters: bigint
-- columns: pg_advisory_xact_lock void
SELECT pg_advisory_xact_lock($1);

-- (normalizeDomains)
ANALYZE normal_domain;

-- (normalizeDomains)
CREATE TEMP TABLE normal_domain (domain text PRIMARY KEY, normal text NOT NULL) ON COMMIT DROP;

-- (normalizeDomains)
CREATE TEMP TABLE normal_ranked ON COMMIT DROP AS
SELECT domain, normal, company_id,
  row_number() OVER (PARTITION BY normal ORDER BY is_primary DESC, company_id, position, domain) AS place,
  bool_or(was_primary) OVER same AS was_primary, bool_or(from_merge) OVER same AS from_merge
FROM (
SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d USING (domain)
UNION
SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d ON d.domain = n.normal) h WINDOW same AS (PARTITION BY normal, company_id);

-- (normalizeDomains)
CREATE TEMP TABLE normal_retired ON COMMIT DROP AS
SELECT r.id, h.normal, NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = h.normal)
  AND row_number() OVER (PARTITION BY h.normal ORDER BY r.retired_at DESC, r.id DESC) = 1 AS has_domain
FROM retired_company r
JOIN (SELECT domain, normal FROM normal_domain UNION SELECT normal, normal FROM normal_domain) h
  ON h.domain = r.primary_domain;

-- (normalizeDomains)
DELETE FROM company_domain d USING normal_ranked r WHERE d.domain = r.domain AND r.place > 1;

-- (normalizeDomains)
UPDATE company c
SET domain_count = (SELECT count(*) FROM company_domain d WHERE d.company_id = c.id), updated_at = now()
WHERE id IN (SELECT company_id FROM normal_ranked);

-- (normalizeDomains)
UPDATE company c SET primary_domain = d.domain
FROM normal_ranked r JOIN company_domain d ON d.domain = r.normal AND d.is_primary
WHERE c.id = d.company_id AND c.primary_domain <> d.domain;

-- (normalizeDomains)
UPDATE company_domain d SET domain = r.normal
FROM normal_ranked r WHERE d.domain = r.domain AND r.place = 1 AND r.domain <> r.normal;

-- (normalizeDomains)
UPDATE company_domain d SET was_primary = r.was_primary, from_merge = r.from_merge
FROM normal_ranked r WHERE d.domain = r.domain AND r.place = 1 AND NOT d.is_primary;

-- (normalizeDomains)
UPDATE retired_company r SET primary_domain = NULL
FROM normal_retired n WHERE n.id = r.id AND NOT n.has_domain;

-- (normalizeDomains)
UPDATE retired_company r SET primary_domain = n.normal
FROM normal_retired n WHERE n.id = r.id AND n.has_domain AND r.primary_domain <> n.normal;

-- (open)
-- columns: a integer, b integer
-- rows: { a: number; b: number }
SELECT observer_id AS a, partner_id AS b FROM partnership_observation ORDER BY observer_id DESC, partner_id DESC LIMIT 1;

-- (open)
CREATE TEMP TABLE import_staged (
  line integer NOT NULL, a integer NOT NULL, b integer NOT NULL,
  n integer NOT NULL, first timestamptz NOT NULL, last timestamptz NOT NULL, row_text text
) ON COMMIT DROP;

-- (readRuns)
-- parameters: bigint, bigint
-- columns: id integer, started_at timestamp with time zone, finished_at timestamp with time zone or null, request jsonb, report jsonb or null, error text or null, state text, progress jsonb, seconds double precision
-- rows: RunRow
SELECT id, started_at, finished_at, request, report, error,
  CASE WHEN is_lost THEN 'interrupted' ELSE state::text END AS state,
  CASE WHEN state = 'running' THEN progress - 'at' END AS progress,
  extract(epoch FROM coalesce(finished_at, CASE WHEN is_lost THEN seen_at ELSE clock_timestamp() END)
    - started_at)::float8 AS seconds
FROM catalogue_import
CROSS JOIN LATERAL (SELECT greatest(started_at, (progress ->> 'at')::timestamptz) AS seen_at) AS seen
CROSS JOIN LATERAL (SELECT state = 'running' AND (
    seen_at < clock_timestamp() - interval '1 minute'
    OR seen_at < clock_timestamp() - interval '5 seconds' AND NOT EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))) AS is_lost) AS life
ORDER BY id DESC LIMIT $1;

-- (rebuildPartnerships)
ANALYZE import_pair;

-- (rebuildPartnerships)
ANALYZE import_side;

-- (rebuildPartnerships)
CREATE TEMP TABLE import_paired ON COMMIT DROP AS
SELECT i.company_id, count(p.partner_id) AS partners
FROM (SELECT a AS company_id FROM import_pair UNION SELECT b FROM import_pair) i
LEFT JOIN partnership p USING (company_id) GROUP BY i.company_id;

-- (rebuildPartnerships)
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
SELECT b, a, first, last, n FROM merged;

-- (rebuildPartnerships)
DELETE FROM partnership p USING import_side s
WHERE s.last IS NULL AND p.company_id = s.company_id AND p.partner_id = s.partner_id;

-- (rebuildPartnerships)
DROP TABLE IF EXISTS import_side, import_paired;

-- (rebuildPartnerships)
INSERT INTO partnership (company_id, partner_id, first_observed_at, last_observed_at, observation_count)
SELECT company_id, partner_id, first, last, n FROM import_side s
WHERE s.last IS NOT NULL
  AND NOT EXISTS (SELECT FROM partnership p WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id)
ORDER BY company_id, partner_id;

-- (rebuildPartnerships)
UPDATE partnership p SET first_observed_at = s.first, last_observed_at = s.last, observation_count = s.n
FROM import_side s WHERE p.company_id = s.company_id AND p.partner_id = s.partner_id;

-- (redirectFormerDomains)
CREATE TEMP TABLE import_alias ON COMMIT DROP AS
SELECT s.line, d.domain AS former_domain, c.primary_domain
FROM company_domain d
JOIN import_company s ON s.primary_domain = d.domain
JOIN company c ON c.id = d.company_id
WHERE d.was_primary AND NOT d.is_primary;

-- (redirectFormerDomains)
DELETE FROM import_domain i USING import_alias a WHERE i.line = a.line AND i.domain = a.primary_domain;

-- (redirectFormerDomains)
INSERT INTO import_domain (line, domain, position)
SELECT a.line, a.former_domain, 0 FROM import_alias a
WHERE NOT EXISTS (SELECT FROM import_domain i WHERE i.line = a.line AND i.domain = a.former_domain);

-- (redirectFormerDomains)
SELECT FROM import_alias LIMIT 1;

-- (redirectFormerDomains)
UPDATE import_company c SET primary_domain = a.primary_domain FROM import_alias a WHERE c.line = a.line;

-- (refreshAfter)
ANALYZE import_changed;

-- (refreshAfter)
WITH changed AS (DELETE FROM import_changed RETURNING company_id)
INSERT INTO import_changed SELECT DISTINCT company_id FROM changed;

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

-- (rejectExcess)
CREATE TEMP TABLE import_excess ON COMMIT DROP AS
SELECT line FROM import_dependent ORDER BY line OFFSET 50;

-- (rejectExcess)
DELETE FROM import_action a USING import_excess e WHERE a.line = e.line;

-- (rejectExcess)
DELETE FROM import_company c USING import_excess e WHERE c.line = e.line;

-- (remove)
CREATE TEMP TABLE import_leaving (
  company_id integer PRIMARY KEY, target_id integer, line integer NOT NULL
) ON COMMIT DROP;

-- (remove)
DROP TABLE IF EXISTS import_leaving;

-- (remove)
INSERT INTO import_leaving (company_id, target_id, line) SELECT source_id, target_id, line FROM import_merge WHERE reason IS NULL AND source_id IS NOT NULL;

-- (removeCompanies)
ANALYZE import_leaving;

-- (removeCompanies)
DELETE FROM company c USING import_leaving l WHERE c.id = l.company_id;

-- (removeCompanies)
DELETE FROM company_domain d USING import_leaving l WHERE d.company_id = l.company_id;

-- (removeCompanies)
DELETE FROM company_investor i USING import_leaving l WHERE i.company_id = l.company_id;

-- (removeCompanies)
DELETE FROM company_unlock u USING import_leaving l
WHERE u.company_id = l.company_id AND l.target_id IS NOT NULL;

-- (removeCompanies)
INSERT INTO company_domain (domain, company_id, is_primary, position, was_primary, from_merge)
SELECT r.primary_domain, l.target_id, false, 32767, true, true
FROM import_leaving l JOIN retired_company r ON r.id = l.company_id
WHERE l.target_id IS NOT NULL AND r.primary_domain IS NOT NULL
ON CONFLICT (domain) DO NOTHING;

-- (removeCompanies)
INSERT INTO company_unlock AS kept (organization_id, company_id, unlocked_at, expires_at)
SELECT DISTINCT ON (u.organization_id, l.target_id) u.organization_id, l.target_id, u.unlocked_at, u.expires_at
FROM import_leaving l JOIN company_unlock u USING (company_id) WHERE l.target_id IS NOT NULL
ORDER BY u.organization_id, l.target_id, u.expires_at DESC
ON CONFLICT (organization_id, company_id) DO UPDATE
SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
WHERE excluded.expires_at > kept.expires_at;

-- (removeCompanies)
INSERT INTO import_changed
SELECT company_id FROM import_leaving UNION SELECT target_id FROM import_leaving WHERE target_id IS NOT NULL;

-- (removeCompanies)
INSERT INTO import_withdrawn
SELECT DISTINCT t.tech_key
FROM import_leaving l JOIN company_technology d USING (company_id) JOIN technology t ON t.id = d.technology_id;

-- (removeCompanies)
INSERT INTO retired_company (id, slug, name, primary_domain, merged_into)
SELECT c.id, c.slug, c.name, CASE WHEN l.target_id IS NULL THEN c.primary_domain END, l.target_id
FROM import_leaving l JOIN company c ON c.id = l.company_id;

-- (removeCompanies)
UPDATE company c
SET technology_count = (SELECT count(*) FROM company_technology d WHERE d.company_id = c.id),
    domain_count = (SELECT count(*) FROM company_domain d WHERE d.company_id = c.id), updated_at = now()
WHERE c.id IN (SELECT target_id FROM import_leaving);

-- (removeCompanies)
UPDATE data_flag f SET company_id = l.target_id
FROM import_leaving l WHERE f.company_id = l.company_id AND l.target_id IS NOT NULL;

-- (removeCompanies)
UPDATE retired_company r SET merged_into = l.target_id
FROM import_leaving l WHERE r.merged_into = l.company_id AND l.target_id IS NOT NULL;

-- (removeCompanies)
UPDATE retired_company r SET merged_into = l.target_id, primary_domain = NULL
FROM import_leaving l WHERE r.id = l.company_id AND l.target_id IS NOT NULL;

-- (removeCompanies)
UPDATE retired_company r SET primary_domain = NULL
FROM import_leaving l JOIN company c ON c.id = l.company_id
WHERE r.primary_domain = c.primary_domain AND l.target_id IS NULL;

-- (removeCompanies)
WITH gone AS (
  DELETE FROM company_technology d USING import_leaving l WHERE d.company_id = l.company_id
  RETURNING l.target_id, d.technology_id, d.detection_count, d.first_seen, d.last_seen
)
INSERT INTO company_technology AS kept (company_id, technology_id, detection_count, first_seen, last_seen)
SELECT target_id, technology_id, max(detection_count), min(first_seen), max(last_seen)
FROM gone WHERE target_id IS NOT NULL GROUP BY target_id, technology_id
ON CONFLICT (company_id, technology_id) DO UPDATE
SET detection_count = greatest(kept.detection_count, excluded.detection_count),
    first_seen = least(kept.first_seen, excluded.first_seen), last_seen = greatest(kept.last_seen, excluded.last_seen);

-- (removeCompanies)
WITH last AS (
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
WHERE d.domain = n.domain;

-- (removeRefused)
DELETE FROM import_claim c USING import_row r, import_refused f WHERE c.line = r.line AND r.primary_domain = f.primary_domain;

-- (removeRefused)
DELETE FROM import_row r USING import_refused f WHERE r.primary_domain = f.primary_domain;

-- (renameCompanies)
ANALYZE import_rename;

-- (renameCompanies)
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
WHERE p.part = 1 AND p.action = 'rename';

-- (renameCompanies)
DELETE FROM import_stated s USING import_rename r WHERE s.line = r.line AND r.reason IS NOT NULL;

-- (renameCompanies)
DROP TABLE IF EXISTS import_rename;

-- (renameCompanies)
INSERT INTO company_domain (domain, company_id, is_primary, position)
SELECT new_domain, company_id, true, 0 FROM import_rename r
WHERE reason IS NULL AND NOT is_done AND company_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = r.new_domain);

-- (renameCompanies)
UPDATE company_domain d
SET is_primary = false, was_primary = true, position = least(32767,
  1 + (SELECT max(position) FROM company_domain o WHERE o.company_id = d.company_id))
FROM import_rename r WHERE reason IS NULL AND NOT is_done AND r.company_id = d.company_id AND d.domain = r.old_domain;

-- (renameCompanies)
UPDATE company_domain d SET is_primary = true, was_primary = false, position = 0
FROM import_rename r WHERE reason IS NULL AND NOT is_done AND r.company_id = d.company_id AND d.domain = r.new_domain;

-- (renameCompanies)
UPDATE retired_company g SET primary_domain = NULL
FROM import_rename r
WHERE reason IS NULL AND NOT is_done AND g.primary_domain = r.new_domain AND (r.company_id IS NOT NULL OR r.retired_id <> g.id);

-- (renameCompanies)
UPDATE retired_company g SET primary_domain = r.new_domain
FROM import_rename r WHERE reason IS NULL AND NOT is_done AND g.id = r.retired_id;

-- (renameCompanies)
WITH touched AS (
UPDATE company c SET primary_domain = r.new_domain, updated_at = now()
FROM import_rename r WHERE reason IS NULL AND NOT is_done AND c.id = r.company_id
RETURNING c.id) INSERT INTO import_touched SELECT * FROM touched;

-- (reportActions): depends on arguments, so this is the expression in the source
`
INSERT INTO import_problem
SELECT f.line, '${level}', f.field, f.reason, a.row_text
FROM (${query}) f JOIN import_action a USING (line)`;

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
WHERE d.company_id = r.company_id AND NOT r.is_new AND r.domains_line IS NOT NULL
  AND NOT d.is_primary AND NOT d.from_merge
  AND NOT EXISTS (SELECT FROM import_domain i WHERE i.line = r.domains_line AND i.domain = d.domain)
RETURNING d.company_id) INSERT INTO import_touched SELECT * FROM touched;

-- (retireTechnologies)
CREATE TEMP TABLE import_leaving_technology ON COMMIT DROP AS
SELECT id, tech_key FROM technology WHERE id IN (SELECT id FROM import_missing);

-- (retireTechnologies)
CREATE TEMP TABLE import_leaving_technology ON COMMIT DROP AS
SELECT id, tech_key FROM technology WHERE id IN (SELECT t.id FROM technology t JOIN import_latest s USING (tech_key) WHERE s.row_text IS NOT NULL);

-- (retireTechnologies)
CREATE TEMP TABLE import_without (company_id integer NOT NULL) ON COMMIT DROP;

-- (retireTechnologies)
DELETE FROM technology t USING import_leaving_technology l WHERE t.id = l.id;

-- (retireTechnologies)
DROP TABLE IF EXISTS import_leaving_technology, import_without;

-- (retireTechnologies)
INSERT INTO import_changed SELECT company_id FROM import_without;

-- (retireTechnologies)
INSERT INTO import_withdrawn SELECT tech_key FROM import_leaving_technology;

-- (retireTechnologies)
INSERT INTO retired_technology (id, tech_key) SELECT id, tech_key FROM import_leaving_technology;

-- (retireTechnologies)
UPDATE company c SET updated_at = now(),
  technology_count = (SELECT count(*) FROM company_technology d WHERE d.company_id = c.id)
WHERE c.id IN (SELECT company_id FROM import_without);

-- (retireTechnologies)
WITH gone AS (
  DELETE FROM company_technology d USING import_leaving_technology l WHERE d.technology_id = l.id
  RETURNING d.company_id
)
INSERT INTO import_without SELECT DISTINCT company_id FROM gone;

-- (saveProgress)
-- parameters: integer, jsonb
UPDATE catalogue_import SET progress = $2::jsonb || jsonb_build_object('at', clock_timestamp())
WHERE id = (SELECT id FROM catalogue_import WHERE id = $1 AND state = 'running' FOR UPDATE SKIP LOCKED);

-- (splitIntoParts)
-- columns: part integer or null, action text or null
-- rows: FilePart
-- declared without null: part, action
SELECT DISTINCT part, action FROM import_part ORDER BY part;

-- (splitIntoParts)
ANALYZE import_named, import_reach;

-- (splitIntoParts)
ANALYZE import_part;

-- (splitIntoParts)
CREATE TEMP TABLE import_dependent ON COMMIT DROP AS
SELECT DISTINCT r.line
FROM import_reach r JOIN import_named n ON n.domain = r.domain AND n.line <> r.line
WHERE CASE
  WHEN n.is_action THEN NOT (r.is_survivor AND n.is_survivor)
  WHEN r.is_survivor THEN false
  WHEN r.action = 'rename' THEN n.line < r.line
  ELSE n.line > r.line END;

-- (splitIntoParts)
CREATE TEMP TABLE import_named ON COMMIT DROP AS
SELECT c.line, c.primary_domain AS domain, false AS is_survivor, a.line IS NOT NULL AS is_action
FROM import_company c LEFT JOIN import_action a USING (line)
UNION ALL
SELECT d.line, d.domain, false, a.line IS NOT NULL FROM import_domain d LEFT JOIN import_action a USING (line)
UNION ALL SELECT line, primary_domain, false, true FROM import_action WHERE action <> 'rename'
UNION ALL SELECT line, other_domain, action = 'merge', true FROM import_action WHERE other_domain IS NOT NULL;

-- (splitIntoParts)
CREATE TEMP TABLE import_part ON COMMIT DROP AS
WITH independent AS (
  SELECT line, action FROM import_action a
  WHERE NOT EXISTS (SELECT FROM import_dependent d WHERE d.line = a.line)
), in_place AS (
  SELECT line, 'update' AS action FROM import_company c
  WHERE NOT EXISTS (SELECT FROM import_action a JOIN import_dependent USING (line) WHERE a.line = c.line)
  UNION ALL
  SELECT line, action FROM import_action a JOIN import_dependent USING (line)
), marked AS (
  SELECT line, action,
    (action IN ('rename', 'merge') OR action IS DISTINCT FROM lag(action) OVER (ORDER BY line))::integer AS starts
  FROM in_place
), placed AS (
  SELECT line, action, (sum(starts) OVER (ORDER BY line))::integer AS part FROM marked
)
SELECT line, action, part FROM placed
UNION ALL SELECT line, action, 0 FROM independent WHERE action = 'rename'
UNION ALL SELECT line, action, 2147483646 FROM independent WHERE action = 'merge'
UNION ALL SELECT line, action, 2147483647 FROM independent WHERE action = 'delete';

-- (splitIntoParts)
CREATE TEMP TABLE import_reach ON COMMIT DROP AS
WITH owned AS (
  SELECT line, action, named.domain, named.is_survivor
  FROM import_named named JOIN import_action USING (line)
  UNION
  SELECT line, action, other.domain, named.is_survivor
  FROM import_named named
  JOIN import_action USING (line)
  JOIN company_domain d ON d.domain = named.domain
  JOIN company_domain other ON other.company_id = d.company_id
)
SELECT line, action, domain, is_survivor FROM owned
UNION
SELECT o.line, o.action, d.domain, false
FROM owned o JOIN import_company c ON c.primary_domain = o.domain JOIN import_domain d ON d.line = c.line
WHERE NOT o.is_survivor;

-- (splitIntoParts)
SELECT FROM import_action LIMIT 1;

-- (storeCounts)
ANALYZE import_paired;

-- (storeCounts)
INSERT INTO import_changed SELECT company_id FROM import_paired;

-- (storeCounts)
UPDATE company c SET partnership_count = p.partners, updated_at = now()
FROM import_paired p WHERE c.id = p.company_id;

-- (updatePart)
ANALYZE import_company;

-- (updatePart): depends on arguments, so this is the expression in the source
`
CREATE TEMP TABLE import_company ON COMMIT DROP AS
SELECT s.* FROM import_stated s JOIN import_part p USING (line) WHERE p.part = ${part}`;

-- (upsertCompanies)
ANALYZE import_row;

-- (upsertCompanies)
CREATE TEMP TABLE import_repeated ON COMMIT DROP AS
SELECT primary_domain, max(line) AS line, max(domains_line) AS domains_line, max(investors_line) AS investors_line,
  (array_agg(industry ORDER BY line DESC) FILTER (WHERE industry IS NOT NULL))[1] AS industry, (array_agg(employee_range ORDER BY line DESC) FILTER (WHERE employee_range IS NOT NULL))[1] AS employee_range, (array_agg(country ORDER BY line DESC) FILTER (WHERE country IS NOT NULL))[1] AS country, (array_agg(founded_year ORDER BY line DESC) FILTER (WHERE founded_year IS NOT NULL))[1] AS founded_year, (array_agg(given_slug ORDER BY line DESC) FILTER (WHERE given_slug IS NOT NULL))[1] AS given_slug
FROM import_company
WHERE primary_domain IN (SELECT primary_domain FROM import_company GROUP BY primary_domain HAVING count(*) > 1)
GROUP BY primary_domain;

-- (upsertCompanies)
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT s.*, s.known_id IS NULL AS is_new,
  coalesce(s.known_id, s.retired_id, nextval('company_id_seq')::integer) AS company_id
FROM (
  SELECT s.line, s.name, s.primary_domain, s.derived_slug, c.id AS known_id, g.id AS retired_id, coalesce(s.industry, r.industry) AS industry, coalesce(s.employee_range, r.employee_range) AS employee_range, coalesce(s.country, r.country) AS country, coalesce(s.founded_year, r.founded_year) AS founded_year,
    coalesce(s.given_slug, r.given_slug) AS given_slug, coalesce(s.domains_line, r.domains_line) AS domains_line, coalesce(s.investors_line, r.investors_line) AS investors_line
  FROM import_company s
  LEFT JOIN import_repeated r ON r.primary_domain = s.primary_domain
  LEFT JOIN company c ON c.primary_domain = s.primary_domain
  LEFT JOIN retired_company g ON g.primary_domain = s.primary_domain
  WHERE r.line IS NULL OR r.line = s.line
  ORDER BY s.line
) s;

-- (upsertCompanies)
DELETE FROM retired_company g USING import_row r WHERE g.id = r.company_id AND r.is_new;

-- (upsertCompanies)
INSERT INTO company (id, name, slug, primary_domain, industry, employee_range, country, founded_year, domain_count, investor_count)
SELECT r.company_id, r.name, s.slug, r.primary_domain, nullif(r.industry, ''), nullif(r.employee_range, ''), nullif(r.country, ''), nullif(r.founded_year, 0),
  1 + coalesce(d.domains, 0), coalesce(i.investors, 0)
FROM import_row r
JOIN import_slug s ON s.line = r.line
LEFT JOIN (SELECT line, count(*) AS domains FROM import_claim GROUP BY line) d ON d.line = r.line
LEFT JOIN (SELECT line, count(*) AS investors FROM import_investor GROUP BY line) i ON i.line = r.investors_line
WHERE r.is_new ORDER BY r.line;

-- (upsertCompanies)
INSERT INTO import_changed
SELECT company_id FROM import_touched UNION SELECT company_id FROM import_row WHERE is_new;

-- (upsertCompanies)
TRUNCATE import_touched;

-- (upsertCompanies)
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

-- (upsertCompanies)
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

-- (withHalfFilledPages)
ALTER TABLE company RESET (fillfactor);

-- (withHalfFilledPages)
ALTER TABLE company SET (fillfactor = 50);

-- (withoutIndexes)
SELECT FROM retired_company LIMIT 1;

-- (writeProblems)
CLOSE import_problems;

-- (writeProblems)
DECLARE import_problems NO SCROLL CURSOR FOR
SELECT line, level, reason, field, row_text AS row FROM import_problem ORDER BY line, level, field, reason;

-- catalogue_gauges
-- columns: asOf timestamp with time zone or null, companies integer, importedAt timestamp with time zone, running jsonb
-- rows: CatalogueGauges
SELECT as_of AS "asOf",
  coalesce((SELECT cardinality FROM facet_posting
    WHERE field = '*' AND value = '' AND window_days = 0), 0) AS companies,
  (SELECT finished_at FROM catalogue_import WHERE state = 'finished' ORDER BY id DESC LIMIT 1) AS "importedAt",
  (SELECT progress FROM catalogue_import
   WHERE state = 'running' AND progress ? 'phase'
     AND (progress ->> 'at')::timestamptz > clock_timestamp() - interval '10 seconds'
   ORDER BY id DESC LIMIT 1) AS running
FROM facet_index;
