-- SQL of facets, as PostgreSQL describes it. Written by `npm run statements`.

-- (collectCompanies)
-- columns: id integer, industry text or null, country character or null, employee_range text or null, founded_year integer, partnership_count integer, technology_count integer
SELECT c.id, c.industry, c.country, c.employee_range, c.founded_year::int4, c.partnership_count::int4, c.technology_count::int4 FROM company c JOIN facet_scope scope ON scope.company_id = c.id;

-- (collectCompanies)
-- columns: id integer, industry text or null, country character or null, employee_range text or null, founded_year integer, partnership_count integer, technology_count integer
SELECT c.id, c.industry, c.country, c.employee_range, c.founded_year::int4, c.partnership_count::int4, c.technology_count::int4 FROM company c;

-- (collectDetections)
-- columns: id integer, tech_key text, category text or null
-- rows: Technology
SELECT id, tech_key, category FROM technology;

-- (collectDetections)
-- columns: technology_id integer, place integer, string_agg bytea
SELECT d.technology_id, (d.last_seen < timestamptz '2025-12-01T00:00:00.000Z')::int + (d.last_seen < timestamptz '2025-03-01T00:00:00.000Z')::int AS place, string_agg(int4send(d.company_id), '')
FROM company_technology d
GROUP BY d.technology_id, place;

-- (collectDetections)
-- columns: technology_id integer, place integer, string_agg bytea
SELECT d.technology_id, (d.last_seen < timestamptz '2025-12-01T00:00:00.000Z')::int + (d.last_seen < timestamptz '2025-03-01T00:00:00.000Z')::int AS place, string_agg(int4send(d.company_id), '')
FROM company_technology d JOIN facet_scope scope ON scope.company_id = d.company_id
GROUP BY d.technology_id, place;

-- (collectFrequentTerms)
-- columns: word text or null, string_agg bytea
SELECT word, string_agg(int4send(company_id), '')
FROM facet_word JOIN facet_common_word USING (word) GROUP BY word;

-- (collectFrequentTerms)
ANALYZE facet_word, facet_common_word;

-- (collectFrequentTerms)
CREATE TEMP TABLE facet_common_word ON COMMIT DROP AS SELECT value AS word FROM facet_posting WHERE field = 'name';

-- (collectFrequentTerms)
CREATE TEMP TABLE facet_word ON COMMIT DROP AS
SELECT c.id AS company_id, CASE w.place WHEN 1 THEN ' ' ELSE '' END || w.text AS word
FROM company c
CROSS JOIN LATERAL unnest(string_to_array(lower(c.name), ' ')) WITH ORDINALITY AS w (text, place)
WHERE w.text <> '';

-- (collectFrequentTerms)
CREATE TEMP TABLE facet_word ON COMMIT DROP AS
SELECT c.id AS company_id, CASE w.place WHEN 1 THEN ' ' ELSE '' END || w.text AS word
FROM company c JOIN facet_scope scope ON scope.company_id = c.id
CROSS JOIN LATERAL unnest(string_to_array(lower(c.name), ' ')) WITH ORDINALITY AS w (text, place)
WHERE w.text <> '';

-- (collectFrequentTerms)
DROP TABLE IF EXISTS facet_word, facet_common_word;

-- (collectPartners)
-- columns: company_id integer, place integer, string_agg bytea
SELECT p.company_id, (p.last_observed_at < timestamptz '2025-12-01T00:00:00.000Z')::int + (p.last_observed_at < timestamptz '2025-03-01T00:00:00.000Z')::int AS place, string_agg(int4send(p.partner_id), '')
FROM partnership p JOIN company c ON c.id = p.company_id AND c.partnership_count >= 2
GROUP BY p.company_id, place;

-- (collectRareTerms)
CREATE TEMP TABLE facet_rare ON COMMIT DROP AS
SELECT company_id, string_agg(' ' || word, '' ORDER BY word COLLATE "C") AS words
FROM facet_word WHERE word NOT IN (SELECT word FROM facet_common_word) GROUP BY company_id;

-- (collectRareTerms)
DROP TABLE IF EXISTS facet_rare;

-- (collectRetired): depends on arguments, so this is the expression in the source
query;

-- (collectSets)
-- columns: name text, string_agg bytea
SELECT i.name, string_agg(int4send(v.company_id), '')
FROM company_investor v JOIN investor i ON i.id = v.investor_id
GROUP BY i.name;

-- (collectSets)
-- columns: name text, string_agg bytea
SELECT i.name, string_agg(int4send(v.company_id), '')
FROM company_investor v JOIN investor i ON i.id = v.investor_id JOIN facet_scope scope ON scope.company_id = v.company_id
GROUP BY i.name;

-- (collectSets)
-- columns: split_part text, string_agg bytea
SELECT split_part(d.domain, '.', -1), string_agg(int4send(d.company_id), '')
FROM company_domain d
GROUP BY 1;

-- (collectSets)
-- columns: split_part text, string_agg bytea
SELECT split_part(d.domain, '.', -1), string_agg(int4send(d.company_id), '')
FROM company_domain d JOIN facet_scope scope ON scope.company_id = d.company_id
GROUP BY 1;

-- (compareIndex)
-- parameters: bigint
INSERT INTO facet_sample SELECT id FROM company ORDER BY random() LIMIT $1;

-- (compareIndex)
ANALYZE facet_sample;

-- (compareIndex)
CREATE TEMP TABLE facet_sample (company_id integer NOT NULL) ON COMMIT DROP;

-- (countRareDifferences)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::int FROM facet_sample
LEFT JOIN facet_rare n USING (company_id) LEFT JOIN facet_rare_words o USING (company_id)
WHERE n.words IS DISTINCT FROM o.words;

-- (deletePostings)
-- parameters: text[]
DELETE FROM facet_posting WHERE field = ANY ($1);

-- (findNewest)
-- columns: newest timestamp with time zone
-- rows: { newest: Date | null }
SELECT max(e.last_observed_at) AS newest FROM partnership e JOIN facet_scope scope ON scope.company_id = e.company_id;

-- (findNewest)
-- columns: newest timestamp with time zone
-- rows: { newest: Date | null }
SELECT max(e.last_observed_at) AS newest FROM partnership e;

-- (findNewest)
-- columns: newest timestamp with time zone
-- rows: { newest: Date | null }
SELECT max(e.last_seen) AS newest FROM company_technology e JOIN facet_scope scope ON scope.company_id = e.company_id;

-- (findNewest)
-- columns: newest timestamp with time zone
-- rows: { newest: Date | null }
SELECT max(e.last_seen) AS newest FROM company_technology e;

-- (lockState)
-- columns: version integer, format integer, asOf timestamp with time zone or null, detectionsAsOf timestamp with time zone or null, partnershipsAsOf timestamp with time zone or null
-- rows: IndexState
SELECT version, format, as_of AS "asOf", detections_as_of AS "detectionsAsOf",
partnerships_as_of AS "partnershipsAsOf" FROM facet_index FOR UPDATE;

-- (readChangedPostings)
-- columns: index_version integer, place integer, version integer, base bytea, added bytea, removed bytea, format integer
-- may run on a replica
SELECT *, (SELECT format FROM facet_index) FROM facet_postings_after('[{"place":0,"field":"country","value":"DE","days":0,"held":1}]');

-- (readChangedShare)
-- columns: changed integer, companies integer
-- rows: { changed: number; companies: number }
SELECT (SELECT count(*)::int FROM facet_scope) AS changed, (SELECT count(*)::int FROM company) AS companies;

-- (readFrequencyThreshold)
-- columns: companies integer
-- rows: { companies: number }
SELECT count(*)::int AS companies FROM company;

-- (readIds)
-- columns: string_agg bytea
SELECT string_agg(int4send(company_id), '') FROM (SELECT company_id FROM facet_scope) found;

-- (readIds)
-- columns: string_agg bytea
SELECT string_agg(int4send(company_id), '') FROM (SELECT e.company_id FROM company_technology e  WHERE e.last_seen = timestamptz '2026-03-01T00:00:00.000Z') found;

-- (readIds)
-- columns: string_agg bytea
SELECT string_agg(int4send(company_id), '') FROM (SELECT e.company_id FROM company_technology e JOIN facet_scope scope ON scope.company_id = e.company_id WHERE e.last_seen = timestamptz '2026-03-01T00:00:00.000Z') found;

-- (readIds)
-- columns: string_agg bytea
SELECT string_agg(int4send(company_id), '') FROM (SELECT e.company_id FROM partnership e  WHERE e.last_observed_at = timestamptz '2026-03-01T00:00:00.000Z') found;

-- (readIds)
-- columns: string_agg bytea
SELECT string_agg(int4send(company_id), '') FROM (SELECT e.company_id FROM partnership e JOIN facet_scope scope ON scope.company_id = e.company_id WHERE e.last_observed_at = timestamptz '2026-03-01T00:00:00.000Z') found;

-- (readKeys)
-- parameters: text[]
-- columns: field text, value text, window_days smallint
-- rows: { field: string; value: string; window_days: number }
SELECT field, value, window_days FROM facet_posting WHERE field = ANY ($1);

-- (readState)
-- columns: version integer, format integer, asOf timestamp with time zone or null, detectionsAsOf timestamp with time zone or null, partnershipsAsOf timestamp with time zone or null
-- rows: IndexState
SELECT version, format, as_of AS "asOf", detections_as_of AS "detectionsAsOf",
partnerships_as_of AS "partnershipsAsOf" FROM facet_index;

-- (readStoredPostings)
-- columns: field text, value text, window_days smallint, base bytea, added bytea or null, removed bytea or null
SELECT field, value, window_days, base, added, removed FROM facet_posting
WHERE (field = 'country' AND value = ANY (ARRAY['DE']::text[]));

-- (readWithdrawn)
-- columns: tech_key text
-- rows: [string]
SELECT DISTINCT tech_key FROM import_withdrawn;

-- (saveState)
-- parameters: integer, integer, timestamp with time zone, timestamp with time zone, timestamp with time zone
UPDATE facet_index SET version = $1, format = $2, as_of = $3, detections_as_of = $4,
partnerships_as_of = $5, refreshed_at = now();

-- (updatePostings)
ALTER TABLE facet_change ALTER base DROP NOT NULL;

-- (updatePostings)
CREATE TEMP TABLE facet_change (LIKE facet_posting) ON COMMIT DROP;

-- (updatePostings)
DROP TABLE IF EXISTS facet_change;

-- (updatePostings)
UPDATE facet_posting p
SET version = c.version, cardinality = c.cardinality, base = coalesce(c.base, p.base),
  added = c.added, removed = c.removed
FROM facet_change c
WHERE (p.field, p.value, p.window_days) = (c.field, c.value, c.window_days);

-- (withCrossingCompanies)
ANALYZE facet_scope;

-- (withCrossingCompanies)
CREATE TEMP TABLE facet_scope ON COMMIT DROP AS
SELECT company_id FROM import_changed
UNION SELECT company_id FROM company_technology WHERE (last_seen >= timestamptz '2026-03-01T00:00:00Z');

-- (withCrossingCompanies)
DROP TABLE IF EXISTS facet_scope;

-- (writeRareTerms)
ANALYZE facet_rare;

-- (writeRareTerms)
DELETE FROM facet_rare_words r USING facet_rare_words scope
WHERE scope.company_id = r.company_id
  AND NOT EXISTS (SELECT FROM facet_rare n WHERE n.company_id = r.company_id);

-- (writeRareTerms)
DELETE FROM facet_rare_words r USING facet_scope scope
WHERE scope.company_id = r.company_id
  AND NOT EXISTS (SELECT FROM facet_rare n WHERE n.company_id = r.company_id);

-- (writeRareTerms)
INSERT INTO facet_rare_words (company_id, words)
SELECT n.company_id, n.words FROM facet_rare n LEFT JOIN facet_rare_words o USING (company_id)
WHERE o.words IS DISTINCT FROM n.words
ON CONFLICT (company_id) DO UPDATE SET words = excluded.words;

-- (writeRareTerms)
INSERT INTO facet_rare_words (company_id, words) SELECT company_id, words FROM facet_rare ORDER BY company_id;

-- facet_index_version
-- columns: version integer, format integer
-- may run on a replica
SELECT version, format FROM facet_index;
