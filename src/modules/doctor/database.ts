import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/client.ts';
import { OTHER_CONNECTIONS } from '../../database/pool-kinds.ts';
import { type Finding, failure, ok, type Result, warning } from './finding.ts';

/** PostgreSQL stops accepting changes near two billion transactions without VACUUM (manual, section 25.1.5). */
const MAX_TRANSACTION_AGE = 1_000_000_000;
const LONG_TRANSACTION_MINUTES = 60;

interface Server {
  version: string;
  /** Database and role. */
  place: string;
  encoding: string;
  max: number;
  reserved: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  autovacuum: string;
  age: number;
  invalid: string[];
  minutes: number | null;
  /** Whether the role sees the transactions of other roles. */
  sees_others: boolean;
  is_standby: boolean;
  bytes: number;
  directory: string | null;
}

const SERVER = `
  SELECT current_setting('server_version') AS version,
    format('database %s as %s', current_database(), current_user) AS place,
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
    CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END AS directory`;

/** Checks the server, its settings and its state. @returns where its data are, for a check of the disk. */
export async function checkServerState(
  db: Queryable,
  config: Pick<Config, 'poolSize' | 'processes'>,
): Promise<{ findings: Finding[]; bytes: number; directory: string | null }> {
  const [server] = (await db.query<Server>(SERVER)).rows;
  if (!server) throw new Error('the database server returned no state');
  const { bytes, directory } = server;
  return {
    findings: [
      { check: 'PostgreSQL', ...checkVersion(server) },
      { check: 'connections', ...checkConnections(server, config) },
      { check: 'durability', ...checkDurability(server) },
      { check: 'maintenance', ...checkMaintenance(server) },
    ],
    bytes,
    directory,
  };
}

function checkVersion({ version, place, encoding, is_standby }: Server): Result {
  if (is_standby)
    return failure(`${version} is a standby, which takes no changes`, 'let DATABASE_URL lead to the primary');
  if (encoding !== 'UTF8')
    return failure(`the database has the encoding ${encoding}`, 'create it with ENCODING UTF8');
  return ok(`${version}, ${place}`);
}

function checkConnections(
  { max, reserved }: Server,
  { poolSize, processes }: Pick<Config, 'poolSize' | 'processes'>,
): Result {
  const needed = processes * (poolSize + OTHER_CONNECTIONS);
  const message = `this server may open ${needed} of the ${max - reserved} connections that PostgreSQL accepts`;
  const remedy =
    'lower DATABASE_POOL_SIZE or WEB_CONCURRENCY, raise max_connections, or put PgBouncer in between';
  return needed > max - reserved ? failure(message, remedy) : ok(message);
}

function checkDurability({ fsync, full_page_writes, synchronous_commit }: Server): Result {
  const unsafe = Object.entries({ fsync, full_page_writes }).filter(([, value]) => value === 'off');
  if (unsafe.length > 0) {
    const names = unsafe.map(([name]) => name).join(' and ');
    return failure(`${names} off: a power cut can destroy the database`, `turn ${names} on`);
  }
  if (synchronous_commit !== 'off') return ok('commits are on disk before they are acknowledged');
  const message = 'synchronous_commit is off: a crash loses acknowledged changes';
  return failure(message, 'turn synchronous_commit on');
}

function checkMaintenance({ autovacuum, age, invalid, minutes, sees_others }: Server): Result {
  if (autovacuum === 'off') return failure('autovacuum is off: tables only grow', 'turn autovacuum on');
  if (age > MAX_TRANSACTION_AGE) {
    const message = `the oldest transaction id is ${age} transactions old; PostgreSQL stops near 2,000,000,000`;
    return failure(message, 'run VACUUM (FREEZE), and look for what keeps autovacuum from it');
  }
  if (invalid.length > 0)
    return failure(`invalid indexes: ${invalid.join(', ')}`, 'run REINDEX INDEX for each of them');
  if (minutes !== null && minutes >= LONG_TRANSACTION_MINUTES) {
    const message = `a transaction has been open for ${minutes} minutes, and keeps VACUUM from its work`;
    return warning(message, 'find it in pg_stat_activity, by xact_start');
  }
  const whose = sees_others ? 'no transaction' : 'no transaction of this role';
  return ok(`autovacuum is on, all indexes are valid, ${whose} is old`);
}
