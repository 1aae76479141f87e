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
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  let compilable = hasPlainVariables(schema, document);
  const types = new TypeInfo(schema);
  const interpreted = interpretedRoots(schema);
  const visitor = {
    [Kind.DIRECTIVE]: () => {
      compilable = false;
    },
    [Kind.FIELD]: () => {
      const field = types.getFieldDef();
      if (field && interpreted.has(field)) compilable = false;
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return compilable;
}

const rootsBySchema = new WeakMap<GraphQLSchema, ReadonlySet<object>>();

/** Returns the fields of Query and Mutation that stay interpreted: introspection, and those that lead to relations. */
function interpretedRoots(schema: GraphQLSchema): ReadonlySet<object> {
  const cached = rootsBySchema.get(schema);
  if (cached) return cached;
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const leading = fields.filter(({ type }) => reachesRelation(schema, getNamedType(type)));
  const roots = new Set<object>([SchemaMetaFieldDef, TypeMetaFieldDef, ...leading]);
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

/** Tells whether graphql-jit can parse the variables, the only doubt about saved documents. */
export function hasPlainVariables(schema: GraphQLSchema, document: DocumentNode): boolean {
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
