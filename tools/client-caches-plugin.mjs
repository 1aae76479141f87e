// graphql-codegen plugin: writes what the caches of GraphQL clients must know of the schema. Its connections with the
// arguments that tell them apart, and the types that have no id.
import { getNamedType, isObjectType } from 'graphql';

/** Arguments that name a page of a connection. */
const PAGE = ['first', 'after', 'last', 'before', 'offset'];

export function plugin(schema) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const keyless = types.filter((type) => !roots.includes(type) && !type.getFields().id);
  return [
    '/** Arguments that tell the connections of the schema apart: all but those that name a page. */',
    `export const CONNECTIONS = ${JSON.stringify(connectionsOf(types), undefined, 2)} as const;`,
    '',
    '/** Types without an `id`, whose objects belong to the object that has them. */',
    `export const KEYLESS_TYPES = ${JSON.stringify(
      keyless.map(({ name }) => name),
      undefined,
      2,
    )} as const;`,
    '',
  ].join('\n');
}

function connectionsOf(types) {
  const entries = types.map((type) => {
    const connections = Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map(({ name, args }) => [name, args.map((arg) => arg.name).filter((arg) => !PAGE.includes(arg))]);
    return [type.name, Object.fromEntries(connections)];
  });
  return Object.fromEntries(entries.filter(([, connections]) => Object.keys(connections).length > 0));
}
