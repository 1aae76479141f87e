import { assertInterfaceType, type GraphQLObjectType, getNamedType, isEnumType, isObjectType } from 'graphql';
import { schema } from '../../src/api/schema.ts';

const interfaceOf = (name: string) => assertInterfaceType(schema.getType(name));

/** Fields that a type has and its interface has not. */
function ownFields(type: GraphQLObjectType, shared: string) {
  const common = interfaceOf(shared).getFields();
  return Object.values(type.getFields()).filter(({ name }) => !(name in common));
}

/** Returns fragments that select every field of the types behind an interface. Their aliases keep equal names apart. */
export function selectVariants(shared: string): string {
  const fragments = schema.getPossibleTypes(interfaceOf(shared)).map((type) => {
    const fields = ownFields(type, shared).map(({ name, type: of }) => {
      const named = getNamedType(of);
      const below = isObjectType(named) ? ` { ${Object.keys(named.getFields()).join(' ')} }` : '';
      return `${type.name}_${name}: ${name}${below}`;
    });
    return fields.length > 0 ? `... on ${type.name} { ${fields.join(' ')} }` : '';
  });
  return `__typename ${fragments.join(' ')}`;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the values of the fields of a type, as the JSON beside them shows them: without nulls, in snake_case. */
export function valuesOfVariant(shared: string, node: Record<string, unknown>): unknown {
  const type = schema.getType(String(node.__typename)) as GraphQLObjectType;
  const values = ownFields(type, shared).map(({ name, type: of }) => {
    const value = node[`${type.name}_${name}`];
    return [name, isEnumType(getNamedType(of)) && value ? String(value).toLowerCase() : value];
  });
  return toJson(Object.fromEntries(values));
}

/** The same object without nulls, and with its names in snake_case. */
export function toJson(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([name, each]) => [snakeCase(name), toJson(each)]));
}
