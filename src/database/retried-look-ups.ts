import type { PrismaClient } from '../generated/prisma/client.ts';
import { Fault, type FaultCode } from '../lib/fault.ts';
import { propertyOf, textIn } from '../lib/json.ts';
import { currentContext } from '../lib/request-context.ts';

/** PostgreSQL, appendix A: query_canceled. */
const QUERY_CANCELED = '57014';

/**
 * Repeats look-ups that another operation's stop has ended. Prisma batches look-ups by id of the same moment into one
 * statement, also those of several operations. The statement belongs to the first of them and is cancelled with it.
 */
export function withRetriedLookUps(prisma: PrismaClient): PrismaClient {
  const retry = async <Args, Result>(call: { args: Args; query: (args: Args) => Promise<Result> }) => {
    try {
      return await call.query(call.args);
    } catch (error) {
      if (currentContext().operation?.stopped || !wasStopped(error)) throw error;
      return call.query(call.args);
    }
  };
  // An extended client lacks $on, which is not used here.
  return prisma.$extends({
    query: { $allModels: { findUnique: retry, findUniqueOrThrow: retry } },
  }) as unknown as PrismaClient;
}

/** Reasons for which an operation is stopped. */
const STOPPED: readonly FaultCode[] = ['timeout', 'answer_too_large', 'members_too_large'];

function wasStopped(error: unknown): boolean {
  if (error instanceof Fault) return STOPPED.includes(error.code);
  const adapterError = propertyOf(propertyOf(error, 'meta'), 'driverAdapterError');
  return textIn(propertyOf(adapterError, 'cause'), 'originalCode') === QUERY_CANCELED;
}
