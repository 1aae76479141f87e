import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { ReplayLog, Write } from './replay-log.ts';

/** Returns the stored result of a change that was made before. Otherwise runs `work`. */
export function recalled<T>(replayLog: ReplayLog | undefined, work: () => Promise<T>): Promise<T> {
  return replayLog ? replayLog.replay(work) : work();
}

/** Runs a change in one transaction, which also stores its result. */
export function effect<T>(
  pool: Pool,
  replayLog: ReplayLog | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return recalled(replayLog, () =>
    transaction(pool, async (client) => {
      const value = await work(client);
      await replayLog?.record(async (sql, values) => (await client.query(sql, values)).rowCount, value);
      return value;
    }),
  );
}

/** Runs a change of a single statement. It needs a transaction only if its result is stored. */
export function statementEffect<T>(
  pool: Pool,
  replayLog: ReplayLog | undefined,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  return replayLog ? effect(pool, replayLog, work) : work(pool);
}

/** Prisma's limits are not needed: the pool limits waits, and the operation's time limit ends transactions. */
const NO_LIMIT_MS = 60 * 60 * 1000;

export type PrismaQueries = Omit<Prisma.TransactionClient, '$transaction'>;

/** Runs a change of a single Prisma call. It needs a transaction only if its result is stored. */
export function prismaEffect<T>(
  prisma: PrismaClient,
  replayLog: ReplayLog | undefined,
  work: (db: PrismaQueries) => Promise<T>,
): Promise<T> {
  return replayLog ? prismaTransaction(prisma, replayLog, work) : work(prisma);
}

/**
 * Runs a change of several Prisma calls in one transaction, which also stores its result.
 *
 * @param lost returns the message for a retry, if the result is shown only once and must not be stored.
 */
export function prismaTransaction<T>(
  prisma: PrismaClient,
  replayLog: ReplayLog | undefined,
  work: (db: PrismaQueries) => Promise<T>,
  lost?: (value: T) => string,
): Promise<T> {
  return recalled(replayLog, () =>
    prisma.$transaction(
      async (client) => {
        const value = await work(client);
        const write: Write = (sql, values) => client.$executeRawUnsafe(sql, ...values);
        await (lost ? replayLog?.recordLost(write, lost(value)) : replayLog?.record(write, value));
        return value;
      },
      { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS },
    ),
  );
}
