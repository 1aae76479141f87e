import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { type DriverOptions, DriverPool } from './driver/pool.ts';
import { WAIT_MS } from './pool-kinds.ts';
import { withRetriedLookUps } from './retried-look-ups.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** Runs statements: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

export type Database = ReturnType<typeof openDatabase>;

const MAX_NAMED_STATEMENTS = 500;

export interface PoolOptions extends DriverOptions {
  url: string;
  poolSize: number;
  /** Milliseconds after which a wait for a connection fails. */
  waitMs?: number;
  /** Milliseconds after which a statement counts as failed; absent: never. */
  statementMs?: number | undefined;
  /** Connections that stay open when nobody needs them; the others are closed after ten seconds. */
  kept?: number;
  /** Called when a connection breaks while idle; the pool replaces it. */
  onIdleError?: ((error: Error) => void) | undefined;
}

/** Opens one pool for all kinds of work, for commands and tests. The server uses `openPools`. */
export function openDatabase(options: PoolOptions) {
  const pool = createPool(options);
  const prisma = createPrisma(pool);
  return {
    pool,
    /** Over the same pool: for small tables, never for the hot path. */
    prisma,
    async close(): Promise<void> {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Creates a pool. It connects when a connection is first needed. The time zone of its sessions is UTC. */
export function createPool(options: PoolOptions): Pool {
  const { url, poolSize, waitMs = WAIT_MS, kept = 0, statementMs, isPooled, onIdleError } = options;
  const config: pg.PoolConfig = {
    connectionString: url,
    max: poolSize,
    min: kept,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    // A pooler may refuse this parameter.
    ...(isPooled ? {} : { options: '-c TimeZone=UTC' }),
    application_name: 'company-data',
    query_timeout: statementMs,
  };
  const pool = new DriverPool(config, options);
  pool.on('error', (error) => onIdleError?.(error));
  // A connection that breaks in a transaction fails the statement. Without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function createPrisma(pool: Pool): PrismaClient {
  const adapter = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  return withRetriedLookUps(new PrismaClient({ adapter }));
}

/** Names Prisma's statements, so that PostgreSQL plans each once. Beyond the limit they have no name, so none leak. */
function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Runs `work` in a transaction on one connection. Anything that it throws rolls the transaction back. */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    broken = false;
    return result;
  } catch (error) {
    broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}
