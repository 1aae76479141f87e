import { DEFINITION_COSTS } from '../../lib/definition-cost.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';
import { type FieldPrice, POINTS, priced } from './prices.ts';

const PATTERN_OPERATORS: ReadonlySet<unknown> = new Set(['contains', 'starts_with', 'ends_with']);

/** Only so many nodes are visited: a definition with more is refused, whatever it costs. */
const MAX_NODES = 2_000;

/** Arguments come as they were sent. */
interface DefinitionArguments {
  definition?: unknown;
  definitionJson?: unknown;
}

/** Price of a field that validates a definition: `points`, and the cost of the conditions. */
export function definitionPrice(points: number = POINTS.count): (args: DefinitionArguments) => FieldPrice {
  return (args) => priced(points + conditionsCost(args));
}

/** Price of a mutation whose input may contain a definition. */
export function inputDefinitionPrice({ input }: { input?: unknown }): FieldPrice {
  return priced(1 + (isJsonObject(input) ? conditionsCost(input) : 0));
}

/** Estimates the cost of the conditions of a definition from their number and the number of their values. */
function conditionsCost({ definition, definitionJson }: DefinitionArguments): number {
  const given = definition ?? definitionJson;
  const pending: unknown[] = isJsonObject(given) ? [given.root] : [];
  let cost = 0;
  for (let seen = 0; pending.length > 0 && seen < MAX_NODES; seen += 1) {
    const node = pending.pop();
    if (!isJsonObject(node)) continue;
    const { and, or, not, condition } = node;
    for (const children of [and, or])
      if (Array.isArray(children)) pending.push(...children.slice(0, MAX_NODES));
    pending.push(not);
    if (isJsonObject(condition)) cost += conditionCost(condition);
  }
  return cost;
}

function conditionCost({ operator, values }: JsonObject): number {
  const count = Array.isArray(values) ? values.length : 1;
  const isPattern = typeof operator === 'string' && PATTERN_OPERATORS.has(operator.toLowerCase());
  const { condition, value, pattern } = DEFINITION_COSTS;
  return condition + count * (isPattern ? pattern : value);
}
