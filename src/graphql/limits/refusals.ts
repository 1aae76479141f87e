import type { OperationLimits } from '../../config.ts';
import { Fault, type FaultCode } from '../../lib/fault.ts';
import { counted } from '../../lib/text.ts';
import type { Analysis } from '../analysis/analyze.ts';
import { MAX_SUM } from '../analysis/plan.ts';

interface Rule {
  code: FaultCode;
  measure: 'depth' | 'rootFields' | 'aliases' | 'directives' | 'nodes';
  limit: Exclude<keyof OperationLimits, 'timeoutMs' | 'maxAnswerBytes'>;
  /** Sentence that says what is wrong, with the value that was found. */
  found: (value: number) => string;
  /** Sentence that says what to do. */
  advice: string;
}

const SMALLER = 'Ask for fewer at a time (a smaller `first`), or split it into several requests.';

const RULES: readonly Rule[] = [
  {
    code: 'depth_limit_exceeded',
    measure: 'depth',
    limit: 'maxDepth',
    found: (levels) => `The operation is ${inWords(levels, 'level')} deep`,
    advice: 'Request what lies deeper separately, by its id.',
  },
  {
    code: 'root_field_limit_exceeded',
    measure: 'rootFields',
    limit: 'maxRootFields',
    found: (fields) => `The operation has ${inWords(fields, 'root field')}`,
    advice: 'Split it into several requests.',
  },
  {
    code: 'alias_limit_exceeded',
    measure: 'aliases',
    limit: 'maxAliases',
    found: (aliases) => `The operation has ${inWords(aliases, 'alias', 'aliases')}`,
    advice: 'Split it into several requests, or use a field that takes many inputs at once.',
  },
  {
    code: 'directive_limit_exceeded',
    measure: 'directives',
    limit: 'maxDirectives',
    found: (directives) => `The operation has ${inWords(directives, 'directive')}`,
    advice: 'Put a condition on a whole selection rather than on each field.',
  },
  {
    code: 'node_limit_exceeded',
    measure: 'nodes',
    limit: 'maxNodes',
    found: (nodes) => `The pages of the operation can hold ${inWords(nodes, 'object')} together`,
    advice: SMALLER,
  },
];

/** Returns a refusal for each limit that an operation exceeds, so that callers learn of all at once. */
export function refusalsOf(analysis: Analysis, limits: OperationLimits): readonly Fault[] {
  const refusals: Fault[] = [];
  for (const rule of RULES) {
    const [found, limit] = [analysis[rule.measure], limits[rule.limit]];
    if (found <= limit) continue;
    const message = `${rule.found(found)}; the limit is ${limit}. ${rule.advice}`;
    refusals.push(new Fault(rule.code, message, { details: { found, limit } }));
  }
  if (analysis.cost > limits.maxCost) refusals.push(tooCostly(analysis, limits.maxCost));
  return refusals;
}

function tooCostly(analysis: Analysis, limit: number): Fault {
  const requested = analysis.cost;
  const costliest = analysis.costliest();
  const times = costliest && costliest.times > 1 ? ` (${costliest.times} times)` : '';
  const most = costliest ? ` Most of it is ${costliest.path}${times}: ${inWords(costliest.cost)}.` : '';
  const message = `The operation has a cost of ${inWords(requested)}; the limit is ${limit}.${most} ${SMALLER}`;
  return new Fault('cost_limit_exceeded', message, { details: { requested, limit, costliest } });
}

/** @param one the noun that is counted, and `many` its plural; without them, the number alone. */
function inWords(sum: number, one?: string, many?: string): string {
  const known = Math.min(sum, MAX_SUM);
  return (sum >= MAX_SUM ? 'more than ' : '') + (one === undefined ? known : counted(known, one, many));
}
