-- SQL of database, as PostgreSQL describes it. Written by `npm run statements`.

-- ((module)): depends on arguments, so this is the expression in the source
copyFrom(`COPY ${target} FROM STDIN (${options})`);

-- (adoptFormer)
-- parameters: text[]
DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1);

-- (apply)
SET LOCAL lock_timeout = 1000;

-- (apply): depends on arguments, so this is the expression in the source
migration.sql;

-- (areEmpty): depends on arguments, so this is the expression in the source
`SELECT FROM ${table} LIMIT 1`;

-- (areReplaceable)
-- parameters: regclass[]
-- columns: replaceable boolean
-- rows: { replaceable: boolean }
SELECT has_database_privilege(current_database(), 'CREATE') AND bool_and(
  n.nspname NOT LIKE 'shadow\_%' AND pg_get_userbyid(c.relowner) = current_user AND c.relkind = 'r'
  AND c.relpersistence = 'p' AND c.relreplident = 'd' AND c.reltablespace = 0
  AND c.relacl IS NULL AND c.reloptions IS NULL
  AND NOT (c.relrowsecurity OR c.relhasrules OR c.relhassubclass OR c.relispartition)
  AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal)
  AND NOT EXISTS (SELECT FROM pg_publication_rel WHERE prrelid = c.oid)
  AND NOT EXISTS (SELECT FROM pg_statistic_ext WHERE stxrelid = c.oid)
  AND NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
      AND (attacl IS NOT NULL OR attoptions IS NOT NULL OR coalesce(attstattarget, -1) <> -1 OR attidentity <> ''))
  AND NOT EXISTS (
    SELECT FROM pg_constraint f WHERE f.contype = 'f'
      AND (f.conrelid = ANY ($1::regclass[])) <> (f.confrelid = ANY ($1::regclass[])))
) AS replaceable
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY ($1::regclass[]);

-- (areReplaceable): depends on arguments, so this is the expression in the source
`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`;

-- (beat)
-- columns: standby boolean
-- rows: { standby: boolean }
SELECT pg_is_in_recovery() AS standby;

-- (begin)
-- columns: postgres text
-- rows: { postgres: string }
SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres;

-- (begin)
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;

-- (begin)
BEGIN;

-- (begin)
SET LOCAL lock_timeout = '10s';

-- (begin): depends on arguments, so this is the expression in the source
`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`;

-- (begin): depends on arguments, so this is the expression in the source
`LOCK TABLE ${tables.map(({ table }) => quoteName(table)).join(', ')} IN ACCESS SHARE MODE`;

-- (begin): depends on arguments, so this is the expression in the source
`TRUNCATE ${tables.join(', ')}`;

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

-- (createShadowTables)
-- columns: schema text, exists boolean
-- rows: { schema: string; exists: boolean }
SELECT format('shadow_%s', pg_backend_pid()) AS schema,
current_schema() = format('shadow_%s', pg_backend_pid()) AS exists;

-- (createShadowTables)
-- parameters: text
-- columns: set_config text
SELECT set_config('search_path', concat_ws(', ', $1::text, current_setting('search_path')), true);

-- (createShadowTables): depends on arguments, so this is the expression in the source
`CREATE SCHEMA ${schema}`;

-- (createShadowTables): depends on arguments, so this is the expression in the source
`CREATE TABLE ${schema}.${table} (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES)`;

-- (dropDefinitions)
-- parameters: regclass[]
-- columns: statement text, turn integer
-- rows: { statement: string }
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement,
  CASE contype WHEN 'f' THEN 1 ELSE 2 END AS turn
FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'x', 'f')
UNION ALL
SELECT format('DROP INDEX %s', indexrelid::regclass), 2
FROM pg_index
WHERE indrelid = ANY ($1::regclass[])
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
ORDER BY turn, statement;

-- (dropDefinitions): depends on arguments, so this is the expression in the source
statement;

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

-- (finish)
COMMIT;

-- (finish)
SET LOCAL maintenance_work_mem = '256MB';

-- (finish): depends on arguments, so this is the expression in the source
definition;

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

-- (losesStatements)
BEGIN;

-- (losesStatements)
EXECUTE company_data_probe;

-- (losesStatements)
PREPARE company_data_probe AS SELECT 1;

-- (markRolledBack)
-- parameters: text
UPDATE _prisma_migrations SET rolled_back_at = now()
WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL;

-- (migrate)
-- parameters: bigint
-- columns: pg_advisory_lock void
SELECT pg_advisory_lock($1);

-- (openShadowTables)
SET LOCAL maintenance_work_mem = '256MB';

-- (openShadowTables): depends on arguments, so this is the expression in the source
definition;

-- (query): depends on arguments, so this is the expression in the source
config as pg.QueryConfig;

-- (readDefinitions)
-- parameters: regclass[]
-- columns: definition text, turn integer
-- rows: { definition: string }
SELECT pg_get_indexdef(indexrelid, 0, true) AS definition, 1 AS turn
FROM pg_index
WHERE indrelid = ANY ($1::regclass[])
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
UNION ALL
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
  CASE contype WHEN 'f' THEN 3 ELSE 2 END
FROM pg_constraint
WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u', 'x', 'f')
ORDER BY turn, definition;

-- (readHistory)
-- columns: name character varying, checksum character varying, finished boolean, logs text or null
-- rows: Attempt
SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at;

-- (readRows)
-- columns: ?column? integer
SELECT 1;

-- (readRows): depends on arguments, so this is the expression in the source
copyTo(`COPY (${query}) TO STDOUT`);

-- (readSequences)
-- columns: sequence text, value double precision
-- rows: SequenceValue
SELECT sequencename::text AS sequence, last_value::float8 AS value FROM pg_sequences
WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename;

-- (readShadows)
-- columns: schema name, tables text[]
-- rows: { schema: string; tables: string[] }
SELECT nspname AS schema, array_agg(relname::text ORDER BY c.oid) AS tables
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = format('shadow_%s', pg_backend_pid()) AND relkind = 'r'
GROUP BY nspname;

-- (readShadows)
-- parameters: regclass[]
-- columns: target name, sequences json
-- rows: { target: string; sequences: Shadows['sequences'] }
SELECT current_schema() AS target, coalesce(json_agg(json_build_object(
  'name', objid::regclass::text, 'owner', format('%s.%I', refobjid::regclass, attname))), '[]') AS sequences
FROM pg_depend JOIN pg_sequence ON seqrelid = objid
JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
WHERE classid = 'pg_class'::regclass AND deptype = 'a' AND refobjid = ANY ($1::regclass[]);

-- (readShadows)
SET LOCAL search_path TO DEFAULT;

-- (readTables)
-- columns: table text, columns text[], order text[]
-- rows: OrderedTable
SELECT c.relname::text AS "table",
  array(SELECT attname::text FROM pg_attribute
    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
  array(SELECT quote_ident(attname) || CASE WHEN attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
    FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
    WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND (indkey IS NULL OR attnum = ANY (indkey))
    ORDER BY array_position(indkey::int2[], attnum), attnum) AS "order"
FROM pg_class c
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relpersistence = 'p'
  AND relname <> '_prisma_migrations'
ORDER BY relname;

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

-- (refuseUsed)
-- parameters: text
-- columns: exists boolean
-- rows: { exists: boolean }
SELECT to_regclass($1) IS NOT NULL AS exists;

-- (refuseUsed): depends on arguments, so this is the expression in the source
`SELECT FROM ${quoteName(table)} LIMIT 1`;

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

-- (sequence)
-- parameters: text, bigint
-- columns: setval bigint
SELECT setval($1::text::regclass, $2);

-- (setTimeZone)
SET TimeZone = 'UTC';

-- (swapShadowTables)
-- parameters: double precision
-- columns: pg_sleep void
SELECT pg_sleep($1);

-- (swapShadowTables)
CHECKPOINT;

-- (swapShadowTables)
SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper AND current_setting('wal_level') = 'minimal';

-- (swapShadowTables): depends on arguments, so this is the expression in the source
`DROP SCHEMA ${schema} CASCADE`;

-- (swapShadowTables): depends on arguments, so this is the expression in the source
`INSERT INTO ${table} SELECT * FROM ${schema}.${table}`;

-- (table): depends on arguments, so this is the expression in the source
copyFrom(`COPY ${targetOf(table)} FROM STDIN (FREEZE)`);

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

-- (trySwap)
ROLLBACK TO SAVEPOINT swap;

-- (trySwap)
SAVEPOINT swap;

-- (trySwap): depends on arguments, so this is the expression in the source
statements.join(';');

-- (useCanonicalText)
SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL work_mem = '64MB';
SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;

-- (warmUp)
-- columns: ?column? integer
SELECT 1;

-- replication_state
-- columns: database text, position text, version integer
-- rows: State
SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database,
(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS position,
coalesce((SELECT version FROM facet_index), 0) AS version;
