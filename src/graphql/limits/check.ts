import type { ExecutionResult } from 'graphql';
import { analyze } from '../analysis/analyze.ts';
import { toHttpError } from '../errors.ts';
import type { Operation } from '../execute.ts';
import { findTooLargeToCharge } from './answer-size.ts';
import { refusalsOf } from './refusals.ts';

/** Content of `extensions.cost` in a response. */
interface Cost {
  requested: number;
  limit: number;
  remaining: number;
}

/**
 * Analyzes an operation that a caller wrote before it runs, and reports its cost and charges.
 *
 * @returns its cost, and the refusal if it exceeds the limits; undefined if the document has no such operation.
 */
export function checkLimits({ schema, document, operationName, variables, context }: Operation) {
  const { limits, report } = context;
  const analysis = analyze(schema, document, operationName, variables);
  if (!analysis) return undefined;
  report.cost = analysis.cost;
  report.charges = analysis.charges;
  report.pageSize = analysis.pageSize;
  const { cost: requested, nodes } = analysis;
  const cost = { requested, limit: limits.maxCost, remaining: Math.max(0, limits.maxCost - requested) };
  const tooLarge = findTooLargeToCharge(nodes, { limits, report });
  const exceeded = refusalsOf(analysis, limits);
  const refusals = tooLarge ? [...exceeded, tooLarge] : exceeded;
  const refusal = refusals.length > 0 ? withCost({ errors: refusals.map(toHttpError) }, cost) : undefined;
  return { cost, refusal };
}

/** Adds the cost to a response. */
export function withCost(result: ExecutionResult, cost: Cost): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost } };
}
