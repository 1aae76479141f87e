import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';

// Rules of ours for schema.graphql: `npm run schema:lint`. They hold what the API promises everywhere.

/** Part of a schema, by its coordinate: `List.name`, `Query.list(listId:)`. */
interface Part {
  at: string;
  name: string;
  /** Name of the type of a field or argument; '' for types and values. */
  inner: string;
  description: string | null | undefined;
  isArgument: boolean;
}

/** Finds what is wrong. */
type Rule = (schema: GraphQLSchema, parts: readonly Part[]) => string[];

/** Ids of rows that outnumber 32 bits, counts of rows, and credits. */
const WIDE =
  /^(?:eventId|entryId|deliveryId|pendingEventId|amount|balanceAfter|credit.*|.*Count|count|total|rows)$/;
const NUMBERS = ['Int', 'Float', 'SafeInt'];
/** Global ids of objects of any type. */
const ANY_ID = ['Query.node(id:)', 'Query.nodes(ids:)'];
/** Mutations after which an object is gone, beside those whose name begins with delete. */
const DELETIONS = ['leaveList', 'removePasskey', 'revokePermission', 'revokeSession'];
const WITHOUT_INPUT = ['createPasskeyOptions'];

const RULES: Readonly<Record<string, Rule>> = {
  described: (_, parts) =>
    parts.filter(({ description }) => !description).map(({ at }) => `${at} has no description.`),

  scalars: (_, parts) => {
    const numbers = parts.filter(({ inner }) => NUMBERS.includes(inner));
    const wide = numbers.filter(({ name, inner }) => WIDE.test(name) && inner !== 'SafeInt');
    const ids = numbers.filter(
      ({ name, inner }) => /Ids?$/.test(name) && !WIDE.test(name) && inner !== 'Int',
    );
    return [
      ...wide.map(({ at, inner }) => `${at} outgrows 32 bits: its type is SafeInt, not ${inner}.`),
      ...ids.map(({ at, inner }) => `${at} is the id of a row of 32 bits: its type is Int, not ${inner}.`),
    ];
  },

  'id-arguments': (_, parts) =>
    parts
      .filter(({ isArgument, inner, name }) => isArgument && inner === 'ID' && !/(?:Id|Ids)$/.test(name))
      .filter(({ at }) => !ANY_ID.includes(at))
      .map(({ at }) => `${at} takes an id: its name ends in Id.`),

  booleans: (_, parts) =>
    parts
      .filter(({ inner, name }) => inner === 'Boolean' && /^is[A-Z]/.test(name))
      .map(({ at }) => `${at} begins with "is": name the state, as in \`enabled\`.`),

  nodes: (schema) =>
    objectsOf(schema)
      .filter((type) => String(type.getFields().id?.type) === 'ID!')
      .filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'))
      .map(({ name }) => `${name} has an id, and does not implement Node.`),

  mutations: (schema) =>
    mutationsOf(schema).flatMap(({ name, args, type }) => {
      const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const wanted = WITHOUT_INPUT.includes(name) ? '' : `input: ${own}Input!`;
      const taken = args.map((arg) => `${arg.name}: ${arg.type}`).join(', ');
      return [
        ...(taken === wanted ? [] : [`Mutation.${name} takes (${taken}), not (${wanted}).`]),
        ...(String(type) === `${own}Payload` ? [] : [`Mutation.${name} answers ${type}, not ${own}Payload.`]),
      ];
    }),

  deletions: (schema) =>
    mutationsOf(schema).flatMap(({ name, type }) => {
      const payload = getNamedType(type);
      const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
      const isDeletion = /^delete[A-Z]/.test(name) || DELETIONS.includes(name);
      const found = fields.map((field) => `${field.name}: ${field.type}`);
      const others = found.filter((field) => /^deleted\w*Id\b/.test(field) && field !== 'deletedId: ID!');
      return [
        ...(isDeletion && !found.includes('deletedId: ID!')
          ? [`${payload.name} has no deletedId: ID!.`]
          : []),
        ...others.map((field) => `${payload.name} has ${field}, not deletedId: ID!.`),
      ];
    }),

  connections: (schema) =>
    objectsOf(schema).flatMap((type) => {
      const { name } = type;
      const fields = Object.values(type.getFields());
      const typeOf = (key: string) => String(fields.find((field) => field.name === key)?.type);
      const lacks = (key: string, wanted: string) =>
        typeOf(key) === wanted ? [] : [`${name} has no ${key}: ${wanted}.`];
      const pages = fields.filter((field) => getNamedType(field.type).name.endsWith('Connection'));
      const unpaged = pages.filter(({ args }) => !takesPages(args));
      // A feed has no end, so it has a cursor to go on from instead of a total.
      const end = fields.some((field) => field.name === 'nextCursor')
        ? lacks('nextCursor', 'String!')
        : lacks('totalCount', 'SafeInt!');
      return [
        ...(name.endsWith('Connection')
          ? [
              ...lacks('edges', `[${name.slice(0, -'Connection'.length)}Edge!]!`),
              ...lacks('pageInfo', 'PageInfo!'),
              ...end,
            ]
          : []),
        ...(name.endsWith('Edge') && typeOf('node') === 'undefined' ? [`${name} has no node.`] : []),
        ...(name.endsWith('Edge') ? lacks('cursor', 'String!') : []),
        ...unpaged.map(
          (field) => `${name}.${field.name} is a connection: it takes first and after, and last with before.`,
        ),
      ];
    }),
};

function takesPages(args: readonly GraphQLArgument[]): boolean {
  const names = args.map(({ name }) => name);
  return (
    names.includes('first') && names.includes('after') && names.includes('last') === names.includes('before')
  );
}

const namedTypesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );

const objectsOf = (schema: GraphQLSchema) => namedTypesOf(schema).filter((type) => isObjectType(type));
const mutationsOf = (schema: GraphQLSchema) => Object.values(schema.getMutationType()?.getFields() ?? {});

function partsOf(schema: GraphQLSchema): Part[] {
  const fieldOf = (
    at: string,
    each: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument,
    isArgument: boolean,
  ) => {
    const { name, description, type } = each;
    return { at, name, description, inner: getNamedType(type).name, isArgument };
  };
  const partOf = (at: string, { name, description }: GraphQLNamedType | GraphQLEnumValue) => ({
    at,
    name,
    description,
    inner: '',
    isArgument: false,
  });
  const argsOf = (at: string, args: readonly GraphQLArgument[]) =>
    args.map((arg) => fieldOf(`${at}(${arg.name}:)`, arg, true));
  const types = namedTypesOf(schema).flatMap((type) => {
    const found: Part[] = [partOf(type.name, type)];
    if (isEnumType(type))
      found.push(...type.getValues().map((value) => partOf(`${type.name}.${value.name}`, value)));
    if (isInputObjectType(type))
      found.push(
        ...Object.values(type.getFields()).map((field) => fieldOf(`${type.name}.${field.name}`, field, true)),
      );
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        const at = `${type.name}.${field.name}`;
        found.push(fieldOf(at, field, false), ...argsOf(at, field.args));
      }
    return found;
  });
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types,
    ...directives.flatMap(({ name, description, args }) => [
      { at: `@${name}`, name, description, inner: '', isArgument: false },
      ...argsOf(`@${name}`, args),
    ]),
  ];
}

/** Returns what is wrong in a schema, by the names of the rules that say so. */
export function schemaFaults(sdl: string): { rule: string; message: string }[] {
  const schema = buildSchema(sdl);
  const parts = partsOf(schema);
  return Object.entries(RULES).flatMap(([rule, find]) =>
    find(schema, parts).map((message) => ({ rule, message })),
  );
}
