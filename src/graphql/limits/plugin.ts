import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { analyze } from '../analysis/analyze.ts';
import type { Context } from '../context.ts';
import { toYogaError } from '../errors.ts';
import { findTooLargeToCharge } from './answer-size.ts';
import { refusalsOf } from './refusals.ts';

/**
 * Analyzes each operation that callers write before it runs, refuses what exceeds the limits, and adds the cost to each
 * response. A document that is not valid has no cost.
 */
export const useOperationLimits: Plugin<Context> = {
  onExecute({ args, setResultAndStopExecution }) {
    const admission = admit(args);
    if (!admission) return undefined;
    const { cost, refusal } = admission;
    if (refusal) return void setResultAndStopExecution(refusal);
    return {
      onExecuteDone: ({ result, setResult }) => {
        if (!isAsyncIterable(result)) setResult(withCost(result, cost));
      },
    };
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const refusal = admit(args)?.refusal;
    if (refusal) setResultAndStopExecution(refusal);
  },
};

/** @returns the content of `extensions.cost`, and the refusal if there is one; undefined if there is no such operation. */
function admit(args: ExecutionArgs) {
  const { limits, report } = args.contextValue as Context;
  const name = args.operationName ?? getOperationAST(args.document)?.name?.value;
  if (name) report.operation = name;
  const analysis = analyze(args.schema, args.document, args.operationName, args.variableValues);
  if (!analysis) return undefined;
  report.cost = analysis.cost;
  report.charges = analysis.charges;
  report.pageSize = analysis.pageSize;
  const { cost: requested, nodes } = analysis;
  const cost = { requested, limit: limits.maxCost, remaining: Math.max(0, limits.maxCost - requested) };
  const tooLarge = findTooLargeToCharge(nodes, { limits, report });
  const exceeded = refusalsOf(analysis, limits);
  const refusals = tooLarge ? [...exceeded, tooLarge] : exceeded;
  const refusal = refusals.length > 0 ? withCost({ errors: refusals.map(toYogaError) }, cost) : undefined;
  return { cost, refusal };
}

function withCost(result: ExecutionResult, cost: object): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost } };
}
