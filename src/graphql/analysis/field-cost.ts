import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { COST_CLASSES, type CostClass } from '../../lib/cost-class.ts';
import { defaultPrice, type FieldPrice } from './prices.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Class that a field declares; `free` for fields that take no points of the rate limit. */
export type FieldClass = CostClass | 'free';

/** Price of a field for given variables. */
export interface FieldCost extends FieldPrice {
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
export function fieldCost(
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

/** Defaults that the schema declares. */
function defaultsOf({ args }: Field): Variables {
  const declared = args.filter(({ defaultValue }) => defaultValue !== undefined);
  return Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]));
}

/** Returns whether `@skip` and `@include` let a selection in; undefined if it has neither. */
export function inclusionOf(directives: readonly DirectiveNode[] = []): Varying<boolean> | undefined {
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
