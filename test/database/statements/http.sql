-- SQL of http, as PostgreSQL describes it. Written by `npm run statements`.

-- (probe)
-- columns: ?column? integer
SELECT 1;
