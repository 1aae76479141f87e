import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  isIntrospectionType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  TypeNameMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { COST_CLASSES, type CostClass } from '../../lib/cost-class.ts';
import { defaultPrice, type FieldPrice, introspectionPrice } from './prices.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Class that a field declares; `free` for fields that take no points of the rate limit. */
export type FieldClass = CostClass | 'free';

/** Price of a field for given variables. */
interface FieldCost extends FieldPrice {
  most: number;
  /** Undefined: the class of the nearest field above that declares one. */
  costClass: FieldClass | undefined;
}

/** A value as a function of the variables. */
interface Varying<T> {
  of: (variables: Variables) => T;
  /** Variables that change the value; empty for a constant. */
  variables: ReadonlySet<string>;
}

/** Counts that depend on no variable. A fragment counts wherever it is spread. */
export interface Counts {
  /** Levels of fields. */
  depth: number;
  fields: number;
  rootFields: number;
  aliases: number;
  directives: number;
}

interface AnySelection {
  /** Whether `@skip` and `@include` let the selection in; undefined: always. */
  isIncluded: ((variables: Variables) => boolean) | undefined;
  below: Plan;
}

export interface FieldSelection extends AnySelection {
  name: string;
  costOf: (variables: Variables) => FieldCost;
}

/** A selection without a cost of its own is a fragment, which costs what it contains. */
export type Selection = FieldSelection | (AnySelection & { costOf?: undefined });

/** Cost plan of a selection set. All places that spread a fragment share its plan. */
export interface Plan {
  counts: Counts;
  selections: readonly Selection[];
}

const EMPTY_PLAN: Plan = {
  counts: { depth: 0, fields: 0, rootFields: 0, aliases: 0, directives: 0 },
  selections: [],
};

/** Upper bound of a sum. Nested fragments double it at each level; without a bound it would become infinite. */
export const MAX_SUM = Number.MAX_SAFE_INTEGER;

export function bounded(sum: number): number {
  return Math.min(MAX_SUM, sum);
}

/** Cost plan of an operation. */
export interface OperationPlan extends Plan {
  /** Names of the variables on which its totals depend. */
  variables: readonly string[];
}

/** Builds the cost plan of a validated operation. Validation guarantees that fragments are acyclic. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationPlan {
  const planner = new Planner(schema, document, operation);
  const plan = planner.plan(operation);
  const counts = { ...plan.counts };
  for (const { directives = [] } of [operation, ...(operation.variableDefinitions ?? [])])
    counts.directives += directives.length;
  return { ...plan, counts, variables: [...planner.variables] };
}

/** Walks an operation once, and each fragment once: 2^30 fields take no more work than their text is long. */
class Planner {
  readonly variables = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #types: TypeInfo;
  readonly #operation: OperationTypeNode;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #planned = new Map<string, Plan>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, { operation }: OperationDefinitionNode) {
    this.#schema = schema;
    this.#types = new TypeInfo(schema);
    this.#operation = operation;
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  plan(node: ASTNode & { selectionSet: SelectionSetNode }): Plan {
    this.#types.enter(node);
    const plan = this.#planSet(node.selectionSet);
    this.#types.leave(node);
    return plan;
  }

  #planSet(set: SelectionSetNode): Plan {
    this.#types.enter(set);
    const counts = { ...EMPTY_PLAN.counts };
    const selections = set.selections.map((node) => {
      const selection = this.#select(node);
      addTo(counts, node, selection.below.counts);
      return selection;
    });
    this.#types.leave(set);
    return { counts, selections };
  }

  #select(node: SelectionNode): Selection {
    if (node.kind === Kind.FIELD) return this.#field(node);
    const below = node.kind === Kind.INLINE_FRAGMENT ? this.plan(node) : this.#spread(node.name.value);
    return { below, isIncluded: this.#inclusion(node) };
  }

  #spread(name: string): Plan {
    const fragment = this.#fragments.get(name);
    const plan = this.#planned.get(name) ?? (fragment ? this.plan(fragment) : EMPTY_PLAN);
    this.#planned.set(name, plan);
    return plan;
  }

  #field(node: FieldNode): Selection {
    this.#types.enter(node);
    const parent = this.#types.getParentType();
    const field = this.#types.getFieldDef() ?? TypeNameMetaFieldDef;
    const below = node.selectionSet ? this.#planSet(node.selectionSet) : EMPTY_PLAN;
    this.#types.leave(node);
    const isBelowSchema = parent && isIntrospectionType(parent);
    const price = isBelowSchema ? introspectionPrice(this.#schema, parent, field) : undefined;
    const isRoot = parent === this.#schema.getRootType(this.#operation);
    const rootClass = this.#operation === OperationTypeNode.MUTATION ? 'write' : 'read';
    const cost = fieldCost(node, field, isRoot ? rootClass : undefined, price);
    this.#dependOn(cost.variables);
    return { name: node.name.value, below, costOf: cost.of, isIncluded: this.#inclusion(node) };
  }

  #inclusion({ directives }: SelectionNode): AnySelection['isIncluded'] {
    const inclusion = inclusionOf(directives);
    this.#dependOn(inclusion?.variables ?? CONSTANT);
    return inclusion?.of;
  }

  #dependOn(variables: ReadonlySet<string>): void {
    for (const name of variables) this.variables.add(name);
  }
}

/** Adds a selection to the counts of its set. A field is a level of its own; a fragment stands for its content. */
function addTo(counts: Counts, node: SelectionNode, below: Counts): void {
  const isField = node.kind === Kind.FIELD;
  const isAlias = isField && node.alias !== undefined;
  counts.depth = Math.max(counts.depth, below.depth + (isField ? 1 : 0));
  counts.fields = bounded(counts.fields + below.fields + (isField ? 1 : 0));
  counts.rootFields = bounded(counts.rootFields + (isField ? 1 : below.rootFields));
  counts.aliases = bounded(counts.aliases + below.aliases + (isAlias ? 1 : 0));
  counts.directives = bounded(counts.directives + below.directives + (node.directives?.length ?? 0));
}

type Field = GraphQLField<unknown, unknown>;
type Price = FieldPrice | ((args: Variables) => FieldPrice);

const CONSTANT: ReadonlySet<string> = new Set();

/**
 * Returns the cost of a field as a function of the variables, on which few fields depend. Arguments are taken as they were
 * sent. Prices tolerate wrong types, which are refused with a better message when the field runs.
 *
 * @param price overrides the price that the field declares.
 * @param inherited class of a field that declares none; undefined: that of the field above.
 */
function fieldCost(
  node: FieldNode,
  field: Field,
  inherited: FieldClass | undefined,
  price = (field.extensions.price ?? defaultPrice(field)) as Price,
): Varying<FieldCost> {
  const { costClass, costWhen } = field.extensions;
  const ownClass = costClass === undefined ? inherited : toClass(costClass);
  const defaults = defaultsOf(field);
  const of = (variables: Variables): FieldCost => {
    const args = { ...defaults, ...argumentsOf(node, variables) };
    const declared = typeof price === 'function' ? price(args) : price;
    const { most = declared.multiplier } = declared;
    const isOwnClass = typeof costWhen !== 'string' || args[costWhen] === true;
    return { ...declared, most, costClass: isOwnClass ? ownClass : inherited };
  };
  const usesArguments = costWhen !== undefined || typeof price === 'function';
  const variables = usesArguments ? variablesIn(node.arguments) : CONSTANT;
  if (variables.size > 0) return { of, variables };
  const fixed = of({});
  return { of: () => fixed, variables };
}

function toClass(declared: unknown): FieldClass {
  const known = declared === 'free' ? declared : COST_CLASSES.find((each) => each === declared);
  if (known) return known;
  throw new Error(`unknown cost class ${String(declared)}`);
}

/** Arguments that are sent: a variable without a value counts as left out. */
function argumentsOf({ arguments: args = [] }: FieldNode, variables: Variables): Variables {
  const sent: Record<string, unknown> = {};
  for (const { name, value: node } of args) {
    const value: unknown = valueFromASTUntyped(node, variables);
    if (value !== undefined) sent[name.value] = value;
  }
  return sent;
}

/** Returns the price of a field whose arguments have their defaults. */
export function defaultPriceOf(field: Field): FieldPrice {
  const price = (field.extensions.price ?? defaultPrice(field)) as Price;
  return typeof price === 'function' ? price(defaultsOf(field)) : price;
}

/** Defaults that the schema declares. */
function defaultsOf({ args }: Field): Variables {
  const declared = args.filter(({ defaultValue }) => defaultValue !== undefined);
  return Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]));
}

/** Returns whether `@skip` and `@include` let a selection in; undefined if it has neither. */
function inclusionOf(directives: readonly DirectiveNode[] = []): Varying<boolean> | undefined {
  const conditions = directives.flatMap(({ name, arguments: args }) => {
    const wanted = name.value === 'include';
    const value = args?.find((each) => each.name.value === 'if')?.value;
    return value && (wanted || name.value === 'skip') ? [{ wanted, value }] : [];
  });
  if (conditions.length === 0) return undefined;
  return {
    of: (variables) =>
      conditions.every(({ wanted, value }) => (valueFromASTUntyped(value, variables) === true) === wanted),
    variables: variablesIn(conditions),
  };
}

function variablesIn(holders: readonly { value: ValueNode }[] = []): Set<string> {
  const names = new Set<string>();
  const pending = holders.map(({ value }) => value);
  for (let value = pending.pop(); value; value = pending.pop()) {
    if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    else if (value.kind === Kind.LIST) pending.push(...value.values);
    else if (value.kind === Kind.OBJECT) pending.push(...value.fields.map((each) => each.value));
  }
  return names;
}
