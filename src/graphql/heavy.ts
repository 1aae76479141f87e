import { type ExecutionResult, GraphQLError } from 'graphql';
import { Fault } from '../lib/fault.ts';
import { isHeavy } from '../modules/limits/cost-class.ts';
import type { WorkKind } from '../modules/limits/work-queue.ts';
import { executeOperation, type Operation } from './execute.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

/**
 * Runs an operation, a heavy one when it has its turn. Call it within the time limit: waiting is part of the operation.
 * A refusal is a result with the one error `overloaded`.
 */
export function executeInTurn(operation: Operation): Result {
  const { principal, services } = operation.context;
  const { work } = services;
  const kind = work && principal && kindOf(operation, work.largeCost);
  if (!kind) return executeOperation(operation);
  try {
    const result = work.run(kind, principal.organizationId, () => executeOperation(operation));
    return result instanceof Promise ? result.catch(toResult) : result;
  } catch (error) {
    return toResult(error);
  }
}

/** The kind of slot that an operation needs; undefined when it is not heavy. */
function kindOf({ context: { report } }: Operation, largeCost: number): WorkKind | undefined {
  for (const charge of report.charges ?? []) if (isHeavy(charge)) return charge.costClass;
  return (report.cost ?? 0) >= largeCost ? 'large' : undefined;
}

/** Anything but a refusal is thrown on. */
function toResult(error: unknown): ExecutionResult {
  if (!(error instanceof Fault)) throw error;
  return { errors: [new GraphQLError(error.message, { originalError: error })] };
}
