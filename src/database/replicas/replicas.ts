import { runInternally } from '../../lib/request-context.ts';
import { createPool, type Pool, type PoolOptions, type Queryable } from '../client.ts';
import { isUnavailable } from '../errors.ts';
import { type Replica, type ReplicaEvents, ReplicaSet } from './replica-set.ts';
import { routeReads } from './routing.ts';

export interface ReplicaOptions {
  /** URLs of the replicas, each of one server. */
  urls: readonly string[];
  maxLagSeconds: number;
  events: ReplicaEvents;
}

/** Time in which a replica must answer the monitor. */
const ANSWER_MS = 2_000;

/** Opens connections to replicas, and lets them run the statements of `reads` and `evaluation` that may run there. */
export function openReplicas(
  { urls, maxLagSeconds, events }: ReplicaOptions,
  primary: Record<'authentication' | 'reads' | 'evaluation', Pool>,
  options: Omit<PoolOptions, 'url' | 'poolSize' | 'name'>,
) {
  const set = new ReplicaSet(urls.length, events);
  const open = (url: string, kind: 'reads' | 'evaluation') =>
    createPool({ ...options, url, poolSize: primary[kind].options.max ?? 1, isFair: true, name: kind });
  const pools = urls.map((url) => ({
    reads: open(url, 'reads'),
    evaluation: open(url, 'evaluation'),
    monitor: createPool({ ...options, url, poolSize: 1, waitMs: ANSWER_MS, statementMs: ANSWER_MS }),
  }));
  const poolOf = (kind: 'reads' | 'evaluation') => (replica: Replica) =>
    pools[replica.number - 1]?.[kind] ?? primary[kind];
  routeReads(primary.reads, set, poolOf('reads'));
  routeReads(primary.evaluation, set, poolOf('evaluation'));
  const connections = pools.map(({ monitor }) => monitor);
  const monitor = startMonitor({ set, primary: primary.authentication, connections, maxLagSeconds });
  return {
    set,
    update: monitor.update,
    async close(): Promise<void> {
      await monitor.close();
      await Promise.all(
        pools.flatMap(({ reads, evaluation, monitor: own }) => [reads.end(), evaluation.end(), own.end()]),
      );
    },
  };
}

interface MonitorOptions {
  set: ReplicaSet;
  primary: Queryable;
  /** Connections for the monitor alone, in the order of the replicas. */
  connections: readonly Pool[];
  /** Seconds by which a replica may be behind. */
  maxLagSeconds: number;
}

const INTERVAL_MS = 1_000;

/** State of a server: its end of the log, or how much of the log it has replayed, and the version of the index there. */
const STATE = {
  name: 'replication_state',
  text: `SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || current_database() AS database,
      (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS position,
      coalesce((SELECT version FROM facet_index), 0) AS version`,
};

interface State {
  database: string;
  position: string;
  version: number;
}

interface Sample {
  position: bigint;
  at: number;
}

/**
 * Asks the primary and all replicas each second. A replica is as many seconds behind as the newest state of the primary
 * that it has replayed is older than the last one. While the primary is away, nobody falls behind.
 */
function startMonitor({ set, primary, connections, maxLagSeconds }: MonitorOptions) {
  const samples: Sample[] = [];
  let database: string | undefined;
  let round: Promise<void> | undefined;

  async function askPrimary(): Promise<void> {
    const at = performance.now();
    const state = await ask(primary).catch(ifUnavailable);
    if (!state) return;
    database = state.database;
    set.saw(state.version);
    samples.push({ position: BigInt(state.position), at });
  }

  async function check(replica: Replica): Promise<void> {
    const connection = connections[replica.number - 1];
    if (!connection) return;
    try {
      const state = await ask(connection);
      if (database !== undefined && state.database !== database)
        throw new Error('it is not a replica of DATABASE_URL');
      replica.indexVersion = state.version;
      replica.lagSeconds = lagOf(BigInt(state.position));
      if (database === undefined) return;
      if (replica.lagSeconds <= maxLagSeconds) set.takeBack(replica);
      else set.leaveOut(replica, new Error(`it is ${Math.round(replica.lagSeconds)} seconds behind`));
    } catch (error) {
      set.leaveOut(replica, error);
    }
  }

  function lagOf(position: bigint): number {
    const last = samples.at(-1);
    if (!last) return 0;
    const replayed = samples.findLast((sample) => sample.position <= position);
    return (last.at - (replayed?.at ?? samples[0]?.at ?? last.at)) / 1000;
  }

  /** Keeps the samples that a replica has not replayed yet, and the newest that it has. */
  function forget(): void {
    const keepMs = (maxLagSeconds + 60) * 1000;
    const last = samples.at(-1)?.at ?? 0;
    while (samples.length > 1 && last - (samples[0]?.at ?? 0) > keepMs) samples.shift();
  }

  async function checkAll(): Promise<void> {
    await askPrimary();
    await Promise.all(set.replicas.map(check));
    forget();
  }

  /** Asks all servers once, or waits for the round that runs. */
  function update(): Promise<void> {
    round ??= runInternally(checkAll).finally(() => {
      round = undefined;
    });
    return round;
  }

  const timer = setInterval(() => void update().catch(() => undefined), INTERVAL_MS);
  timer.unref();
  return {
    update,
    async close(): Promise<void> {
      clearInterval(timer);
      await round?.catch(() => undefined);
    },
  };
}

async function ask(db: Queryable): Promise<State> {
  const { rows } = await db.query<State>(STATE);
  if (!rows[0]) throw new Error('it returned no state');
  return rows[0];
}

function ifUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error;
}
