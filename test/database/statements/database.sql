-- SQL of database, as PostgreSQL describes it. Written by `npm run statements`.

-- ((module)): depends on arguments, so this is the expression in the source
copyFrom(`COPY ${target} FROM STDIN (FORMAT binary)`);

-- (adoptFormer)
-- parameters: text[]
DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1);

-- (apply): depends on arguments, so this is the expression in the source
migration.sql;

-- (beat)
-- columns: ?column? integer
SELECT 1;

-- (connect)
-- columns: number integer, name text
-- rows: { number: number; name: string }
SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name;

-- (createHistory)
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  varchar(36) PRIMARY KEY NOT NULL,
  checksum            varchar(64) NOT NULL,
  finished_at         timestamptz,
  migration_name      varchar(255) NOT NULL,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
);

-- (ensureDatabase)
-- parameters: name
-- columns: ?column? integer
SELECT 1 FROM pg_database WHERE datname = $1;

-- (ensureDatabase)
CREATE DATABASE company_data;

-- (findServer)
-- parameters: oid, oid
-- columns: name text or null
-- rows: { name: string }
-- declared without null: name
SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted;

-- (inTransaction)
BEGIN;

-- (inTransaction)
COMMIT;

-- (inTransaction)
ROLLBACK;

-- (isDone)
-- parameters: text
SELECT FROM data_migration WHERE name = $1;

-- (listen): depends on arguments, so this is the expression in the source
`LISTEN ${pg.escapeIdentifier(options.channel)}`;

-- (markRolledBack)
-- parameters: text
UPDATE _prisma_migrations SET rolled_back_at = now()
WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL;

-- (migrate)
-- parameters: bigint
-- columns: pg_advisory_lock void
SELECT pg_advisory_lock($1);

-- (readHistory)
-- columns: name character varying, checksum character varying, finished boolean, logs text or null
-- rows: Attempt
SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at;

-- (recordFailed)
-- parameters: character varying, character varying, text
INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at)
VALUES (gen_random_uuid(), $1, $2, $3, now());

-- (recordFinished)
-- parameters: character varying, character varying
INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1);

-- (refuseForeign)
-- columns: schema name, name name
-- rows: { schema: string; name: string }
SELECT n.nspname AS schema, c.relname AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND to_regclass('_prisma_migrations') IS NULL
  AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY 2 LIMIT 1;

-- (releaseLocks)
-- columns: pg_advisory_unlock_all void
SELECT pg_advisory_unlock_all();

-- (runDataMigration)
-- parameters: bigint
-- columns: pg_advisory_lock void
SELECT pg_advisory_lock($1);

-- (runDataMigration)
-- parameters: text
INSERT INTO data_migration (name) VALUES ($1);

-- (transaction)
BEGIN;

-- (transaction)
COMMIT;

-- (transaction)
ROLLBACK;

-- (tryLock)
-- parameters: integer, integer
-- columns: taken boolean
-- rows: { taken: boolean }
SELECT pg_try_advisory_lock($1, $2) AS taken;

-- (tryLock)
-- parameters: integer, integer
-- columns: taken boolean
-- rows: { taken: boolean }
SELECT pg_try_advisory_lock_shared($1, $2) AS taken;

-- (warmUp)
-- columns: ?column? integer
SELECT 1;
