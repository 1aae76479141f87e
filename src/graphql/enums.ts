import { type GraphQLEnumType, type GraphQLSchema, isEnumType, Kind } from 'graphql';

/**
 * Lets enums that ask for it (`extensions: { anyCase: true }`) take their values in any case: a filter that REST spells
 * `any_of` can then be pasted into GraphiQL as it is. What the schema shows and returns stays upper case.
 */
export function acceptAnyCase(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && type.extensions.anyCase === true) accept(type);
  }
  return schema;
}

function accept(type: GraphQLEnumType): void {
  const nameOf = (text: string) => (type.getValue(text) ? text : text.toUpperCase());
  const { parseValue, parseLiteral } = type;
  type.parseValue = (value, ...rest) =>
    parseValue.call(type, typeof value === 'string' ? nameOf(value) : value, ...rest);
  type.parseLiteral = (node, ...rest) =>
    parseLiteral.call(type, node.kind === Kind.ENUM ? { ...node, value: nameOf(node.value) } : node, ...rest);
}
