import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPrice, EACH, type FieldPrice } from '../prices.ts';
import type { Variables } from './plan-types.ts';

type Price =
  | FieldPrice
  | ((args: Record<string, unknown>, context: object, field: unknown) => Partial<FieldPrice>);

const NO_VARIABLES: Variables = {};

/**
 * The price of a field as a function of the variables, which hardly any field uses. Arguments are taken as they were
 * sent, unchecked: prices bear that, and what is wrong with an argument the field says better.
 */
export function priceFunction(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): { priceOf: (variables: Variables) => FieldPrice; varies: boolean } {
  // The plugin's types let only this in; the fields of introspection name none.
  const price = (field.extensions.complexity ?? defaultPrice) as Price;
  const priceOf = (variables: Variables): FieldPrice => {
    const {
      field: own = EACH.field,
      multiplier = 1,
      most = multiplier,
    } = typeof price === 'function' ? price(argumentsOf(node, variables), {}, field) : price;
    return { field: own, multiplier, most };
  };
  // The default goes by the type of the field: what is sent with it changes nothing.
  const varies =
    typeof price === 'function' &&
    price !== defaultPrice &&
    (node.arguments ?? []).some(({ value }) => hasVariable(value));
  if (varies) return { priceOf, varies };
  const fixed = priceOf(NO_VARIABLES);
  return { priceOf: () => fixed, varies };
}

function argumentsOf(node: FieldNode, variables: Variables): Record<string, unknown> {
  return Object.fromEntries(
    (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );
}

/** Whether `@skip` and `@include` let a selection in; undefined when it bears neither. */
export function conditionOf(
  directives: readonly DirectiveNode[] | undefined,
): { isIncluded: (variables: Variables) => boolean; varies: boolean } | undefined {
  const conditions = (directives ?? []).flatMap(({ name, arguments: args }) => {
    const wanted = name.value === 'include';
    const value = args?.find((each) => each.name.value === 'if')?.value;
    return value && (wanted || name.value === 'skip') ? [{ wanted, value }] : [];
  });
  if (conditions.length === 0) return undefined;
  return {
    isIncluded: (variables) =>
      conditions.every(({ wanted, value }) => (valueFromASTUntyped(value, variables) === true) === wanted),
    varies: conditions.some(({ value }) => hasVariable(value)),
  };
}

function hasVariable(value: ValueNode): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return true;
    case Kind.LIST:
      return value.values.some(hasVariable);
    case Kind.OBJECT:
      return value.fields.some((field) => hasVariable(field.value));
    default:
      return false;
  }
}
