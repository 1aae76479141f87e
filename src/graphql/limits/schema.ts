import { type DocumentNode, GraphQLError, type GraphQLSchema, validate } from 'graphql';
import { validationFault } from '../../lib/fault.ts';
import { builder, inheritsAccess } from '../builder.ts';
import { parseBounded } from '../parse.ts';
import { POINTS, priced } from '../prices.ts';
import { type Assessment, assess } from './assess.ts';
import type { Variables } from './plan-types.ts';

interface DryRun extends Assessment {
  limit: number;
}

const OperationCost = builder.objectRef<DryRun>('OperationCost').implement({
  description: 'What an operation would cost, reckoned as before running it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    requested: t.float({ description: 'What it would cost, in points.', resolve: ({ cost }) => cost }),
    limit: t.exposeFloat('limit', { description: 'The most that one operation may cost, in points.' }),
    depth: t.exposeInt('depth', { description: 'How many levels of fields it has.' }),
    nodes: t.exposeFloat('nodes', { description: 'The most objects that its pages can hold together.' }),
    allowed: t.boolean({
      description: 'Whether it would be run.',
      resolve: ({ refusals }) => refusals.length === 0,
    }),
    refusals: t.stringList({
      description: 'The limits that it goes beyond, and what to do about each.',
      resolve: ({ refusals }) => refusals.map(({ message }) => message),
    }),
  }),
});

builder.queryField('operationCost', (t) =>
  t.field({
    type: OperationCost,
    complexity: priced(POINTS.dryRun),
    description: 'What an operation would cost. Runs nothing of it and takes no credits.',
    authScopes: { anyKey: true },
    args: {
      query: t.arg.string({ required: true, description: 'The document.' }),
      variables: t.arg({ type: 'JSON', description: 'Its variables, an object.' }),
      operationName: t.arg.string({ description: 'Which operation, when the document has several.' }),
    },
    resolve: (_root, { query, variables, operationName }, { limits }, { schema }) => {
      const document = readDocument(schema, query, limits.maxDocumentBytes);
      const assessment = assess(schema, document, operationName, toVariables(variables), limits);
      if (assessment) return { ...assessment, limit: limits.maxCost };
      throw validationFault([
        { pointer: '/operationName', message: 'must name an operation of the document' },
      ]);
    },
  }),
);

/** @throws Fault validation_error with everything that the schema has against it */
function readDocument(schema: GraphQLSchema, query: string, maxBytes: number): DocumentNode {
  const refuse = (errors: readonly { message: string }[]) =>
    validationFault(errors.map(({ message }) => ({ pointer: '/query', message })));
  try {
    const document = parseBounded(query, maxBytes);
    const errors = validate(schema, document);
    if (errors.length > 0) throw refuse(errors);
    return document;
  } catch (error) {
    throw error instanceof GraphQLError ? refuse([error]) : error;
  }
}

/** @throws Fault validation_error */
function toVariables(variables: unknown): Variables {
  if (variables === undefined || variables === null) return {};
  if (typeof variables === 'object' && !Array.isArray(variables)) return { ...variables };
  throw validationFault([{ pointer: '/variables', message: 'must be an object' }]);
}
