import { type GraphQLEnumType, type GraphQLSchema, isEnumType, Kind } from 'graphql';
import { builder } from './builder.ts';

interface EnumOptions<Value extends string> {
  description: string;
  /** Description of each value, which the services spell in lower case. */
  values: Record<Value, string>;
  /** Accepts the lower case of REST in requests as well. */
  anyCase?: boolean;
}

/** The name of a value: in upper case, with an underscore for the dot that names of GraphQL cannot have. */
type NameOf<Value extends string> = Value extends `${infer Before}.${infer After}`
  ? `${Uppercase<Before>}_${Uppercase<After>}`
  : Uppercase<Value>;

export const nameOf = <Value extends string>(value: Value) =>
  value.toUpperCase().replace('.', '_') as NameOf<Value>;

/**
 * Defines an enum whose values GraphQL spells in upper case (contract, section 7), and most services in lower case.
 *
 * @returns the type, its names by value, and functions that make the options of a field. Resolvers return names: a
 * compiled document does not serialize enums, so that Pothos cannot translate the values of services.
 */
export function defineEnum<Value extends string>(
  name: string,
  { description, values, anyCase = false }: EnumOptions<Value>,
) {
  const keys = Object.keys(values) as Value[];
  const described = keys.map((key) => [nameOf(key), { description: values[key] }]);
  const type = builder.enumType(name, {
    description,
    extensions: { anyCase },
    values: Object.fromEntries(described) as Record<NameOf<Value>, { description: string }>,
  });
  const names = Object.fromEntries(keys.map((key) => [key, nameOf(key)])) as {
    readonly [Key in Value]: NameOf<Key>;
  };
  const field = <Row>(description: string, read: (row: Row) => Value) => ({
    type,
    description,
    resolve: (row: Row) => names[read(row)],
  });
  const nullableField = <Row>(description: string, read: (row: Row) => Value | null) => ({
    type,
    nullable: true as const,
    description,
    resolve: (row: Row) => {
      const value = read(row);
      return value === null ? null : names[value];
    },
  });
  return { type, names, field, nullableField };
}

/** Returns the value that services use for a name of an enum. */
export function toEnumValue<Name extends string>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}

/**
 * Lets enums with `anyCase` take their values in any case: a filter that REST spells `any_of` can then be pasted into
 * GraphiQL as it is. What the schema shows and returns stays upper case.
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
