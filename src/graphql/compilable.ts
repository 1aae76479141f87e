import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Fields of Query and Mutation that lead to Prisma's relations. */
const RELATION_ROOTS = new Set([
  'viewer',
  'node',
  'nodes',
  'createApiKey',
  'updateApiKey',
  'rotateApiKey',
  'revokeApiKey',
  '__schema',
  '__type',
]);

/**
 * Whether graphql-jit answers a document as graphql-js does. It answers wrongly when a fragment is spread twice under
 * different `@skip` or `@include`; Prisma's relations query twice under it, as they key on the identity of a path; it
 * does not know `@oneOf`; and a variable whose type holds itself has it recurse until the stack is full.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  let compilable = hasPlainVariables(schema, document);
  const types = new TypeInfo(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const visitor = {
    [Kind.DIRECTIVE]: () => {
      compilable = false;
    },
    [Kind.FIELD]: ({ name }: FieldNode) => {
      // An edge has a field `node` as well: what counts is where it stands.
      const isRoot = roots.some((type) => type && type === types.getParentType());
      if (isRoot && RELATION_ROOTS.has(name.value)) compilable = false;
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return compilable;
}

/** Whether graphql-jit can take the variables: of our own documents nothing else is in doubt. */
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

/** Whether neither the type nor any type inside it is `@oneOf` or holds itself. */
function isPlain(type: GraphQLInputType, above: readonly unknown[] = []): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return true;
  if (named.isOneOf || above.includes(named)) return false;
  return Object.values(named.getFields()).every((field) => isPlain(field.type, [...above, named]));
}
