import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  Kind,
  type ObjectFieldNode,
  SchemaMetaFieldDef,
  TypeInfo,
  TypeMetaFieldDef,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Tells whether graphql-jit answers a document as graphql-js does. It does not in these cases:
 *
 * - A fragment is spread twice under different `@skip` or `@include`: fields are missing from the answer.
 * - The document selects a relation of Prisma: its plugin recognizes loaded relations by the identity of their paths,
 *   which graphql-jit copies, so that each would be queried again.
 * - A variable has an input type that is `@oneOf`, which graphql-jit does not validate.
 * - A variable has an input type that contains itself: compiling it recurses until the stack overflows.
 * - A field of an input object is a variable that may be absent: graphql-jit passes null, which clears what is to stay.
 *
 * @param isSaved whether it is a document of the REST API. Those are tested under graphql-jit with their directives, and
 * show which relations they select.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode, isSaved = false): boolean {
  let compilable = hasPlainVariables(schema, document);
  const optional = optionalVariables(document);
  const types = new TypeInfo(schema);
  const interpreted = interpretedRoots(schema);
  const visitor = {
    [Kind.DIRECTIVE]: () => {
      if (!isSaved) compilable = false;
    },
    [Kind.OBJECT_FIELD]: ({ value }: ObjectFieldNode) => {
      if (value.kind === Kind.VARIABLE && optional.has(value.name.value)) compilable = false;
    },
    [Kind.FIELD]: () => {
      const field = types.getFieldDef();
      const isRelation = isSaved ? field?.extensions.pothosPrismaSelect : interpreted.has(field);
      if (isRelation) compilable = false;
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return compilable;
}

/** Names of the variables that a request may leave out. */
function optionalVariables({ definitions }: DocumentNode): ReadonlySet<string> {
  const variables = definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? (each.variableDefinitions ?? []) : [],
  );
  const optional = variables.filter(
    ({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && !defaultValue,
  );
  return new Set(optional.map(({ variable }) => variable.name.value));
}

const rootsBySchema = new WeakMap<GraphQLSchema, ReadonlySet<unknown>>();

/** Returns the fields of Query and Mutation that stay interpreted: introspection, and those that lead to relations. */
function interpretedRoots(schema: GraphQLSchema): ReadonlySet<unknown> {
  const cached = rootsBySchema.get(schema);
  if (cached) return cached;
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const leading = fields.filter(({ type }) => reachesRelation(schema, getNamedType(type)));
  const roots = new Set<unknown>([SchemaMetaFieldDef, TypeMetaFieldDef, ...leading]);
  rootsBySchema.set(schema, roots);
  return roots;
}

/** Tells whether an answer of the type can contain a relation of Prisma. */
function reachesRelation(schema: GraphQLSchema, type: GraphQLNamedType, seen = new Set<unknown>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (isAbstractType(type))
    return schema.getPossibleTypes(type).some((each) => reachesRelation(schema, each, seen));
  if (!isObjectType(type)) return false;
  return Object.values(type.getFields()).some(
    // Pothos marks relations by what they select from their model.
    (field) => field.extensions.pothosPrismaSelect || reachesRelation(schema, getNamedType(field.type), seen),
  );
}

/** Tells whether graphql-jit can parse the variables. */
function hasPlainVariables(schema: GraphQLSchema, document: DocumentNode): boolean {
  let plain = true;
  visit(document, {
    [Kind.VARIABLE_DEFINITION]: ({ type }) => {
      const named = typeFromAST(schema, type) as GraphQLInputType | undefined;
      if (named && !isPlain(named)) plain = false;
    },
  });
  return plain;
}

/** Tells whether no type inside an input type is `@oneOf` or contains itself. */
function isPlain(type: GraphQLInputType, above: readonly unknown[] = []): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return true;
  if (named.isOneOf || above.includes(named)) return false;
  return Object.values(named.getFields()).every((field) => isPlain(field.type, [...above, named]));
}
