import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { OperationKind } from '../lib/request-context.ts';
import { hasPlainVariables, isCompilable } from './compilable.ts';
import {
  type CallersOperation,
  compiledQueryOf,
  countFields,
  keepCompiled,
  MAX_COMPILED_FIELDS,
} from './compiled-queries.ts';
import type { Context } from './context.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

export interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  context: Context;
}

/** Compiling costs milliseconds, which pays for a document that is sent again. */
const COMPILE_AT_USE = 3;
/**
 * Cost from which compiling may pay at the first use, because interpreting thousands of objects takes longer. The cost
 * must also be this multiple of the number of fields. Otherwise documents of hundreds of fields, each sent once, would
 * get milliseconds of compiling for a few points.
 */
const [COMPILE_AT_COST, COST_PER_FIELD] = [5_000, 50];

/**
 * Saved documents of the REST API. They are tested under graphql-jit, so they may use directives. They stay compiled.
 */
const saved = new WeakMap<DocumentNode, Map<string, CompiledQuery | undefined>>();

/** Operations of callers' documents, by name; undefined for operations that are never compiled. */
const operations = new WeakMap<DocumentNode, Map<string, CallersOperation | undefined>>();

/**
 * Runs an operation of either API. A document that is used again runs through graphql-jit, five times faster on a large
 * response; isCompilable tells which documents never do.
 */
export function executeOperation(operation: Operation): Result {
  const { onOperation } = operation.context.report;
  if (!onOperation) return run(operation);
  const { document, operationName } = operation;
  const ended = onOperation({ ...kindOf(document, operationName), saved: saved.has(document) });
  const result = run(operation);
  if ('then' in result) return result.finally(ended);
  ended();
  return result;
}

function run(operation: Operation): Result {
  const compiled = compiledFor(operation);
  if (!compiled) return interpret(operation);
  const result = compiled.query({}, operation.context, operation.variables ?? {});
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

/** Describes the operation of this name, or the first operation of a document. */
function kindOf(
  { definitions }: DocumentNode,
  operationName: string | null | undefined,
): Omit<OperationKind, 'saved'> {
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const name = definition.name?.value;
    if (!operationName || name === operationName) return { name, type: definition.operation };
  }
  return { name: undefined, type: OperationTypeNode.QUERY };
}

/** Returns the name of a document's only operation. */
export function operationNameOf(document: DocumentNode): string | undefined {
  return getOperationAST(document)?.name?.value;
}

/** Marks a saved document, so that it is compiled at its first use. */
export function prepareDocument(schema: GraphQLSchema, document: DocumentNode): void {
  if (!hasPlainVariables(schema, document))
    throw new Error('a saved document has variables that cannot be compiled');
  saved.set(document, new Map());
}

function compiledFor(operation: Operation): CompiledQuery | undefined {
  const { schema, document, operationName } = operation;
  const name = operationName ?? '';
  const own = saved.get(document);
  if (!own) return callersQuery(operation, name);
  if (!own.has(name)) own.set(name, compile(schema, document, name));
  return own.get(name);
}

function callersQuery({ schema, document, context }: Operation, name: string): CompiledQuery | undefined {
  const byName = operations.get(document) ?? new Map<string, CallersOperation | undefined>();
  operations.set(document, byName);
  if (!byName.has(name)) {
    // Callers can send any text as a name; only names in the document are stored.
    if (!getOperationAST(document, name || undefined)) return undefined;
    const fields = countFields(document, name || undefined);
    const isEligible = fields <= MAX_COMPILED_FIELDS && isCompilable(schema, document);
    byName.set(name, isEligible ? { uses: 0, fields } : undefined);
  }
  const operation = byName.get(name);
  if (!operation) return undefined;
  const known = compiledQueryOf(operation);
  if (known) return known;
  operation.uses += 1;
  const isExpensive =
    (context.report.cost ?? 0) >= Math.max(COMPILE_AT_COST, COST_PER_FIELD * operation.fields);
  if (operation.uses < COMPILE_AT_USE && !isExpensive) return undefined;
  const query = compile(schema, document, name);
  if (query) keepCompiled(operation, query);
  else byName.set(name, undefined);
  return query;
}

function compile(schema: GraphQLSchema, document: DocumentNode, name: string): CompiledQuery | undefined {
  const compiled = compileQuery(schema, document, name, {
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(compiled) ? compiled : undefined;
}
