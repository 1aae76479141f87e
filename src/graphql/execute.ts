import { type DocumentNode, type ExecutionResult, execute, Kind, OperationTypeNode } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { hasPlainVariables, isCompilable } from './compilable.ts';
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

interface Known {
  uses: number;
  /** Saved documents are ours and tested under graphql-jit: they may use directives. */
  saved: boolean;
  compiled: Map<string, CompiledQuery | undefined>;
}

const known = new WeakMap<DocumentNode, Known>();

/**
 * The one in-process entry: both doors run their operations here. A document that is used again runs through
 * graphql-jit, five times faster on a large answer; see isCompilable for those that never do.
 */
export function executeOperation(operation: Operation): Result {
  const { onOperation } = operation.context.report;
  if (!onOperation) return run(operation);
  const { document, operationName } = operation;
  const saved = known.get(document)?.saved ?? false;
  const ended = onOperation({ ...kindOf(document, operationName), saved });
  const result = run(operation);
  if ('then' in result) return result.finally(ended);
  ended();
  return result;
}

function run(operation: Operation): Result {
  const compiled = compiledFor(operation.document, operation.operationName);
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
  known.set(document, { uses: COMPILE_AT_USE, saved: true, compiled: new Map() });
}

function compiledFor(
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledQuery | undefined {
  const entry = known.get(document) ?? { uses: 0, saved: false, compiled: new Map() };
  known.set(document, entry);
  entry.uses += 1;
  if (entry.uses < COMPILE_AT_USE) return undefined;
  const name = operationName ?? '';
  if (!entry.compiled.has(name)) {
    const eligible = entry.saved || isCompilable(schema, document);
    entry.compiled.set(name, eligible ? compile(document, operationName) : undefined);
  }
  return entry.compiled.get(name);
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
