import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { readFromPrimary } from '../lib/request-context.ts';
import { compiledQueryOf, isSaved } from './compiled-queries.ts';
import type { Context } from './context.ts';
import type { Result } from './errors.ts';

export interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  context: Context;
}

/**
 * Runs an operation of either API. A document that is used again runs through graphql-jit, five times faster on a large
 * response; isCompilable tells which documents never do.
 */
export function executeOperation(operation: Operation): Result {
  const { onOperation } = operation.context.report;
  if (!onOperation) return run(operation);
  const { document, operationName } = operation;
  const definition = getOperationAST(document, operationName || undefined);
  const ended = onOperation({
    name: definition?.name?.value,
    type: definition?.operation ?? OperationTypeNode.QUERY,
    saved: isSaved(document),
  });
  const result = run(operation);
  if ('then' in result) return result.finally(ended);
  ended();
  return result;
}

/** Runs an operation; a mutation reads nothing from replicas, because it writes what follows from its reads. */
function run(operation: Operation): Result {
  const { document, operationName } = operation;
  const isMutation =
    getOperationAST(document, operationName || undefined)?.operation === OperationTypeNode.MUTATION;
  return isMutation ? readFromPrimary(() => start(operation)) : start(operation);
}

function start(operation: Operation): Result {
  const { schema, document, operationName, variables, context } = operation;
  const compiled = compiledQueryOf(schema, document, operationName ?? '', context.report.cost ?? 0);
  if (!compiled) return interpret(operation);
  const result = compiled.query({}, context, variables ?? {});
  // Without data, the variables were refused before anything ran: graphql-js reports their place better.
  if ('then' in result) return result.then(release);
  return 'data' in result ? release(result) : interpret(operation);
}

/**
 * Takes the response out of graphql-jit's execution context, which outlives the request by a garbage collection or
 * two. A large response in it would be copied to the old generation.
 */
function release(result: ExecutionResult): ExecutionResult {
  const { data } = result;
  if (!data) return result;
  const own = { ...data };
  for (const key of Object.keys(data)) data[key] = null;
  return { ...result, data: own };
}

function interpret({ schema, document, operationName, variables, context }: Operation) {
  const variableValues = variables ?? {};
  return execute({ schema, document, operationName, variableValues, contextValue: context }) as Result;
}
