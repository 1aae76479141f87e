import type { Config } from '../../config.ts';
import type { Queryable } from '../../database/client.ts';
import { connect } from '../../database/connect.ts';
import { isTransactionPooled } from '../../database/pooler.ts';
import { attemptCheck, type Finding, failure, ok, warning } from './finding.ts';

const IDENTITY = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database,
    pg_is_in_recovery() AS is_standby,
    extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS seconds,
    pg_last_wal_receive_lsn() IS NOT DISTINCT FROM pg_last_wal_replay_lsn() AS is_current`;

interface Identity {
  database: string;
  is_standby: boolean;
  seconds: number | null;
  is_current: boolean;
}

/** Checks that each replica is a standby of the database, and not too far behind. */
export async function checkReplicas(
  primary: Queryable,
  { replicaUrls, replicaMaxLagSeconds }: Pick<Config, 'replicaUrls' | 'replicaMaxLagSeconds'>,
): Promise<Finding[]> {
  if (replicaUrls.length === 0) return [];
  const database = (await primary.query<Identity>(IDENTITY)).rows[0]?.database;
  const checks = replicaUrls.map((url, place) => {
    const check = `replica ${place + 1}`;
    return attemptCheck(check, 'correct DATABASE_REPLICA_URLS, or start the replica', async () => {
      const client = await connect(url);
      try {
        const [replica] = (await client.query<Identity>(IDENTITY)).rows;
        if (replica?.database !== database)
          return failure(check, 'it is not a replica of DATABASE_URL', 'correct DATABASE_REPLICA_URLS');
        return describeLag(check, replica, replicaMaxLagSeconds);
      } finally {
        await client.end();
      }
    });
  });
  return (await Promise.all(checks)).flat();
}

function describeLag(check: string, replica: Identity | undefined, maxSeconds: number): Finding {
  if (!replica?.is_standby)
    return warning(check, 'it is a primary', 'name replicas only: reads of the primary need no URL here');
  // A primary without changes sends nothing, so the time of the last transaction says nothing then.
  if (replica.is_current) return ok(check, 'it has replayed all that it received');
  const seconds = Math.round(replica.seconds ?? 0);
  const message = `it is ${seconds} seconds behind`;
  if (seconds <= maxSeconds) return ok(check, message);
  return warning(check, `${message}; reads do not use it`, 'look at its load, its disk and its network');
}

/** Checks the ways around a pooler, which migrations, commands and subscriptions need. */
export async function checkPooler({
  databaseUrl,
  databaseDirectUrl,
  databaseListenUrl,
  databasePooler,
}: Config): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  const check = 'pooler';
  const isPooled = await isTransactionPooled(databasePooler, databaseUrl);
  if (!isPooled) return [ok(check, 'DATABASE_URL gives each connection a session of its own')];
  if (databaseDirectUrl === undefined) {
    const message = 'DATABASE_URL leads to a transaction pooler, and nothing leads around it';
    return [failure(check, message, 'set DATABASE_DIRECT_URL to the database server itself')];
  }
  const listen = databaseListenUrl ?? databaseDirectUrl;
  if (await isTransactionPooled('auto', listen)) {
    const message = 'subscriptions listen through a transaction pooler, and hear nothing';
    return [failure(check, message, 'set DATABASE_LISTEN_URL to the database server itself')];
  }
  return [ok(check, 'DATABASE_URL leads to a transaction pooler; DATABASE_DIRECT_URL leads around it')];
}
