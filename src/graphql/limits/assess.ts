import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { OperationLimits } from '../../config.ts';
import type { Fault } from '../../lib/fault.ts';
import { planOperation } from './plan.ts';
import type { Plan, Shape, Totals, Variables } from './plan-types.ts';
import { refusalsOf } from './refusals.ts';
import { totalsOf } from './totals.ts';

/** What an operation was reckoned to be before it ran. */
export interface Assessment extends Shape, Totals {
  /** One for each limit that it goes beyond; none: it may run. */
  refusals: readonly Fault[];
}

interface Known {
  plan: Plan;
  /** What variables are when they are not given. */
  defaults: Variables;
}

/** Yoga keeps parsed documents, so that most operations find their plan here. */
const plans = new WeakMap<DocumentNode, Map<string, Known>>();

/**
 * Reckons an operation of a valid document, before anything of it runs.
 *
 * @returns undefined when the document has no such operation; running it says so.
 */
export function assess(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables | null | undefined,
  limits: OperationLimits,
): Assessment | undefined {
  const known = planFor(schema, document, operationName);
  if (!known) return undefined;
  const { plan, defaults } = known;
  // Arguments that a plan of fixed totals has hang on no variable that matters.
  const given = plan.fixed ? defaults : { ...defaults, ...variables };
  const measured = { ...plan.shape, ...totalsOf(plan, given) };
  return { ...measured, refusals: refusalsOf(measured, limits, plan, given) };
}

function planFor(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): Known | undefined {
  const byName = plans.get(document) ?? new Map<string, Known>();
  plans.set(document, byName);
  const name = operationName ?? '';
  const known = byName.get(name);
  if (known) return known;
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const planned = {
    plan: planOperation(schema, document, operation),
    defaults: defaultsOf(operation.variableDefinitions),
  };
  byName.set(name, planned);
  return planned;
}

function defaultsOf(
  definitions: ReadonlyArray<{
    variable: { name: { value: string } };
    defaultValue?: ValueNode | undefined;
  }> = [],
): Variables {
  const given = definitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  return Object.fromEntries(given);
}
