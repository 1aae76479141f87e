-- SQL of http, as PostgreSQL describes it. Written by `npm run statements`.

-- (ask)
-- columns: read_only boolean
-- rows: { read_only: boolean }
SELECT current_setting('transaction_read_only') = 'on' AS read_only;
