-- SQL of credits, as PostgreSQL describes it. Written by `npm run statements`.

-- (runCharge)
-- parameters: integer, integer[], timestamp with time zone, timestamp with time zone, credit_entry_kind, integer, text, boolean
-- columns: cost integer, charged integer[], balance integer, first_end timestamp with time zone, window_ids integer[], window_ends timestamp with time zone[]
-- rows: ChargeRow
WITH wanted AS MATERIALIZED (SELECT company_id FROM charge_wanted WHERE $2::int[] IS NOT NULL),
open AS MATERIALIZED (
  SELECT u.company_id, u.expires_at FROM company_unlock u JOIN wanted USING (company_id)
  WHERE u.organization_id = $1 AND u.expires_at > $3
), unlocked AS (
  INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
  SELECT $1, company_id, $3, $4 FROM wanted
  WHERE NOT EXISTS (SELECT FROM open WHERE open.company_id = wanted.company_id)
  ORDER BY company_id
  ON CONFLICT (organization_id, company_id)
    DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
    WHERE u.expires_at <= excluded.unlocked_at
  RETURNING company_id
), bill AS (
  SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids FROM unlocked
), paid AS (
  UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
  FROM bill WHERE o.id = $1 AND bill.cost > 0
  RETURNING o.credit_balance
), entry AS (
  INSERT INTO credit_entry
    (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
  SELECT $1, $5::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $6, $7, $3 FROM bill, paid
)
SELECT bill.cost, CASE WHEN $8 THEN bill.company_ids END AS charged,
  coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
  (SELECT min(expires_at) FROM open) AS first_end,
  CASE WHEN $8 THEN (SELECT array_agg(company_id ORDER BY company_id) FROM open) END AS window_ids,
  CASE WHEN $8 THEN (SELECT array_agg(expires_at ORDER BY company_id) FROM open) END AS window_ends
FROM bill;

-- (runCharge)
-- parameters: integer, integer[], timestamp with time zone, timestamp with time zone, credit_entry_kind, integer, text, boolean
-- columns: cost integer, charged integer[], balance integer, first_end timestamp with time zone, window_ids integer[], window_ends timestamp with time zone[]
-- rows: ChargeRow
WITH wanted AS MATERIALIZED (SELECT unnest($2::int[]) AS company_id),
open AS MATERIALIZED (
  SELECT u.company_id, u.expires_at FROM company_unlock u JOIN wanted USING (company_id)
  WHERE u.organization_id = $1 AND u.expires_at > $3
), unlocked AS (
  INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
  SELECT $1, company_id, $3, $4 FROM wanted
  WHERE NOT EXISTS (SELECT FROM open WHERE open.company_id = wanted.company_id)
  ORDER BY company_id
  ON CONFLICT (organization_id, company_id)
    DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
    WHERE u.expires_at <= excluded.unlocked_at
  RETURNING company_id
), bill AS (
  SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids FROM unlocked
), paid AS (
  UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
  FROM bill WHERE o.id = $1 AND bill.cost > 0
  RETURNING o.credit_balance
), entry AS (
  INSERT INTO credit_entry
    (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
  SELECT $1, $5::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $6, $7, $3 FROM bill, paid
)
SELECT bill.cost, CASE WHEN $8 THEN bill.company_ids END AS charged,
  coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
  (SELECT min(expires_at) FROM open) AS first_end,
  CASE WHEN $8 THEN (SELECT array_agg(company_id ORDER BY company_id) FROM open) END AS window_ids,
  CASE WHEN $8 THEN (SELECT array_agg(expires_at ORDER BY company_id) FROM open) END AS window_ends
FROM bill;

-- (stageCompanies)
ANALYZE charge_wanted;

-- (stageCompanies)
CREATE TEMP TABLE charge_wanted (company_id integer NOT NULL) ON COMMIT DROP;

-- any_locked_company
-- parameters: integer, integer[], timestamp with time zone
-- columns: exists boolean
-- rows: readonly [locked: string]
SELECT EXISTS (
SELECT FROM company c WHERE c.id = ANY ($2::int[]) AND c.partnership_count > 0 AND NOT EXISTS (
  SELECT FROM company_unlock u
  WHERE u.organization_id = $1::int AND u.company_id = c.id AND u.expires_at > $3::timestamptz));

-- charge_companies
-- parameters: integer, integer[], timestamp with time zone, timestamp with time zone, credit_entry_kind, integer, text, boolean
-- columns: cost integer, charged integer[], balance integer, first_end timestamp with time zone, window_ids integer[], window_ends timestamp with time zone[]
-- rows: ChargeRow
WITH wanted AS MATERIALIZED (SELECT unnest($2::int[]) AS company_id),
open AS MATERIALIZED (
  SELECT u.company_id, u.expires_at FROM company_unlock u JOIN wanted USING (company_id)
  WHERE u.organization_id = $1 AND u.expires_at > $3
), unlocked AS (
  INSERT INTO company_unlock AS u (organization_id, company_id, unlocked_at, expires_at)
  SELECT $1, company_id, $3, $4 FROM wanted
  WHERE NOT EXISTS (SELECT FROM open WHERE open.company_id = wanted.company_id)
  ORDER BY company_id
  ON CONFLICT (organization_id, company_id)
    DO UPDATE SET unlocked_at = excluded.unlocked_at, expires_at = excluded.expires_at
    WHERE u.expires_at <= excluded.unlocked_at
  RETURNING company_id
), bill AS (
  SELECT count(*)::int AS cost, coalesce(array_agg(company_id ORDER BY company_id), '{}') AS company_ids FROM unlocked
), paid AS (
  UPDATE organization o SET credit_balance = o.credit_balance - bill.cost
  FROM bill WHERE o.id = $1 AND bill.cost > 0
  RETURNING o.credit_balance
), entry AS (
  INSERT INTO credit_entry
    (organization_id, kind, amount, balance_after, company_ids, api_key_id, request_id, created_at)
  SELECT $1, $5::credit_entry_kind, -bill.cost, paid.credit_balance, bill.company_ids, $6, $7, $3 FROM bill, paid
)
SELECT bill.cost, CASE WHEN $8 THEN bill.company_ids END AS charged,
  coalesce((SELECT credit_balance FROM paid), (SELECT credit_balance FROM organization WHERE id = $1)) AS balance,
  (SELECT min(expires_at) FROM open) AS first_end,
  CASE WHEN $8 THEN (SELECT array_agg(company_id ORDER BY company_id) FROM open) END AS window_ids,
  CASE WHEN $8 THEN (SELECT array_agg(expires_at ORDER BY company_id) FROM open) END AS window_ends
FROM bill;

-- credits_grant
-- parameters: integer, integer, timestamp with time zone
-- columns: balance_after integer
-- rows: { balance_after: number }
WITH granted AS (
  UPDATE organization SET credit_balance = credit_balance + $2 WHERE id = $1 RETURNING id, credit_balance
)
INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
SELECT id, 'grant', $2, credit_balance, '{}', $3 FROM granted RETURNING balance_after;

-- ledger_companies
-- parameters: bigint[], integer, integer
-- columns: entryId double precision, companyIds integer[]
-- rows: { entryId: number; companyIds: number[] }
SELECT id::float8 AS "entryId", company_ids[$2::int + 1 : $2::int + $3::int] AS "companyIds"
FROM credit_entry WHERE id = ANY ($1::bigint[]);

-- ledger_count_of_keys
-- parameters: integer, integer, integer
-- columns: total integer
-- rows: { total: number }
SELECT count(*)::int AS total FROM credit_entry e JOIN api_key k ON k.id = e.api_key_id WHERE k.organization_id = $1 AND (k.user_id = $2::int OR k.id = $3::int);

-- ledger_count_of_organization
-- parameters: integer
-- columns: total integer
-- rows: { total: number }
SELECT count(*)::int AS total FROM credit_entry WHERE organization_id = $1;

-- ledger_of_keys
-- parameters: integer, integer, integer, bigint, bigint, bigint
-- columns: entryId double precision, kind credit_entry_kind, amount integer, balanceAfter integer, at timestamp with time zone, apiKeyId integer or null, requestId text or null
-- rows: CreditEntry
SELECT own.* FROM api_key k CROSS JOIN LATERAL (
    SELECT e.id::float8 AS "entryId", e.kind, e.amount, e.balance_after AS "balanceAfter",
e.created_at AS at, e.api_key_id AS "apiKeyId", e.request_id AS "requestId" FROM credit_entry e WHERE e.api_key_id = k.id AND e.id < $4 ORDER BY e.id DESC LIMIT $5::bigint + $6::bigint) own
  WHERE k.organization_id = $1 AND (k.user_id = $2::int OR k.id = $3::int) ORDER BY own."entryId" DESC LIMIT $5 OFFSET $6;

-- ledger_of_organization
-- parameters: integer, bigint, bigint, bigint
-- columns: entryId double precision, kind credit_entry_kind, amount integer, balanceAfter integer, at timestamp with time zone, apiKeyId integer or null, requestId text or null
-- rows: CreditEntry
SELECT e.id::float8 AS "entryId", e.kind, e.amount, e.balance_after AS "balanceAfter",
e.created_at AS at, e.api_key_id AS "apiKeyId", e.request_id AS "requestId" FROM credit_entry e
  WHERE e.organization_id = $1 AND e.id < $2 ORDER BY e.id DESC LIMIT $3 OFFSET $4;

-- quote_companies
-- parameters: integer, integer[], timestamp with time zone
-- columns: balance integer, cost integer
-- rows: Quote
SELECT o.credit_balance AS balance, (
  SELECT count(*)::int FROM unnest($2::int[]) AS wanted(company_id) WHERE NOT EXISTS (
    SELECT FROM company_unlock u WHERE u.organization_id = o.id
      AND u.company_id = wanted.company_id AND u.expires_at > $3)) AS cost
FROM organization o WHERE o.id = $1;

-- unlocked_companies
-- parameters: integer, integer[], timestamp with time zone
-- columns: company_id integer
-- rows: readonly [id: string]
SELECT company_id FROM company_unlock
WHERE organization_id = $1::int AND company_id = ANY ($2::int[]) AND expires_at > $3::timestamptz;
