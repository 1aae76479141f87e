import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { OperationLimits } from '../../config.ts';
import { type Charge, COST_CLASSES, POINT } from '../../lib/cost-class.ts';
import type { Fault } from '../../lib/fault.ts';
import { findPageSize } from './page-size.ts';
import { type OperationPlan, planOperation } from './plan.ts';
import type { ClassCosts, Plan, Shape, Totals, Variables } from './plan-types.ts';
import { refusalsOf } from './refusals.ts';
import { totalsOf } from './totals.ts';

/** What an operation was estimated to be before it ran. */
export interface Estimate extends Shape, Totals {
  /** Points of the rate limit that it takes, by class. */
  charges: readonly Charge[];
  /** The size of its outermost page; undefined where it has none. */
  pageSize(): number | undefined;
}

export interface Assessment extends Estimate {
  /** One for each limit that it exceeds; none: it may run. */
  refusals: readonly Fault[];
}

interface Known {
  plan: OperationPlan;
  /** Values of variables that are not given. */
  defaults: Variables;
  /** Estimates by the values of the variables that they depend on, where those are short. */
  estimates: LRUCache<string, Estimate>;
}

/** Requests for one saved document differ in names and ids far more than in what they cost. */
const KEPT_ESTIMATES = 32;

/** Yoga keeps parsed documents, so that most operations find their plan here. */
const plans = new WeakMap<DocumentNode, Map<string, Known>>();

/**
 * Estimates an operation of a valid document, before anything of it runs. REST asks for its saved documents.
 *
 * @returns undefined when the document has no such operation; running it says so.
 */
export function estimate(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables | null | undefined,
): Estimate | undefined {
  const known = planFor(schema, document, operationName);
  return known && estimateOf(known, valuesOf(known, variables));
}

/** As `estimate`, held against the limits of documents that callers write. */
export function assess(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables | null | undefined,
  limits: OperationLimits,
): Assessment | undefined {
  const known = planFor(schema, document, operationName);
  if (!known) return undefined;
  const values = valuesOf(known, variables);
  const found = estimateOf(known, values);
  return { ...found, refusals: refusalsOf(found, limits, known.plan, values) };
}

function estimateOf({ plan, estimates }: Known, values: Variables): Estimate {
  const key = keyOf(plan.variables, values);
  const kept = key === undefined ? undefined : estimates.get(key);
  if (kept) return kept;
  const estimate = computeEstimate(plan, values);
  if (key !== undefined) estimates.set(key, estimate);
  return estimate;
}

/** @returns undefined when a value is neither a number nor a boolean: lists and texts could be long. */
function keyOf(names: readonly string[], values: Variables): string | undefined {
  let key = '';
  for (const name of names) {
    const value = values[name];
    if (value !== undefined && value !== null && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    key += `${value},`;
  }
  return key;
}

function computeEstimate(plan: Plan, variables: Variables): Estimate {
  const totals = totalsOf(plan, variables);
  return {
    ...plan.shape,
    ...totals,
    charges: chargesOf(totals.classes),
    pageSize: () => findPageSize(plan, variables),
  };
}

/**
 * The variables that the plan depends on; for one that was not sent, its default. No others: an estimate that is kept
 * refers to them, and a variable may hold a megabyte.
 */
function valuesOf({ plan, defaults }: Known, sent: Variables | null | undefined): Variables {
  const values: Record<string, unknown> = {};
  for (const name of plan.variables) values[name] = sent?.[name] === undefined ? defaults[name] : sent[name];
  return values;
}

/** Points by class: one for each begun thousand of cost, and at least one of each class that the operation uses. */
function chargesOf(classes: Readonly<ClassCosts>): readonly Charge[] {
  return COST_CLASSES.flatMap((costClass) => {
    const cost = classes[costClass];
    return cost === undefined ? [] : [{ costClass, points: Math.max(1, Math.ceil(cost / POINT)) }];
  });
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
    estimates: new LRUCache<string, Estimate>({ max: KEPT_ESTIMATES }),
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
