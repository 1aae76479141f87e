-- SQL of idempotency, as PostgreSQL describes it. Written by `npm run statements`.

-- (effect): depends on arguments, so this is the expression in the source
sql;

-- idempotency_bytes
-- parameters: integer, timestamp with time zone
-- columns: bytes double precision
-- rows: { bytes: number }
SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM idempotency_record
WHERE organization_id = $1 AND expires_at > $2;

-- idempotency_complete
-- parameters: bigint, uuid, smallint, jsonb, bytea
UPDATE idempotency_record SET owner = NULL, effects = '{}', status = $3, headers = $4::jsonb, body = $5::bytea,
  bytes = 512 + octet_length(key) + octet_length(route)
    + octet_length($4::jsonb::text) + coalesce(octet_length($5::bytea), 0)
WHERE id = $1 AND owner = $2;

-- idempotency_find
-- parameters: integer, integer, bytea
-- columns: fingerprint bytea, status smallint or null, headers jsonb or null, body bytea or null
-- rows: UsedKeyRow
SELECT fingerprint, status, headers, body FROM idempotency_record
WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3;

-- idempotency_first_end
-- parameters: integer, timestamp with time zone
-- columns: until timestamp with time zone
-- rows: { until: Date | null }
SELECT min(expires_at) AS until FROM idempotency_record WHERE organization_id = $1 AND expires_at > $2;

-- idempotency_forget
-- parameters: bigint, uuid
DELETE FROM idempotency_record WHERE id = $1 AND owner = $2 AND effects = '{}';

-- idempotency_live
-- parameters: integer, integer, bytea, timestamp with time zone
SELECT FROM idempotency_record
WHERE organization_id = $1 AND api_key_id = $2 AND slot = $3 AND expires_at > $4;

-- idempotency_release
-- parameters: bigint, uuid, timestamp with time zone
UPDATE idempotency_record SET owner = NULL, lease_until = $3 WHERE id = $1 AND owner = $2;

-- idempotency_reserve
-- parameters: integer, integer, bytea, text, text, bytea, uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer
-- columns: recordId text, owner uuid or null, effects bytea[] or null
-- rows: Reservation
-- declared without null: owner, effects
INSERT INTO idempotency_record AS r (organization_id, api_key_id, slot, key, route, fingerprint, owner, lease_until,
  effects, created_at, expires_at, bytes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, $10, $11)
ON CONFLICT (organization_id, api_key_id, slot) DO UPDATE SET
  fingerprint = excluded.fingerprint, owner = excluded.owner, lease_until = excluded.lease_until,
  effects = CASE WHEN r.expires_at > $9 THEN r.effects ELSE '{}' END, status = NULL, headers = NULL, body = NULL,
  bytes = CASE WHEN r.expires_at > $9 THEN r.bytes ELSE excluded.bytes END,
  created_at = CASE WHEN r.expires_at > $9 THEN r.created_at ELSE excluded.created_at END,
  expires_at = CASE WHEN r.expires_at > $9 THEN r.expires_at ELSE excluded.expires_at END
WHERE r.expires_at <= $9 OR (r.status IS NULL AND r.lease_until <= $9 AND r.fingerprint = excluded.fingerprint)
RETURNING id::text AS "recordId", owner, effects;

-- idempotency_sweep
-- parameters: timestamp with time zone
DELETE FROM idempotency_record WHERE id IN (
SELECT id FROM idempotency_record WHERE expires_at <= $1 ORDER BY expires_at LIMIT 1000
FOR UPDATE SKIP LOCKED);
