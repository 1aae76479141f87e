import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/client.ts';
import { createClient, withClient } from '../../database/connect.ts';
import { OTHER_CONNECTIONS } from '../../database/pool-kinds.ts';
import { isTransactionPooled } from '../../database/pooler.ts';
import { attemptCheck, type Finding, failure, ok, type Result, warning } from './finding.ts';

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
export async function checkServerState(db: Queryable, config: Pick<Config, 'poolSize' | 'processes'>) {
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

const DATABASE = `(SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database`;
const PRIMARY = `SELECT ${DATABASE}, pg_current_wal_lsn()::text AS written`;
const REPLICA = `
  SELECT ${DATABASE}, pg_is_in_recovery() AS is_standby,
    extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS seconds,
    pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 AS bytes,
    pg_last_wal_receive_lsn() IS NOT DISTINCT FROM pg_last_wal_replay_lsn() AS is_current,
    EXISTS (SELECT FROM pg_stat_wal_receiver) AS is_receiving`;

interface Replica {
  database: string;
  is_standby: boolean;
  /** Age of the last transaction that it replayed; null if it has replayed none. */
  seconds: number | null;
  /** Log that the primary has written and the replica has not replayed. */
  bytes: number;
  is_current: boolean;
  is_receiving: boolean;
}

/** Checks that each replica is a standby of the database, and not too far behind. */
export async function checkReplicas(
  primary: Queryable,
  { replicaUrls, replicaMaxLagSeconds }: Pick<Config, 'replicaUrls' | 'replicaMaxLagSeconds'>,
): Promise<Finding[]> {
  if (replicaUrls.length === 0) return [];
  const [{ database, written } = {}] = (await primary.query<{ database: string; written: string }>(PRIMARY))
    .rows;
  const checks = replicaUrls.map((url, place) => {
    const checkReplica = async (client: Queryable) => {
      const [replica] = (await client.query<Replica>(REPLICA, [written])).rows;
      if (!replica || replica.database !== database)
        return failure('it is not a replica of DATABASE_URL', 'correct DATABASE_REPLICA_URLS');
      return describeLag(replica, replicaMaxLagSeconds);
    };
    return attemptCheck(`replica ${place + 1}`, 'correct DATABASE_REPLICA_URLS, or start the replica', () =>
      withClient(url, undefined, checkReplica),
    );
  });
  return (await Promise.all(checks)).flat();
}

function describeLag(replica: Replica, maxSeconds: number): Result {
  if (!replica.is_standby)
    return warning('it is a primary', 'name replicas only: reads of the primary need no URL here');
  if (replica.bytes <= 0) return ok('it has replayed everything');
  if (!replica.is_receiving) {
    const message = `it receives nothing from the primary, and lacks ${replica.bytes} bytes of its log`;
    return warning(message, 'look at its log, its primary_conninfo and its replication slot');
  }
  // A primary without changes sends nothing, so the time of the last transaction says nothing then.
  if (replica.is_current) return ok('it has replayed all that it received');
  const seconds = Math.round(replica.seconds ?? 0);
  const message = `it is ${seconds} seconds behind`;
  if (seconds <= maxSeconds) return ok(message);
  return warning(`${message}; reads do not use it`, 'look at its load, its disk and its network');
}

/** Checks that both URLs lead to one database, and the one around a pooler to the server itself. */
export async function checkPooler(databaseUrl: string, { databaseDirectUrl, databasePooler }: Config) {
  const database = await databaseAt(databaseUrl);
  if (databaseDirectUrl !== undefined) {
    const name = 'DATABASE_DIRECT_URL';
    if ((await databaseAt(databaseDirectUrl)) !== database)
      return failure(`${name} leads to another database than DATABASE_URL`, `correct ${name}`);
    if (await isTransactionPooled('auto', databaseDirectUrl))
      return failure(`${name} leads to a transaction pooler`, `let ${name} lead to the server itself`);
  }
  if (!(await isTransactionPooled(databasePooler, databaseUrl)))
    return ok('DATABASE_URL gives each connection a session of its own');
  if (databaseDirectUrl !== undefined)
    return ok('DATABASE_URL leads to a transaction pooler; DATABASE_DIRECT_URL leads around it');
  const message = 'DATABASE_URL leads to a transaction pooler, and nothing leads around it';
  return failure(message, 'set DATABASE_DIRECT_URL to the database server itself');
}

/** Identifies the database at a URL. Asks in a way that every pooler understands. */
async function databaseAt(url: string): Promise<string | undefined> {
  const client = createClient(url, { options: undefined });
  try {
    await client.connect();
    return (await client.query<{ database: string }>(`SELECT ${DATABASE}`)).rows[0]?.database;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Rate limits are counted by the clocks of machines, everything else by that of PostgreSQL. */
const WARNING_MS = 1_000;
const FAILURE_MS = 30_000;

interface Clocks {
  at: Date;
  /** Whether the migrations have made the table of the last sweep. */
  has_sweeps: boolean;
}

/** Compares the clocks of this machine and of PostgreSQL, and looks whether sweeps believe the latter. */
export async function checkClock(db: Queryable, now: () => Date): Promise<Result> {
  const before = now().getTime();
  const { rows } = await db.query<Clocks>(
    "SELECT clock_timestamp() AS at, to_regclass('last_sweep') IS NOT NULL AS has_sweeps",
  );
  const after = now().getTime();
  const [{ at, has_sweeps } = { at: new Date(before), has_sweeps: false }] = rows;
  // The answer was made at some time between.
  const offMs = at.getTime() < before ? before - at.getTime() : Math.max(0, at.getTime() - after);
  const message = `this machine and PostgreSQL differ by ${(offMs / 1000).toFixed(1)} s`;
  const remedy = 'synchronize both clocks by NTP';
  const doubt = has_sweeps ? await checkSweeps(db) : undefined;
  if (offMs > FAILURE_MS)
    return failure(doubt ? `${message}; ${doubt.message}` : message, doubt?.remedy ?? remedy);
  return doubt ?? (offMs > WARNING_MS ? warning(message, remedy) : ok(message));
}

/** @returns undefined if the last sweep found the clock in step. */
async function checkSweeps(db: Queryable): Promise<Result | undefined> {
  const { rows } = await db.query<{ swept_at: Date; doubted_at: Date | null }>(
    'SELECT swept_at, doubted_at FROM last_sweep',
  );
  const [row] = rows;
  if (!row?.doubted_at) return undefined;
  const [doubted, swept] = [row.doubted_at.toISOString(), row.swept_at.toISOString()];
  const message = `a sweep found the clock at ${doubted}, over an hour from the last sweep at ${swept}: nothing is deleted`;
  const remedy = "correct PostgreSQL's clock; if it is right, sweeps go on by themselves after ten minutes";
  return warning(message, remedy);
}
