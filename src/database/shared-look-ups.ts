import type { PrismaClient } from '../generated/prisma/client.ts';
import { Fault } from '../lib/fault.ts';
import { currentScope } from '../lib/operation-scope.ts';

/** PostgreSQL, appendix A: query_canceled. */
const QUERY_CANCELED = '57014';

/**
 * Prisma looks up by id for all operations that ask in the same moment with one statement, which belongs to the first of
 * them. When that operation is stopped, the others look up anew.
 */
export function withSharedLookUps(prisma: PrismaClient): PrismaClient {
  const retry = async <Args, Result>({
    args,
    query,
  }: {
    args: Args;
    query: (args: Args) => Promise<Result>;
  }) => {
    try {
      return await query(args);
    } catch (error) {
      if (currentScope()?.stopped || !wasStopped(error)) throw error;
      return query(args);
    }
  };
  // An extended client differs from a plain one by what nobody here uses: $on.
  return prisma.$extends({
    query: { $allModels: { findUnique: retry, findUniqueOrThrow: retry } },
  }) as unknown as PrismaClient;
}

function wasStopped(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'timeout' || error.code === 'answer_too_large';
  if (typeof error !== 'object' || error === null || !('meta' in error)) return false;
  const { driverAdapterError } = error.meta as { driverAdapterError?: { cause?: { originalCode?: string } } };
  return driverAdapterError?.cause?.originalCode === QUERY_CANCELED;
}
