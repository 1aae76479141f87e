-- SQL of filters, as PostgreSQL describes it. Written by `npm run statements`.

-- (readStored)
-- columns: value text or null, label text or null
-- may run on a replica
-- rows: Candidate
-- declared without null: value, label
SELECT DISTINCT category AS value, category AS label FROM technology WHERE category IS NOT NULL;

-- (readStored)
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT name AS value, name AS label FROM investor;

-- (readStored)
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT tech_key AS value, display_name AS label FROM technology;

-- (readStored)
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT value, value AS label FROM facet_posting
WHERE field = 'industry' AND window_days = 0 AND value <> '' AND cardinality > 0;

-- (readStored)
-- parameters: text[]
-- columns: value text or null, label text or null
-- may run on a replica
-- rows: Candidate
-- declared without null: value, label
SELECT value, label FROM (SELECT DISTINCT category AS value, category AS label FROM technology WHERE category IS NOT NULL) v WHERE value = ANY ($1);

-- (readStored)
-- parameters: text[]
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT value, label FROM (SELECT name AS value, name AS label FROM investor) v WHERE value = ANY ($1);

-- (readStored)
-- parameters: text[]
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT value, label FROM (SELECT tech_key AS value, display_name AS label FROM technology) v WHERE value = ANY ($1);

-- (readStored)
-- parameters: text[]
-- columns: value text, label text
-- may run on a replica
-- rows: Candidate
SELECT value, label FROM (SELECT value, value AS label FROM facet_posting
WHERE field = 'industry' AND window_days = 0 AND value <> '' AND cardinality > 0) v WHERE value = ANY ($1);

-- (rebuildIndexWithin)
SET LOCAL jit = off;

-- (rebuildIndexWithin)
SET LOCAL work_mem = '128MB';

-- (searchValues)
-- parameters: text, text, bigint, bigint, text[], text[]
-- columns: value text or null, label text or null, companyCount integer, total integer
-- may run on a replica
-- rows: FieldValue & { total: number }
-- declared without null: value, label
WITH found AS (
  SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
  FROM (SELECT value, label FROM (SELECT DISTINCT category AS value, category AS label FROM technology WHERE category IS NOT NULL) stored WHERE $5::text[] = $6::text[]) v
  LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
  WHERE v.value ILIKE $2 OR v.label ILIKE $2
)
SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
FROM (SELECT) one LEFT JOIN (
  SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
) page ON true
ORDER BY "companyCount" DESC, label, value;

-- (searchValues)
-- parameters: text, text, bigint, bigint, text[], text[]
-- columns: value text, label text, companyCount integer, total integer
-- may run on a replica
-- rows: FieldValue & { total: number }
WITH found AS (
  SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
  FROM (SELECT value, label FROM (SELECT name AS value, name AS label FROM investor) stored WHERE $5::text[] = $6::text[]) v
  LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
  WHERE v.value ILIKE $2 OR v.label ILIKE $2
)
SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
FROM (SELECT) one LEFT JOIN (
  SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
) page ON true
ORDER BY "companyCount" DESC, label, value;

-- (searchValues)
-- parameters: text, text, bigint, bigint, text[], text[]
-- columns: value text, label text, companyCount integer, total integer
-- may run on a replica
-- rows: FieldValue & { total: number }
WITH found AS (
  SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
  FROM (SELECT value, label FROM (SELECT tech_key AS value, display_name AS label FROM technology) stored WHERE $5::text[] = $6::text[]) v
  LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
  WHERE v.value ILIKE $2 OR v.label ILIKE $2
)
SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
FROM (SELECT) one LEFT JOIN (
  SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
) page ON true
ORDER BY "companyCount" DESC, label, value;

-- (searchValues)
-- parameters: text, text, bigint, bigint, text[], text[]
-- columns: value text, label text, companyCount integer, total integer
-- may run on a replica
-- rows: FieldValue & { total: number }
WITH found AS (
  SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
  FROM (SELECT value, label FROM (SELECT value, value AS label FROM facet_posting
 WHERE field = 'industry' AND window_days = 0 AND value <> '' AND cardinality > 0) stored WHERE $5::text[] = $6::text[]) v
  LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
  WHERE v.value ILIKE $2 OR v.label ILIKE $2
)
SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
FROM (SELECT) one LEFT JOIN (
  SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
) page ON true
ORDER BY "companyCount" DESC, label, value;

-- (searchValues)
-- parameters: text, text, bigint, bigint, text[], text[]
-- columns: value text, label text, companyCount integer, total integer
-- may run on a replica
-- rows: FieldValue & { total: number }
WITH found AS (
  SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
  FROM (SELECT value, label FROM unnest($5::text[], $6::text[]) AS v (value, label)) v
  LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
  WHERE v.value ILIKE $2 OR v.label ILIKE $2
)
SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
FROM (SELECT) one LEFT JOIN (
  SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
) page ON true
ORDER BY "companyCount" DESC, label, value;

-- (suggestCompanies)
-- parameters: text
-- columns: identifier text
-- may run on a replica
-- rows: { identifier: string }
SELECT domain AS identifier FROM company_domain WHERE domain % $1
ORDER BY split_part(domain, '.', 1) = split_part($1, '.', 1) DESC, similarity(domain, $1) DESC, domain LIMIT 3;

-- (suggestCompanies)
-- parameters: text
-- columns: identifier text
-- may run on a replica
-- rows: { identifier: string }
SELECT slug AS identifier FROM company WHERE name % $1
ORDER BY similarity(name, $1) DESC, partnership_count DESC, id LIMIT 3;

-- facet_index_status
-- columns: version integer, as_of timestamp with time zone or null, companies integer, postings integer, bytes double precision
-- may run on a replica
-- rows: Omit<IndexStatus, 'as_of'> & { as_of: Date | null }
SELECT version, as_of,
  coalesce((SELECT cardinality FROM facet_posting WHERE field = '*'), 0) AS companies,
  (SELECT count(*)::int FROM facet_posting) AS postings,
  (SELECT coalesce(sum(octet_length(base) + coalesce(octet_length(added), 0)
     + coalesce(octet_length(removed), 0)), 0)::float8 FROM facet_posting) AS bytes
FROM facet_index;

-- facet_posting_sizes
-- parameters: text, bigint, bigint
-- columns: version integer, value text, cardinality integer
-- may run on a replica
-- rows: ValueSize
SELECT (SELECT version FROM facet_index) AS version, value, cardinality FROM facet_posting
WHERE field = $1 AND window_days = 0 AND value <> '' AND cardinality > 0
ORDER BY cardinality DESC, value LIMIT $2 OFFSET $3;

-- filter_domain_equality
-- parameters: jsonb
-- columns: version integer, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, ARRAY(SELECT found.id FROM jsonb_array_elements_text($1::jsonb) v CROSS JOIN LATERAL (SELECT company_id AS id FROM company_domain WHERE domain = v OFFSET 0) found)::text AS few;

-- filter_domain_equality_one
-- parameters: text
-- columns: version integer, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, ARRAY(SELECT company_id AS id FROM company_domain WHERE domain = $1::text)::text AS few;

-- filter_domain_labels
-- parameters: text[]
-- columns: version integer, few text, ids text, base text, added text, removed text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, NULL AS ids, NULL AS base, NULL AS added, NULL AS removed
UNION ALL
SELECT (SELECT version FROM facet_index) AS version, NULL, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
FROM facet_posting WHERE field = 'domain' AND window_days = 0 AND '.' || value LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p));

-- filter_domain_texts
-- parameters: text[]
-- columns: version integer, few text, ids text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(company_id), ''), 'base64') FROM company_domain WHERE domain LIKE ANY ($1::text[])) AS ids;

-- filter_domain_texts_scan
-- parameters: text[]
-- columns: version integer, few text, ids text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(company_id), ''), 'base64') FROM company_domain WHERE domain || '' LIKE ANY ($1::text[])) AS ids;

-- filter_name_equality
-- parameters: jsonb
-- columns: version integer, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, ARRAY(SELECT found.id FROM jsonb_array_elements_text($1::jsonb) v CROSS JOIN LATERAL (SELECT id FROM company WHERE lower(name) = lower(v) AND octet_length(name) <= 800 OFFSET 0) found)::text AS few;

-- filter_name_equality_one
-- parameters: text
-- columns: version integer, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, ARRAY(SELECT id FROM company WHERE lower(name) = lower($1::text) AND octet_length(name) <= 800)::text AS few;

-- filter_name_texts
-- parameters: text[]
-- columns: version integer, few text, ids text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(id), ''), 'base64') FROM company WHERE name ILIKE ANY ($1::text[])) AS ids;

-- filter_name_texts_scan
-- parameters: text[]
-- columns: version integer, few text, ids text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(id), ''), 'base64') FROM company WHERE lower(name) LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))) AS ids;

-- filter_name_words
-- parameters: text[]
-- columns: version integer, few text, ids text, base text, added text, removed text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(company_id), ''), 'base64') FROM facet_rare_words WHERE words LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))) AS ids, NULL AS base, NULL AS added, NULL AS removed
UNION ALL
SELECT (SELECT version FROM facet_index) AS version, NULL, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
FROM facet_posting WHERE field = 'name' AND window_days = 0 AND ' ' || value LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p));

-- filter_name_words_scan
-- parameters: text[]
-- columns: version integer, few text, ids text, base text, added text, removed text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, NULL AS few, (SELECT encode(string_agg(int4send(company_id), ''), 'base64') FROM facet_rare_words WHERE words || '' LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))) AS ids, NULL AS base, NULL AS added, NULL AS removed
UNION ALL
SELECT (SELECT version FROM facet_index) AS version, NULL, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
FROM facet_posting WHERE field = 'name' AND window_days = 0 AND ' ' || value LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p));

-- filter_partner_breakdown
-- parameters: integer[], bigint
-- columns: version integer, value text, label text, count integer
-- may run on a replica
-- rows: PartnerCount
SELECT (SELECT version FROM facet_index) AS version, c.primary_domain AS value, c.name AS label, counted.count
FROM (
  SELECT partner_id, count(*)::int AS count FROM partnership
  WHERE company_id = ANY ($1::int[]) GROUP BY partner_id ORDER BY count DESC, partner_id LIMIT $2
) counted JOIN company c ON c.id = counted.partner_id
ORDER BY counted.count DESC, counted.partner_id;

-- filter_partner_hubs
-- columns: version integer, id integer, value text, label text, size integer
-- may run on a replica
-- rows: Hub
SELECT (SELECT version FROM facet_index) AS version, id, primary_domain AS value, name AS label,
  partnership_count AS size
FROM company ORDER BY partnership_count DESC, id LIMIT 2000;

-- filter_partners
-- parameters: jsonb
-- columns: version integer, place integer, posting text, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, found.place,
  encode(found.posting, 'base64') AS posting,
  CASE WHEN found.posting IS NULL AND found.company_id IS NOT NULL THEN ARRAY(
    SELECT p.partner_id FROM partnership p WHERE p.company_id = found.company_id AND p.last_observed_at >= CASE found.days
   WHEN 0 THEN '-infinity' ELSE (SELECT as_of FROM facet_index) - found.days * interval '24 hours' END
  )::text END AS few
FROM (
  SELECT k.place, k.days AS days, who.company_id, (
    SELECT f.base FROM facet_posting f
    WHERE f.field = 'partner' AND f.value = who.company_id::text AND f.window_days = k.days
  ) AS posting
  FROM jsonb_to_recordset($1::jsonb) AS k (place integer, domain text, slug text, days smallint)
  CROSS JOIN LATERAL (
    SELECT coalesce(
      (SELECT company_id FROM company_domain d WHERE d.domain = k.domain),
      (SELECT id FROM company c WHERE c.slug = k.slug),
      (SELECT c.id FROM retired_company r JOIN company c ON c.id = r.merged_into WHERE r.slug = k.slug)) AS company_id
    OFFSET 0
  ) who
  OFFSET 0
) found;

-- filter_partners_ever
-- parameters: jsonb
-- columns: version integer, place integer, posting text, few text
-- may run on a replica
SELECT (SELECT version FROM facet_index) AS version, found.place,
  encode(found.posting, 'base64') AS posting,
  CASE WHEN found.posting IS NULL AND found.company_id IS NOT NULL THEN ARRAY(
    SELECT p.partner_id FROM partnership p WHERE p.company_id = found.company_id
  )::text END AS few
FROM (
  SELECT k.place, 0 AS days, who.company_id, (
    SELECT f.base FROM facet_posting f
    WHERE f.field = 'partner' AND f.value = who.company_id::text AND f.window_days = 0
  ) AS posting
  FROM jsonb_to_recordset($1::jsonb) AS k (place integer, domain text, slug text, days smallint)
  CROSS JOIN LATERAL (
    SELECT coalesce(
      (SELECT company_id FROM company_domain d WHERE d.domain = k.domain),
      (SELECT id FROM company c WHERE c.slug = k.slug),
      (SELECT c.id FROM retired_company r JOIN company c ON c.id = r.merged_into WHERE r.slug = k.slug)) AS company_id
    OFFSET 0
  ) who
  OFFSET 0
) found;

-- filter_partners_of_hubs
-- parameters: integer[]
-- columns: id integer, ids text
-- may run on a replica
-- rows: { id: number; ids: string }
SELECT company_id AS id, encode(string_agg(int4send(partner_id), ''), 'base64') AS ids
FROM partnership WHERE company_id = ANY ($1::int[]) GROUP BY company_id;

-- filter_sightings
-- parameters: integer[], text[], text[], text[], text[], text[]
-- columns: companyId integer, field text, value text, lastSeen timestamp with time zone
-- may run on a replica
-- rows: Sighting
SELECT d.company_id AS "companyId", 'technology' AS field, t.tech_key AS value, d.last_seen AS "lastSeen"
FROM company_technology d JOIN technology t ON t.id = d.technology_id
WHERE d.company_id = ANY ($1::int[]) AND t.tech_key = ANY ($2::text[])
UNION ALL
SELECT d.company_id, 'technology_category', t.category, max(d.last_seen)
FROM company_technology d JOIN technology t ON t.id = d.technology_id
WHERE d.company_id = ANY ($1::int[]) AND t.category = ANY ($3::text[]) GROUP BY 1, 3
UNION ALL
SELECT p.company_id, 'partner', k.identifier, p.last_observed_at
FROM unnest($4::text[], $5::text[], $6::text[]) AS k (identifier, domain, slug)
CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT company_id FROM company_domain d WHERE d.domain = k.domain),
      (SELECT id FROM company c WHERE c.slug = k.slug),
      (SELECT c.id FROM retired_company r JOIN company c ON c.id = r.merged_into WHERE r.slug = k.slug)) AS id OFFSET 0) who
JOIN partnership p ON p.partner_id = who.id AND p.company_id = ANY ($1::int[]);

-- frequent_name_term
-- columns: text text
-- may run on a replica
-- rows: { text: string | null }
SELECT coalesce(
(SELECT btrim(value) FROM facet_posting
 WHERE field = 'name' AND window_days = 0 AND length(btrim(value)) BETWEEN 2 AND 100
 ORDER BY cardinality DESC, value LIMIT 1),
(SELECT name FROM company WHERE length(name) BETWEEN 2 AND 100 ORDER BY id LIMIT 1)) AS text;

-- frequent_number
-- parameters: text
-- columns: number integer
-- may run on a replica
-- rows: { number: number }
SELECT number FROM (
  SELECT substr(value, 3)::int AS number, cardinality FROM facet_posting
  WHERE field = $1 AND value LIKE '>=%' AND window_days = 0
) bound ORDER BY cardinality - lead(cardinality, 1, 0) OVER (ORDER BY number) DESC, number LIMIT 1;

-- frequent_partner
-- columns: domain text
-- may run on a replica
-- rows: { domain: string | null }
SELECT primary_domain AS domain FROM company WHERE id = coalesce(
(SELECT value::int FROM facet_posting WHERE field = 'partner' AND value <> '' AND window_days = 0
 ORDER BY cardinality DESC, value LIMIT 1),
(SELECT partner_id FROM partnership LIMIT 1));

-- frequent_top_level_domain
-- columns: value text
-- may run on a replica
-- rows: { value: string }
SELECT value FROM facet_posting WHERE field = 'domain' AND value <> '' AND window_days = 0
ORDER BY cardinality DESC, value LIMIT 1;
