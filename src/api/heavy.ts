import type { ExecutionResult } from 'graphql';
import { failedResult, type Result } from '../graphql/errors.ts';
import { executeOperation, type Operation } from '../graphql/execute.ts';
import { isHeavy } from '../lib/cost-class.ts';
import { Fault } from '../lib/fault.ts';
import type { WorkKind } from '../modules/limits/work-queue.ts';

/**
 * Runs an operation, a heavy one as soon as it has a slot. Call it within the time limit: waiting is part of the
 * operation. A refused operation has the one error `overloaded`.
 */
export function executeInTurn(operation: Operation): Result {
  const { principal, services } = operation.context;
  const { work } = services;
  const kind = work && kindOf(operation, work.largeCost);
  if (!kind) return executeOperation(operation);
  try {
    const result = work.run(kind, principal.organizationId, () => executeOperation(operation));
    return result instanceof Promise ? result.catch(toResult) : result;
  } catch (error) {
    return toResult(error);
  }
}

/** Returns the kind of slot that an operation needs; undefined if it is not heavy. */
function kindOf({ context: { report } }: Operation, largeCost: number): WorkKind | undefined {
  for (const charge of report.charges ?? []) if (isHeavy(charge)) return charge.costClass;
  return (report.cost ?? 0) >= largeCost ? 'large' : undefined;
}

/** Rethrows everything but a refusal. */
function toResult(error: unknown): ExecutionResult {
  if (!(error instanceof Fault)) throw error;
  return failedResult(error);
}
