import { type DocumentNode, type GraphQLSchema, getOperationAST, valueFromASTUntyped } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Charge, COST_CLASSES, type HeavyClass, pointsFor } from '../../lib/cost-class.ts';
import { type Costliest, findCostliest } from './costliest.ts';
import type { Variables } from './field-cost.ts';
import { type ClassCosts, type Counts, findPageSize, type Totals } from './plan.ts';
import { type OperationPlan, planOperation } from './planner.ts';
import { totalsOf } from './totals.ts';

/*
 * Analysis of an operation before it runs: depth, nodes, aliases, cost and charges.
 *
 * - A field declares its price (prices.ts): a weight, which is its own cost, and a multiplier, which is the number of
 *   objects that it returns. Its cost is weight + multiplier × cost of what is selected below it.
 * - Nodes are counted likewise: `first` + `first` × nodes below. Both sums stop at 2^53 - 1.
 * - The cost of a field belongs to the cost class that it declares, or to that of the field above. 1,000 of cost are one
 *   point of the rate limit.
 * - One walk over the operation builds its plan (planner.ts): counts that are final, and totals of all selections that
 *   depend on no variable. A fragment is planned once, so that the walk is as long as the text, however often it is spread.
 * - A request sums up only what varies (totals.ts). Plans stay with their documents, results with their plans.
 */

/** Cost and size of an operation, computed before it runs. */
export interface Analysis extends Counts, Totals {
  /** Points of the rate limit that the operation takes, by class. */
  charges: readonly Charge[];
  /** The class of its heavy work; undefined without any. */
  heavyClass: HeavyClass | undefined;
  /** Returns the size of the outermost page; undefined if there is none. */
  pageSize(): number | undefined;
  /** Returns the field that causes most of the cost. */
  costliest(): Costliest | undefined;
}

interface Planned {
  plan: OperationPlan;
  /** Values of variables that are not sent. */
  defaults: Variables;
  /** Results by the values of the variables on which they depend, if those are short. */
  results: LRUCache<string, Analysis>;
}

/** Requests for one saved document differ in names and ids far more than in cost. */
const MAX_RESULTS = 32;

/** Plans by the name of the operation. Parsed documents are cached, so that most operations find their plan here. */
const plans = new WeakMap<DocumentNode, Map<string, Planned>>();

/**
 * Analyzes an operation of a valid document.
 *
 * @returns undefined if the document has no such operation. Execution reports that.
 */
export function analyze(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  sent: Variables | null | undefined,
): Analysis | undefined {
  const planned = plans.get(document)?.get(operationName ?? '') ?? planFor(schema, document, operationName);
  if (!planned) return undefined;
  const { plan, defaults, results } = planned;
  // Only the variables of the plan: cached results refer to them, and another variable may hold a megabyte.
  const variables: Record<string, unknown> = {};
  let key: string | undefined = '';
  for (const name of plan.variables) {
    const value = sent?.[name] === undefined ? defaults[name] : sent[name];
    variables[name] = value;
    // Lists and texts could be long.
    const isShort = value == null || typeof value === 'number' || typeof value === 'boolean';
    key = isShort && key !== undefined ? `${key}${value},` : undefined;
  }
  const cached = key === undefined ? undefined : results.get(key);
  if (cached) return cached;
  const result = compute(plan, variables);
  if (key !== undefined) results.set(key, result);
  return result;
}

function compute(plan: OperationPlan, variables: Variables): Analysis {
  const totals = totalsOf(plan, variables);
  return {
    ...plan.counts,
    ...totals,
    ...chargesOf(totals.classes),
    pageSize: () => findPageSize(plan, variables),
    costliest: () => findCostliest(plan, variables),
  };
}

/** Returns one point for each begun thousand of cost of a class, and at least one for each class that is used. */
function chargesOf(classes: Readonly<ClassCosts>): Pick<Analysis, 'charges' | 'heavyClass'> {
  const charges: Charge[] = [];
  let heavyClass: HeavyClass | undefined;
  for (const costClass of COST_CLASSES) {
    const cost = classes[costClass];
    if (cost === undefined) continue;
    charges.push({ costClass, points: pointsFor(cost) });
    if (costClass !== 'read' && costClass !== 'write') heavyClass ??= costClass;
  }
  return { charges, heavyClass };
}

/** Plans an operation, and keeps the plan with its document. */
function planFor(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): Planned | undefined {
  const byName = plans.get(document) ?? new Map<string, Planned>();
  plans.set(document, byName);
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
  const results = new LRUCache<string, Analysis>({ max: MAX_RESULTS });
  const planned = { plan: planOperation(schema, document, operation), defaults, results };
  byName.set(operationName ?? '', planned);
  return planned;
}
