import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { type Fault, validationFault } from '../../lib/fault.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { holderOf } from '../../lib/principal.ts';
import { type Analysis, analyze } from '../analysis/analyze.ts';
import { POINTS, priced } from '../analysis/prices.ts';
import { builder, innerType } from '../builder.ts';
import { newDocuments, validateBounded } from '../documents.ts';
import { parseBounded } from '../parse.ts';
import { refusalsOf } from './refusals.ts';

interface DryRun extends Analysis {
  limit: number;
  refusals: readonly Fault[];
}

const OperationCost = innerType<DryRun>('OperationCost', {
  description: 'Estimated cost of an operation, and whether the limits allow it.',
  fields: (t) => ({
    requested: t.float({
      description: 'Estimated cost. One unit is about one object read.',
      resolve: ({ cost }) => cost,
    }),
    limit: t.exposeFloat('limit', { description: 'Highest cost that one operation may have.' }),
    depth: t.exposeInt('depth', { description: 'Number of levels of nested fields.' }),
    nodes: t.exposeFloat('nodes', { description: 'Maximum number of objects on all pages together.' }),
    allowed: t.boolean({
      description: 'Whether the limits allow the operation.',
      resolve: ({ refusals }) => refusals.length === 0,
    }),
    refusals: t.stringList({
      description:
        'A message for each limit that the operation exceeds, with advice. Empty if the operation is allowed.',
      resolve: ({ refusals }) => refusals.map(({ message }) => message),
    }),
  }),
});

builder.queryField('operationCost', (t) =>
  t.field({
    type: OperationCost,
    price: priced(POINTS.dryRun),
    description: 'Estimates the cost of an operation without running it. Charges no credits.',
    authScopes: { anyKey: true },
    args: {
      query: t.arg.string({ required: true, description: 'Text of the GraphQL document to estimate.' }),
      variables: t.arg({ type: 'JSON', description: 'Variables of the operation, as an object.' }),
      operationName: t.arg.string({
        description: 'Name of the operation to estimate. Required if the document has several.',
      }),
    },
    resolve: async (_root, { query, variables, operationName }, { limits, principal }, { schema }) => {
      // A request may ask for many documents.
      await newDocuments.turn(holderOf(principal));
      const document = readDocument(schema, query, limits.maxDocumentBytes);
      const analysis = analyze(schema, document, operationName, toVariables(variables));
      if (analysis) return { ...analysis, limit: limits.maxCost, refusals: refusalsOf(analysis, limits) };
      throw validationFault([
        { pointer: '/operationName', message: 'must name an operation of the document' },
      ]);
    },
  }),
);

/** @throws Fault validation_error with all errors of the document. */
function readDocument(schema: GraphQLSchema, query: string, maxBytes: number): DocumentNode {
  const refuse = (errors: readonly { message: string }[]) =>
    validationFault(errors.map(({ message }) => ({ pointer: '/query', message })));
  try {
    const document = parseBounded(query, maxBytes);
    const errors = validateBounded(schema, document);
    if (errors.length > 0) throw refuse(errors);
    return document;
  } catch (error) {
    throw error instanceof GraphQLError ? refuse([error]) : error;
  }
}

/** @throws Fault validation_error */
function toVariables(variables: unknown): JsonObject {
  const given = variables ?? {};
  if (isJsonObject(given)) return given;
  throw validationFault([{ pointer: '/variables', message: 'must be an object' }]);
}
