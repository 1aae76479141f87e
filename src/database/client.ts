import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { ScopedPool } from './scoped-pool.ts';
import { withSharedLookUps } from './shared-look-ups.ts';
import type { ShareLimits } from './shares.ts';
import { type DatabaseListener, watchPool } from './watch-pool.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

export interface Database {
  pool: Pool;
  /** Prisma over the same pool: for satellites, never for the hot path. */
  prisma: PrismaClient;
  close(): Promise<void>;
}

const MAX_NAMED_STATEMENTS = 500;

/** DATABASE_WAIT_SECONDS unless it is set. */
const WAIT_MS = 10_000;

export interface PoolOptions {
  url: string;
  poolSize: number;
  /** Milliseconds after which nobody waits for a connection any longer. */
  waitMs?: number;
  /** Milliseconds after which a statement counts as failed; absent: never. */
  statementMs?: number;
  /** Connections that stay open when nobody needs them; the others are closed after ten seconds. */
  kept?: number;
  /** What observers call it. */
  name?: string;
  /** Absent: one operation may take every connection. */
  shares?: ShareLimits;
  /** Told of a connection that broke while idle; the pool replaces it. */
  onIdleError?: ((error: Error) => void) | undefined;
  /** Told of statements and of waits for a connection; without one nothing is measured. */
  listener?: DatabaseListener | undefined;
}

/** Opens one pool for everything, as commands and tests need it; see `openPools` for the server's. */
export function openDatabase(options: PoolOptions): Database {
  const pool = createPool(options);
  const prisma = createPrisma(pool);
  return {
    pool,
    prisma,
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Connections are made when first needed; the session time zone is UTC. */
export function createPool(options: PoolOptions): Pool {
  const { url, poolSize, waitMs = WAIT_MS, kept = 0, statementMs, shares, onIdleError, listener } = options;
  const config: pg.PoolConfig = {
    connectionString: url,
    max: poolSize,
    min: kept,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    options: '-c TimeZone=UTC',
    application_name: 'company-data',
    ...(statementMs === undefined ? {} : { query_timeout: statementMs }),
  };
  const pool = new ScopedPool(config, shares);
  pool.on('error', (error) => onIdleError?.(error));
  // A connection that breaks in a transaction fails the statement; unheard, the event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (listener) watchPool(pool, listener, options.name);
  return pool;
}

export function createPrisma(pool: Pool): PrismaClient {
  const adapter = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  return withSharedLookUps(new PrismaClient({ adapter }));
}

/** Names Prisma's statements so that PostgreSQL plans each once; past the cap they go unnamed, so that none leak. */
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

/** Runs `work` in one transaction on one connection; anything thrown rolls it back. */
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
