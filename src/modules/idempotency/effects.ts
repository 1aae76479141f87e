import { type Pool, type PoolClient, type Queryable, transaction } from '../../database/client.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Memory, Write } from './memory.ts';

/** Where there is a memory, the result of a change that was made before; else what `work` gives. */
export function recalled<T>(memory: Memory | undefined, work: () => Promise<T>): Promise<T> {
  return memory ? memory.recall(work) : work();
}

/** Runs a change in one transaction, which also remembers what it gave. */
export function effect<T>(
  pool: Pool,
  memory: Memory | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return recalled(memory, () =>
    transaction(pool, async (client) => {
      const value = await work(client);
      await memory?.remember(async (sql, values) => (await client.query(sql, values)).rowCount, value);
      return value;
    }),
  );
}

/** The same for a change of a single statement, which needs no transaction unless it is to be remembered. */
export function statementEffect<T>(
  pool: Pool,
  memory: Memory | undefined,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  return memory ? effect(pool, memory, work) : work(pool);
}

/** The pool gives up waiting for a connection, and the operation's time limit ends a transaction: Prisma need not. */
const NO_LIMIT_MS = 60 * 60 * 1000;

export type PrismaQueries = Omit<Prisma.TransactionClient, '$transaction'>;

/**
 * The same for a change by Prisma.
 *
 * @param lost for a result that is shown once and kept nowhere: what to tell whoever asks again.
 */
export function prismaEffect<T>(
  prisma: PrismaClient,
  memory: Memory | undefined,
  work: (db: PrismaQueries) => Promise<T>,
  lost?: (value: T) => string,
): Promise<T> {
  return memory ? prismaTransaction(prisma, memory, work, lost) : work(prisma);
}

/** The same for a change of several statements: they commit together, remembered or not. */
export function prismaTransaction<T>(
  prisma: PrismaClient,
  memory: Memory | undefined,
  work: (db: PrismaQueries) => Promise<T>,
  lost?: (value: T) => string,
): Promise<T> {
  return recalled(memory, () =>
    prisma.$transaction(
      async (client) => {
        const value = await work(client);
        const write: Write = (sql, values) => client.$executeRawUnsafe(sql, ...values);
        await (lost ? memory?.rememberLost(write, lost(value)) : memory?.remember(write, value));
        return value;
      },
      { maxWait: NO_LIMIT_MS, timeout: NO_LIMIT_MS },
    ),
  );
}
