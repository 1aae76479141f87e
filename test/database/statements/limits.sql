-- SQL of limits, as PostgreSQL describes it. Written by `npm run statements`.

-- (query): depends on arguments, so this is the expression in the source
config;

-- rate_limit_sweep
-- parameters: bigint
DELETE FROM rate_limit WHERE expire <= $1;
