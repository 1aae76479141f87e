import { createPool, createPrisma, type Pool, type PoolOptions } from './client.ts';
import { dividePool, POOL_KINDS, type PoolKind } from './pool-kinds.ts';
import { openReplicas, type ReplicaOptions } from './replicas/replicas.ts';

export type Pools = Readonly<Record<PoolKind, Pool>>;

/** Kinds whose connections stay open: small reads should not wait for a new connection. */
const KEPT: readonly PoolKind[] = ['authentication', 'reads'];

type PoolsOptions = Omit<PoolOptions, 'isFair' | 'name' | 'statementMs'> & {
  waitMs: number;
  /** Servers that may answer reads of the catalogue; none if absent. */
  replicas?: ReplicaOptions | undefined;
};

export type Databases = ReturnType<typeof openPools>;

/** Opens the pools of a server, and Prisma over `reads` and over `writes`. */
export function openPools({ poolSize, replicas: replicaOptions, ...options }: PoolsOptions) {
  const sizes = dividePool(poolSize);
  const keptOf = (name: PoolKind) => (KEPT.includes(name) ? sizes[name] : 0);
  const open = (name: PoolKind, statementMs?: number): Pool =>
    createPool({ ...options, name, poolSize: sizes[name], kept: keptOf(name), isFair: true, statementMs });
  const pools: Pools = {
    // Its statements belong to no operation, so no time limit of an operation would end them.
    authentication: open('authentication', options.waitMs),
    reads: open('reads'),
    evaluation: open('evaluation'),
    exports: open('exports'),
    writes: open('writes'),
  };
  const prisma = { reads: createPrisma(pools.reads), writes: createPrisma(pools.writes) };
  const replicas =
    replicaOptions && replicaOptions.urls.length > 0
      ? openReplicas(replicaOptions, pools, options)
      : undefined;
  return {
    pools,
    prisma,
    replicas,
    /**
     * Opens the connections that stay open, and one of each other kind, so that the first callers do not wait for them.
     * A database that does not answer is not an error here. Prisma compiles its WebAssembly, which takes a tenth of a second, now
     * instead of at somebody's first request.
     */
    async warmUp(): Promise<void> {
      const first = POOL_KINDS.flatMap((name) =>
        Array.from({ length: Math.max(1, keptOf(name)) }, () => pools[name]),
      );
      await Promise.allSettled([
        ...first.map((pool) => pool.query('SELECT 1')),
        ...[prisma.reads.$connect(), prisma.writes.$connect(), replicas?.update()],
      ]);
    },
    async close(): Promise<void> {
      await replicas?.close();
      await Promise.all([prisma.reads.$disconnect(), prisma.writes.$disconnect()]);
      await Promise.all(POOL_KINDS.map((kind) => (pools[kind].ended ? undefined : pools[kind].end())));
    },
  };
}
