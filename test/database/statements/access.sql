-- SQL of access, as PostgreSQL describes it. Written by `npm run statements`.

-- (assertRoom)
-- parameters: integer
-- columns: id integer
SELECT id FROM "user" WHERE id = $1 FOR NO KEY UPDATE;

-- (assertRoom)
-- parameters: integer
-- columns: id integer
SELECT id FROM organization WHERE id = $1 FOR NO KEY UPDATE;

-- (findMadeKeys)
-- parameters: integer, integer, integer
-- columns: id integer
-- rows: { id: number }[]
WITH RECURSIVE made (id) AS (
  SELECT id FROM api_key WHERE created_by_key_id = $1 AND organization_id = $2
  UNION
  SELECT k.id FROM api_key k JOIN made m ON k.created_by_key_id = m.id WHERE k.organization_id = $3
) SELECT id FROM made ORDER BY id;

-- (isStillValid)
-- parameters: integer
-- columns: ?column? integer
SELECT 1 FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id
WHERE k.id = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL FOR SHARE OF k;

-- (lockCaller)
-- parameters: integer
-- columns: id integer
SELECT id FROM "user" WHERE id = $1 FOR NO KEY UPDATE;

-- (lockKeys)
-- parameters: integer[]
-- columns: id integer, refused boolean
-- rows: { id: number; refused: boolean }[]
SELECT k.id, k.revoked_at IS NOT NULL OR u.disabled_at IS NOT NULL AS refused
FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY ($1::int[])
ORDER BY k.id FOR NO KEY UPDATE OF k;

-- (store)
-- parameters: integer[], integer
-- columns: id integer
SELECT id FROM "user" WHERE id = ANY ($1::int[]) AND organization_id = $2
ORDER BY id FOR NO KEY UPDATE;

-- admin_event_record
-- parameters: timestamp with time zone, text, integer, integer, integer, text, text, jsonb
INSERT INTO admin_event (at, action, organization_id, actor_id, key_id, request_id, operator, details)
VALUES ($1::timestamptz, $2, $3::int, $4::int, $5::int, $6, $7, $8::jsonb);

-- api_key_usage_flush
-- parameters: integer[], date[], integer[], integer[], timestamp with time zone[]
WITH counted AS MATERIALIZED (
  SELECT c.*, k.organization_id
  FROM unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::timestamptz[])
    AS c (id, day, requests, errors, last_used_at)
  JOIN api_key k ON k.id = c.id
), locked AS MATERIALIZED (
  SELECT k.id FROM api_key k WHERE k.id IN (SELECT id FROM counted) ORDER BY k.id FOR NO KEY UPDATE
), seen AS (
  UPDATE api_key k SET last_used_at = u.at
  FROM (SELECT id, max(last_used_at) AS at FROM counted GROUP BY id) u
  WHERE k.id = u.id AND k.id IN (SELECT id FROM locked) AND (k.last_used_at IS NULL OR k.last_used_at < u.at)
)
INSERT INTO api_key_usage AS u (api_key_id, organization_id, day, requests, errors)
SELECT id, organization_id, day, requests, errors FROM counted ORDER BY id, day
ON CONFLICT (api_key_id, day)
  DO UPDATE SET requests = u.requests + excluded.requests, errors = u.errors + excluded.errors;

-- find_api_key
-- parameters: bytea
-- columns: id integer, organization_id integer, user_id integer or null, role user_role, expires_at timestamp with time zone or null
-- rows: KeyRow
SELECT k.id, k.organization_id, k.user_id, u.role, k.expires_at
FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id
WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL;

-- live_api_keys
-- parameters: integer[], timestamp with time zone
-- columns: id integer
-- rows: { id: number }
SELECT k.id FROM api_key k LEFT JOIN "user" u ON u.id = k.user_id
WHERE k.id = ANY ($1::int[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
  AND u.disabled_at IS NULL;

-- usage_of_keys
-- parameters: integer[], date
-- columns: owner integer, day text, requests integer, errors integer, creditsCharged integer
-- rows: DayOfUsage & { owner: number }
SELECT api_key_id AS owner, day::text AS day, sum(requests)::int AS requests, sum(errors)::int AS errors,
  sum(credits)::int AS "creditsCharged"
FROM (
  SELECT api_key_id, organization_id, day, requests, errors, 0 AS credits FROM api_key_usage WHERE day >= $2
  UNION ALL
  SELECT api_key_id, organization_id, (created_at AT TIME ZONE 'UTC')::date, 0, 0, -amount
  FROM credit_entry WHERE kind <> 'grant' AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
) u
WHERE api_key_id = ANY ($1::int[]) GROUP BY 1, 2 ORDER BY 1, 2 DESC;

-- usage_of_organization
-- parameters: integer, date
-- columns: owner integer, day text, requests integer, errors integer, creditsCharged integer
-- rows: DayOfUsage
SELECT organization_id AS owner, day::text AS day, sum(requests)::int AS requests, sum(errors)::int AS errors,
  sum(credits)::int AS "creditsCharged"
FROM (
  SELECT api_key_id, organization_id, day, requests, errors, 0 AS credits FROM api_key_usage WHERE day >= $2
  UNION ALL
  SELECT api_key_id, organization_id, (created_at AT TIME ZONE 'UTC')::date, 0, 0, -amount
  FROM credit_entry WHERE kind <> 'grant' AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
) u
WHERE organization_id = $1::int GROUP BY 1, 2 ORDER BY 1, 2 DESC;
