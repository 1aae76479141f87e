import { type DocumentNode, type GraphQLSchema, getOperationAST, valueFromASTUntyped } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Charge, COST_CLASSES, type HeavyClass, pointsFor } from '../../lib/cost-class.ts';
import {
  bounded,
  type Counts,
  type FieldClass,
  type FieldSelection,
  type OperationPlan,
  type Plan,
  planOperation,
  type Selection,
  type Variables,
} from './plan.ts';

/*
 * Analysis of an operation before it runs: depth, nodes, aliases, cost and charges.
 *
 * - A field declares its price (prices.ts): a weight, which is its own cost, and a multiplier, which is the number of
 *   objects that it returns. Its cost is weight + multiplier × cost of what is selected below it.
 * - Nodes are counted likewise: `first` + `first` × nodes below. Both sums stop at 2^53 - 1.
 * - The cost of a field belongs to the cost class that it declares, or to that of the field above. 1,000 of cost are one
 *   point of the rate limit.
 * - One walk over the operation builds its plan (plan.ts): counts, and prices as functions of the variables. Fragments
 *   are planned once and summed once, so that the work is as long as the text, however often they are spread.
 * - Plans stay with their documents, results with their plans.
 */

/**
 * Cost by class. `inherited` stands for the class of the field above the selection set. A class that is selected has an
 * entry, even if its fields cost nothing.
 */
type ClassCosts = Partial<Record<FieldClass | 'inherited', number>>;

interface Totals {
  cost: number;
  /** Objects that pages can hold at most. */
  nodes: number;
  classes: Readonly<ClassCosts>;
}

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

/** Totals of one analysis: each plan is summed once, however many places share it. */
type Computed = Map<Plan, Totals>;

/** Computes the totals of a selection set for some variables. */
function totalsOf(plan: Plan, variables: Variables, computed: Computed = new Map()): Totals {
  const known = computed.get(plan);
  if (known) return known;
  const sum = { cost: 0, nodes: 0, classes: {} };
  for (const selection of plan.selections) {
    const each = selectionTotals(selection, variables, computed);
    sum.cost = bounded(sum.cost + each.cost);
    sum.nodes = bounded(sum.nodes + each.nodes);
    for (const name of CLASSES) add(sum.classes, name, each.classes[name]);
  }
  computed.set(plan, sum);
  return sum;
}

/** All that costs can belong to. */
const CLASSES: readonly (keyof ClassCosts)[] = [...COST_CLASSES, 'free', 'inherited'];

const NOTHING: Totals = { cost: 0, nodes: 0, classes: {} };

/** Computes what one selection adds to the totals of its set. */
function selectionTotals(selection: Selection, variables: Variables, computed: Computed): Totals {
  if (selection.isIncluded?.(variables) === false) return NOTHING;
  const inside = totalsOf(selection.below, variables, computed);
  if (!selection.costOf) return inside;
  const { field: weight, multiplier, most, sizedBy, costClass = 'inherited' } = selection.costOf(variables);
  const classes: ClassCosts = { [costClass]: weight };
  for (const name of CLASSES) {
    const cost = inside.classes[name];
    add(classes, name === 'inherited' ? costClass : name, cost && multiplier * cost);
  }
  return {
    cost: weight + multiplier * inside.cost,
    nodes: (sizedBy === 'page' ? most : 0) + most * inside.nodes,
    classes,
  };
}

/** Adds the cost of a class; nothing for one that is not selected. */
function add(classes: ClassCosts, name: keyof ClassCosts, cost: number | undefined): void {
  if (cost !== undefined) classes[name] = bounded((classes[name] ?? 0) + cost);
}

/**
 * Returns the fields of a selection set and of the fragments in it, each fragment once.
 *
 * @param seen plans that were visited before.
 * @param variables exclude what `@skip` and `@include` leave out; if absent, nothing is left out.
 */
function fieldsOf(plan: Plan, seen: Set<Plan>, variables?: Variables): FieldSelection[] {
  if (seen.has(plan)) return [];
  seen.add(plan);
  return plan.selections.flatMap((selection) => {
    if (variables && selection.isIncluded?.(variables) === false) return [];
    return selection.costOf ? selection : fieldsOf(selection.below, seen, variables);
  });
}

/**
 * Returns how many objects the outermost page of an operation can hold: what a caller lowers if a response is too large.
 * Of several pages at the same level, the largest counts. Returns undefined if there is no page.
 */
function findPageSize(plan: Plan, variables: Variables): number | undefined {
  const seen = new Set<Plan>();
  let level = [plan];
  while (level.length > 0) {
    const below: Plan[] = [];
    let largest = 1;
    for (const field of level.flatMap((each) => fieldsOf(each, seen, variables))) {
      const { sizedBy, most } = field.costOf(variables);
      const size = sizedBy ? most : 1;
      if (size > 1) largest = Math.max(largest, size);
      else below.push(field.below);
    }
    if (largest > 1) return largest;
    level = below;
  }
  return undefined;
}

/** Field that causes most of a cost. */
interface Costliest {
  /** Names of fields, from the root. */
  path: string;
  /** Number of selected fields at this path. */
  times: number;
  /** Cost of these fields together. */
  cost: number;
}

/** Descends from the root as long as a single field makes up at least half of the remaining cost. */
function findCostliest(plan: Plan, variables: Variables): Costliest | undefined {
  const computed: Computed = new Map();
  let best: Costliest | undefined;
  let here: Plan | undefined = plan;
  let factor = 1;
  while (here) {
    const level: Level | undefined = costliestField(here, variables, computed);
    if (!level || (best && level.cost * factor < best.cost / 2)) return best;
    const { field, times } = level;
    const path: string = best ? `${best.path}.${field.name}` : field.name;
    best = { path, times, cost: bounded(level.cost * factor) };
    factor *= field.costOf(variables).multiplier;
    here = times === 1 ? field.below : undefined;
  }
  return best;
}

/** Fields of one name in a selection set. */
interface Level {
  cost: number;
  times: number;
  /** The first of them. */
  field: FieldSelection;
}

function costliestField(plan: Plan, variables: Variables, computed: Computed): Level | undefined {
  const levels = new Map<string, Level>();
  for (const field of fieldsOf(plan, new Set())) {
    const { cost = 0, times = 0, field: first = field } = levels.get(field.name) ?? {};
    const own = selectionTotals(field, variables, computed).cost;
    levels.set(field.name, { cost: cost + own, times: times + 1, field: first });
  }
  return [...levels.values()].sort((a, b) => b.cost - a.cost)[0];
}
