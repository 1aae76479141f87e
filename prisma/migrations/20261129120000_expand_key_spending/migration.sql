-- Monthly credit limits of keys. A key and its successors share one limit, which the first of them holds; budget_key_id names it,
-- and is null at the first one.
ALTER TABLE "api_key" ADD COLUMN "monthly_credit_limit" INTEGER;
ALTER TABLE "api_key" ADD COLUMN "budget_key_id" INTEGER
    CONSTRAINT "api_key_budget_key_id_fkey" REFERENCES "api_key" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "api_key_budget_key_id_idx" ON "api_key" ("budget_key_id");

WITH RECURSIVE succession (id, first_id) AS (
    SELECT id, id FROM "api_key" WHERE "replaces_id" IS NULL
    UNION ALL SELECT k.id, s.first_id FROM "api_key" k JOIN succession s ON k."replaces_id" = s.id
)
UPDATE "api_key" k SET "budget_key_id" = s.first_id FROM succession s WHERE s.id = k."id" AND s.first_id <> s.id;

-- Credits that a key, its successors and their sessions spent in a month (its first day, in UTC).
CREATE TABLE key_spending (
    api_key_id integer NOT NULL,
    month      date    NOT NULL,
    spent      integer NOT NULL,
    -- What the limit still allows in the month; null without a limit.
    remaining  integer,

    CONSTRAINT key_spending_pkey PRIMARY KEY (api_key_id, month),
    CONSTRAINT key_spending_api_key_id_fkey FOREIGN KEY (api_key_id)
        REFERENCES api_key (id) ON DELETE CASCADE ON UPDATE CASCADE,
    -- The charge that would exceed a limit fails: modules/credits turns this into credit_limit_reached.
    CONSTRAINT key_spending_remaining_check CHECK (remaining >= 0)
);

INSERT INTO key_spending (api_key_id, month, spent)
SELECT coalesce(opener."budget_key_id", opener."id", k."budget_key_id", k."id"),
    date_trunc('month', now() AT TIME ZONE 'UTC')::date, sum(-e.amount)
FROM "credit_entry" e
JOIN "api_key" k ON k."id" = e."api_key_id"
LEFT JOIN "api_key" opener ON k."signed_in_by" = 'key' AND opener."id" = k."created_by_key_id"
WHERE e."amount" < 0 AND e."created_at" >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
GROUP BY 1;
