import { createPool, type Pool, type PoolOptions } from '../client.ts';
import { startMonitor } from './monitor.ts';
import { type Replica, type ReplicaEvents, ReplicaSet } from './replica-set.ts';
import { routeReads } from './routing.ts';

export interface ReplicaOptions {
  /** URLs of the replicas, each of one server. */
  urls: readonly string[];
  maxLagSeconds: number;
  events: ReplicaEvents;
}

interface Primary {
  authentication: Pool;
  reads: Pool;
  evaluation: Pool;
}

/** Time in which a replica must answer the monitor. */
const ANSWER_MS = 2_000;

export type Replicas = ReturnType<typeof openReplicas>;

/** Opens connections to replicas, and lets them run the statements of `reads` and `evaluation` that may run there. */
export function openReplicas(
  { urls, maxLagSeconds, events }: ReplicaOptions,
  primary: Primary,
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
