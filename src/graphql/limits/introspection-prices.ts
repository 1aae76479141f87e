import type { GraphQLField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { defaultPrice, type FieldPrice } from '../prices.ts';

/** Lists of the schema that are shorter than a plain list is taken to be. */
const LIST_SIZES: Readonly<Record<string, number>> = {
  '__Field.args': 3,
  '__Directive.args': 3,
  '__Type.inputFields': 4,
  '__Type.enumValues': 2,
};

/** Objects of the schema are read by graphql-js, leaf by leaf, and block the process while they are. */
const WEIGHT = 3;

/**
 * The price of a field below `__schema` or `__type`. Its types are as many as there are: one reading of the whole
 * schema stays below the limit of an operation, two do not.
 */
export function introspectionPrice(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, never>,
): FieldPrice {
  const place = `${parent.name}.${field.name}`;
  const size = place === '__Schema.types' ? Object.keys(schema.getTypeMap()).length : LIST_SIZES[place];
  const price = size === undefined ? defaultPrice({}, {}, field) : { field: size, multiplier: size };
  return { ...price, field: WEIGHT * price.field };
}
