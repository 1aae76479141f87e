-- SQL of commands, as PostgreSQL describes it. Written by `npm run statements`.

-- (checkClock)
-- columns: at timestamp with time zone
-- rows: { at: Date }
SELECT clock_timestamp() AS at;

-- (checkIndex)
BEGIN ISOLATION LEVEL REPEATABLE READ;

-- (checkIndex)
ROLLBACK;

-- (checkLedger)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::int FROM organization;

-- (checkLedger)
-- columns: name text, balance integer, ledger integer
-- rows: { name: string; balance: number; ledger: number }
SELECT o.name, o.credit_balance AS balance, coalesce(sum(e.amount), 0)::int AS ledger
FROM organization o LEFT JOIN credit_entry e ON e.organization_id = o.id
GROUP BY o.id HAVING o.credit_balance <> coalesce(sum(e.amount), 0) ORDER BY o.name;

-- (checkReplicas)
-- columns: database text, written text
-- rows: { database: string; written: string }
SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database, pg_current_wal_lsn()::text AS written;

-- (checkReplicas)
-- parameters: pg_lsn
-- columns: database text, is_standby boolean, seconds double precision, bytes double precision, is_current boolean, is_receiving boolean
-- rows: Replica
SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database, pg_is_in_recovery() AS is_standby,
extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS seconds,
pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 AS bytes,
pg_last_wal_receive_lsn() IS NOT DISTINCT FROM pg_last_wal_replay_lsn() AS is_current,
EXISTS (SELECT FROM pg_stat_wal_receiver) AS is_receiving;

-- (checkServerState)
-- columns: version text, encoding text, max integer, reserved integer, fsync text, full_page_writes text, synchronous_commit text, autovacuum text, age integer, invalid text[], minutes integer, sees_others boolean, is_standby boolean, bytes double precision, directory text
-- rows: Server
SELECT current_setting('server_version') AS version,
current_setting('server_encoding') AS encoding,
current_setting('max_connections')::int AS max,
current_setting('superuser_reserved_connections')::int AS reserved,
current_setting('fsync') AS fsync,
current_setting('full_page_writes') AS full_page_writes,
current_setting('synchronous_commit') AS synchronous_commit,
current_setting('autovacuum') AS autovacuum,
(SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS age,
array(SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid ORDER BY 1) AS invalid,
(SELECT (extract(epoch FROM max(now() - xact_start)) / 60)::int FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()) AS minutes,
pg_has_role('pg_read_all_stats', 'USAGE') AS sees_others,
pg_is_in_recovery() AS is_standby,
pg_database_size(current_database())::float8 AS bytes,
CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END AS directory;

-- (countAnswer)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::int FROM company c JOIN company_technology ct ON ct.company_id = c.id
  JOIN technology t ON t.id = ct.technology_id AND t.tech_key = 'kubernetes'
WHERE c.industry = 'Software' AND c.country = 'DE' AND EXISTS (SELECT FROM company_domain WHERE domain = 'aws.example')
  AND NOT EXISTS (SELECT FROM partnership p JOIN company_domain d ON d.company_id = p.partner_id
                  WHERE p.company_id = c.id AND d.domain = 'aws.example');

-- (databaseAt)
-- columns: database text
-- rows: { database: string }
SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database;

-- (fillCatalogue)
-- columns: ?column? integer
SELECT 1 FROM company LIMIT 1;

-- (findExamples)
-- columns: slug text, domain text
-- rows: Example
SELECT slug, primary_domain AS domain FROM company
ORDER BY (partnership_count BETWEEN 3 AND 8) DESC, technology_count DESC, id LIMIT 2;

-- (vacuum)
SET statement_timeout = 0;

-- (vacuum)
VACUUM (ANALYZE);
