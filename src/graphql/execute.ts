import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { hasPlainVariables, isCompilable } from './compilable.ts';
import {
  type CallersOperation,
  compiledQueryOf,
  countFields,
  keepCompiled,
  MAX_COMPILED_FIELDS,
} from './compiled-queries.ts';
import type { Context, OperationKind } from './context.ts';
import { schema } from './schema.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

export interface Operation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  context: Context;
}

/** Compiling costs milliseconds: it pays for a document that comes back, not for one that is seen once. */
const COMPILE_AT_USE = 3;
/**
 * Cost from which on compiling may pay at the first use: interpreting thousands of objects takes longer. It has to be so
 * many times the number of fields, too: else documents of hundreds of fields, each sent once, would buy milliseconds of
 * compiling for a few points.
 */
const [COMPILE_AT_COST, COST_PER_FIELD] = [5_000, 50];

/** Saved documents are ours and tested under graphql-jit: they may use directives, and stay compiled. */
const saved = new WeakMap<DocumentNode, Map<string, CompiledQuery | undefined>>();

/** Operations of callers' documents by name; undefined for those that are never compiled. */
const operations = new WeakMap<DocumentNode, Map<string, CallersOperation | undefined>>();

/**
 * The one in-process entry: both APIs run their operations here. A document that is used again runs through
 * graphql-jit, five times faster on a large answer; see isCompilable for those that never do.
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
  // No data at all means that the variables were refused before anything ran: graphql-js says better where.
  if ('then' in result) return result.then(release);
  return 'data' in result ? release(result) : interpret(operation);
}

/**
 * Takes the answer out of what graphql-jit holds on to: its execution context outlives the request by a garbage
 * collection or two, and a large answer with it would be copied to the old generation.
 */
function release(result: ExecutionResult): ExecutionResult {
  const { data } = result;
  if (!data) return result;
  const own = { ...data };
  for (const key of Object.keys(data)) data[key] = null;
  return { ...result, data: own };
}

function interpret({ document, operationName, variables, context }: Operation) {
  const variableValues = variables ?? {};
  return execute({ schema, document, operationName, variableValues, contextValue: context }) as Result;
}

/** What the operation is that a name picks from a document, or that is its only one. */
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

/** The name of a document's only operation. */
export function operationNameOf({ definitions }: DocumentNode): string | undefined {
  const [operation, ...more] = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operation && 'name' in operation && more.length === 0 ? operation.name?.value : undefined;
}

/** Marks a document of our own, to be compiled at its first use. */
export function prepareDocument(document: DocumentNode): void {
  if (!hasPlainVariables(schema, document))
    throw new Error('a saved document has variables that cannot be compiled');
  saved.set(document, new Map());
}

function compiledFor({ document, operationName, context }: Operation): CompiledQuery | undefined {
  const name = operationName ?? '';
  const own = saved.get(document);
  if (!own) return callersQuery(document, name, context.report.cost ?? 0);
  if (!own.has(name)) own.set(name, compile(document, operationName));
  return own.get(name);
}

function callersQuery(document: DocumentNode, name: string, cost: number): CompiledQuery | undefined {
  const byName = operations.get(document) ?? new Map<string, CallersOperation | undefined>();
  operations.set(document, byName);
  if (!byName.has(name)) {
    // Any text can be sent as a name: only those that the document has are kept.
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
  const isExpensive = cost >= Math.max(COMPILE_AT_COST, COST_PER_FIELD * operation.fields);
  if (operation.uses < COMPILE_AT_USE && !isExpensive) return undefined;
  const query = compile(document, name);
  if (query) keepCompiled(operation, query);
  else byName.set(name, undefined);
  return query;
}

function compile(
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledQuery | undefined {
  const compiled = compileQuery(schema, document, operationName ?? '', {
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(compiled) ? compiled : undefined;
}
