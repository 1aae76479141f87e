import type pg from 'pg';
import { isObject, propertyOf } from '../../lib/json.ts';
import type { Pool, Queryable } from '../client.ts';
import type { SubmittedStatement } from '../driver/statement.ts';
import { isUnavailable } from '../errors.ts';
import type { Replica, ReplicaSet } from './replica-set.ts';

/**
 * Where a statement may run. `replica`: it reads nothing but what imports write, so that a server which is a moment behind
 * may answer it. Without this property a statement runs on the primary.
 */
export type RunsOn = 'primary' | 'replica';

/** The property of a statement that may run on a replica. */
export const ON_REPLICA = 'replica' as const;

declare module 'pg' {
  interface QueryConfig {
    runsOn?: RunsOn;
  }
}

/** PostgreSQL manual, appendix A: a standby ends statements that hinder its replay, with serialization_failure. */
const RECOVERY_CONFLICT = '40001';

/** A healthy replica, with its connections for one kind of work. */
interface Target {
  pool: Pool;
  /** Returns whether the replica, and not the statement, caused an error. A replica that fails is left out. */
  isAtFault(error: unknown): boolean;
}

interface Route {
  set: ReplicaSet;
  poolOf: (replica: Replica) => Pool;
}

const routes = new WeakMap<Queryable, Route>();

/** Sends the statements of a pool that may run on replicas to those. Transactions stay on the primary. */
export function routeReads(pool: Pool, set: ReplicaSet, poolOf: Route['poolOf']): void {
  const route = { set, poolOf };
  routes.set(pool, route);
  const onPrimary = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]): unknown => {
    const [config] = args;
    const isRouted = isObject(config) && !('submit' in config) && propertyOf(config, 'runsOn') === ON_REPLICA;
    const target = isRouted ? chooseReplica(route) : undefined;
    if (!target) return onPrimary(...args);
    return target.pool.query(config as pg.QueryConfig).catch((error: unknown) => {
      if (target.isAtFault(error)) return onPrimary(...args);
      throw error;
    });
  };
  Object.defineProperty(pool, 'query', { value: query });
}

/** @returns undefined while no replica is healthy. */
function chooseReplica({ set, poolOf }: Route): Target | undefined {
  const replica = set.choose();
  return (
    replica && {
      pool: poolOf(replica),
      isAtFault(error) {
        const isConflict = propertyOf(error, 'code') === RECOVERY_CONFLICT;
        if (!isConflict && !isUnavailable(error)) return false;
        if (!isConflict) set.leaveOut(replica, error);
        return true;
      },
    }
  );
}

/**
 * Runs a statement that passes rows on as they arrive, on a replica if it may run there. If the replica fails before the
 * first row, the primary runs it.
 */
export function runRouted(
  db: Queryable,
  { runsOn }: { runsOn?: RunsOn },
  statement: SubmittedStatement<never>,
): Promise<void> {
  const route = runsOn === ON_REPLICA ? routes.get(db) : undefined;
  const target = route && chooseReplica(route);
  return target ? runOnReplica(db, target, statement) : statement.run(db);
}

async function runOnReplica(db: Queryable, target: Target, statement: SubmittedStatement<never>) {
  try {
    await statement.run(target.pool);
  } catch (error) {
    if (statement.rowCount > 0 || !target.isAtFault(error)) throw error;
    await statement.run(db);
  }
}

/**
 * Notes an index version that this process has read. Replicas that are behind it are not asked again until they have it.
 *
 * @returns false if the process has already read a newer one.
 */
export function sawIndexVersion(db: Queryable, version: number): boolean {
  return routes.get(db)?.set.saw(version) ?? true;
}
