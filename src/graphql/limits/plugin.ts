import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { OperationLimits } from '../../config.ts';
import type { Context } from '../context.ts';
import { operationNameOf } from '../execute.ts';
import { toYogaError } from '../http-status.ts';
import { findTooLargeToCharge } from './answer-size.ts';
import { type Assessment, assess } from './assess.ts';

/** What `extensions.cost` says of an operation, in points. */
interface CostReport {
  requested: number;
  limit: number;
  remaining: number;
}

function costReport({ cost }: Assessment, { maxCost }: OperationLimits): CostReport {
  return { requested: cost, limit: maxCost, remaining: Math.max(0, maxCost - cost) };
}

/**
 * Reckons every operation that callers write before it runs, refuses what goes beyond the limits, and says in each answer
 * what the operation cost. What is no valid operation has no cost.
 */
export const useOperationLimits: Plugin<Context> = {
  onExecute({ args, setResultAndStopExecution }) {
    const admission = admit(args);
    if (!admission) return undefined;
    if (admission.refusal) {
      setResultAndStopExecution(admission.refusal);
      return undefined;
    }
    return {
      onExecuteDone: ({ result, setResult }) => {
        if (!isAsyncIterable(result)) setResult(withCost(result, admission.cost));
      },
    };
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const refusal = admit(args)?.refusal;
    if (refusal) setResultAndStopExecution(refusal);
  },
};

interface Admission {
  cost: CostReport;
  /** The whole answer, when the operation may not run. */
  refusal?: ExecutionResult;
}

/** @returns undefined when there is no such operation. */
function admit(args: ExecutionArgs): Admission | undefined {
  const { limits, report } = args.contextValue as Context;
  const name = args.operationName ?? operationNameOf(args.document);
  if (name) report.operation = name;
  const assessment = assess(args.schema, args.document, args.operationName, args.variableValues, limits);
  if (!assessment) return undefined;
  report.cost = assessment.cost;
  report.charges = assessment.charges;
  report.pageSize = assessment.pageSize;
  const cost = costReport(assessment, limits);
  const tooLarge = findTooLargeToCharge(assessment.nodes, { limits, report });
  const refusals = tooLarge ? [...assessment.refusals, tooLarge] : assessment.refusals;
  if (refusals.length === 0) return { cost };
  return { cost, refusal: withCost({ errors: refusals.map(toYogaError) }, cost) };
}

function withCost(result: ExecutionResult, cost: CostReport): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost } };
}
