import type { OperationLimits } from '../../config.ts';
import { Fault, type FaultCode } from '../../lib/fault.ts';
import { findCostliest } from './costliest.ts';
import { MOST, type Plan, type Shape, type Totals, type Variables } from './plan-types.ts';

/** What is held against the limits. */
export type Measured = Shape & Totals;

interface Rule {
  code: FaultCode;
  measure: keyof Shape | 'nodes';
  limit: Exclude<keyof OperationLimits, 'timeoutMs' | 'maxAnswerBytes'>;
  /** What is wrong and what to do about it. */
  text: (found: string, limit: number) => string;
}

const SMALLER = 'Ask for fewer at a time (a smaller `first`), or split it into several requests.';

const RULES: readonly Rule[] = [
  {
    code: 'depth_limit_exceeded',
    measure: 'depth',
    limit: 'maxDepth',
    text: (found, limit) =>
      `The operation is ${found} levels deep; the limit is ${limit}. Request what lies deeper separately, by its id.`,
  },
  {
    code: 'root_field_limit_exceeded',
    measure: 'fields',
    limit: 'maxRootFields',
    text: (found, limit) =>
      `The operation has ${found} root fields; the limit is ${limit}. Split it into several requests.`,
  },
  {
    code: 'alias_limit_exceeded',
    measure: 'aliases',
    limit: 'maxAliases',
    text: (found, limit) =>
      `The operation has ${found} aliases; the limit is ${limit}. Split it into several requests, or use a field that takes many inputs at once.`,
  },
  {
    code: 'directive_limit_exceeded',
    measure: 'directives',
    limit: 'maxDirectives',
    text: (found, limit) =>
      `The operation has ${found} directives; the limit is ${limit}. Put a condition on a whole selection rather than on each field.`,
  },
  {
    code: 'node_limit_exceeded',
    measure: 'nodes',
    limit: 'maxNodes',
    text: (found, limit) =>
      `The pages of the operation can hold ${found} objects together; the limit is ${limit}. ${SMALLER}`,
  },
];

/** A refusal for each limit that is passed, all at once: so nobody meets them one after another. */
export function refusalsOf(
  measured: Measured,
  limits: OperationLimits,
  plan: Plan,
  variables: Variables,
): readonly Fault[] {
  const refusals = RULES.filter(({ measure, limit }) => measured[measure] > limits[limit]).map((rule) => {
    const [found, limit] = [measured[rule.measure], limits[rule.limit]];
    return new Fault(rule.code, rule.text(inWords(found), limit), { details: { found, limit } });
  });
  return measured.cost > limits.maxCost
    ? [...refusals, tooCostly(measured.cost, limits.maxCost, plan, variables)]
    : refusals;
}

function tooCostly(requested: number, limit: number, plan: Plan, variables: Variables): Fault {
  const costliest = findCostliest(plan, variables);
  const times = costliest && costliest.times > 1 ? ` (${costliest.times} times)` : '';
  const most = costliest ? ` Most of it is ${costliest.path}${times}: ${inWords(costliest.cost)}.` : '';
  const text = `The operation has a cost of ${inWords(requested)}; the limit is ${limit}.${most} ${SMALLER}`;
  return new Fault('cost_limit_exceeded', text, { details: { requested, limit, costliest } });
}

function inWords(found: number): string {
  return found >= MOST ? `more than ${MOST}` : String(found);
}
