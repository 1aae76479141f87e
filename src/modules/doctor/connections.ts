import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/client.ts';
import { createClient, withClient } from '../../database/connect.ts';
import { isTransactionPooled } from '../../database/pooler.ts';
import { attemptCheck, type Finding, failure, ok, type Result, warning } from './finding.ts';

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
export async function checkPooler(
  databaseUrl: string,
  { databaseDirectUrl, databasePooler }: Config,
): Promise<Result> {
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
