import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { currentContext } from '../../lib/request-context.ts';
import { ReplayLog, type Write } from './replay-log.ts';

/** The replay log of the request that is being handled; undefined if it came without an Idempotency-Key. */
export function currentReplayLog(): ReplayLog | undefined {
  const { replay } = currentContext();
  return replay instanceof ReplayLog ? replay : undefined;
}

/** The result of a change that an earlier request with this key has made; else what `work` gives. */
export function recalled<T>(work: () => Promise<T>): Promise<T> {
  const replayLog = currentReplayLog();
  return replayLog ? replayLog.replay(work) : work();
}

/** Runs a change in one transaction, which also writes its result into the replay log. */
export function effect<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const replayLog = currentReplayLog();
  if (!replayLog) return transaction(pool, work);
  return replayLog.replay(() =>
    transaction(pool, async (client) => {
      const value = await work(client);
      await replayLog.record(async (sql, values) => (await client.query(sql, values)).rowCount, { value });
      return value;
    }),
  );
}

/** Runs a change of a single statement, which needs no transaction unless its result is recorded. */
export function statementEffect<T>(pool: Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  return currentReplayLog() ? effect(pool, work) : work(pool);
}

/** Prisma's limits are not needed: the pool limits waits, and the operation's time limit ends transactions. */
const NO_LIMIT_MS = 60 * 60 * 1000;

export type PrismaQueries = Omit<Prisma.TransactionClient, '$transaction'>;

/** Runs a change by Prisma in one transaction. Its result is not recorded: the change can be made twice. */
export function prismaTransaction<T>(prisma: PrismaClient, work: (db: PrismaQueries) => Promise<T>) {
  return prisma.$transaction(work, { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS });
}

/**
 * Runs a change by Prisma in one transaction, which also writes its result into the replay log.
 *
 * @param lost returns the message for a retry, if the result is shown only once and must not be stored.
 */
export function prismaEffect<T>(
  prisma: PrismaClient,
  work: (db: PrismaQueries) => Promise<T>,
  lost?: (value: T) => string,
): Promise<T> {
  const replayLog = currentReplayLog();
  if (!replayLog) return prismaTransaction(prisma, work);
  return replayLog.replay(() =>
    prismaTransaction(prisma, async (client) => {
      const value = await work(client);
      const write: Write = (sql, values) => client.$executeRawUnsafe(sql, ...values);
      await replayLog.record(write, lost ? { lost: lost(value) } : { value });
      return value;
    }),
  );
}
