import { type FieldNode, type GraphQLField, Kind } from 'graphql';
import { COST_CLASSES } from '../../lib/cost-class.ts';
import type { FieldClass, Variables } from './plan-types.ts';

/**
 * Returns the class of a field as a function of the variables. A field declares its class by `extensions: { costClass }`;
 * with `costWhen`, the field has that class only while the argument of that name is true.
 *
 * @param otherwise the class of a field that declares none; undefined: that of the field above.
 */
export function classFunction(
  { arguments: given = [] }: FieldNode,
  { extensions: { costClass, costWhen } }: GraphQLField<unknown, unknown>,
  otherwise: FieldClass | undefined,
): { classOf: (variables: Variables) => FieldClass | undefined; varies: boolean } {
  const declared = costClass === undefined ? otherwise : toClass(costClass);
  if (typeof costWhen !== 'string') return { classOf: () => declared, varies: false };
  const value = given.find(({ name }) => name.value === costWhen)?.value;
  if (value?.kind === Kind.VARIABLE) {
    const name = value.name.value;
    return { classOf: (variables) => (variables[name] === true ? declared : otherwise), varies: true };
  }
  const isTrue = value?.kind === Kind.BOOLEAN && value.value;
  return { classOf: () => (isTrue ? declared : otherwise), varies: false };
}

function toClass(declared: unknown): FieldClass {
  const known = declared === 'free' ? declared : COST_CLASSES.find((each) => each === declared);
  if (known) return known;
  throw new Error(`unknown cost class ${String(declared)}`);
}
