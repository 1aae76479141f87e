import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { readFromPrimary } from '../lib/request-context.ts';
import { analyze } from './analysis/analyze.ts';
import { isCompilable } from './compilable.ts';
import type { Context } from './context.ts';
import type { Result } from './errors.ts';
import { selectsPlainRows, withRowsAsLeaves } from './selections.ts';

interface Operation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  context: Context;
  /** Whether it is a document of the REST API. */
  isSaved: boolean;
}

/**
 * Runs an operation of either API. A document that is used again runs through graphql-jit, five times faster on a large
 * response; isCompilable tells which documents never do.
 */
export async function executeOperation(
  schema: GraphQLSchema,
  operation: Operation,
): Promise<ExecutionResult> {
  const { document, operationName, context } = operation;
  const definition = getOperationAST(document, operationName || undefined);
  const type = definition?.operation ?? OperationTypeNode.QUERY;
  const { onOperation } = context.report;
  const ended = onOperation?.({ name: definition?.name?.value, type, saved: operation.isSaved });
  try {
    // A mutation reads nothing from replicas, because it writes what follows from its reads.
    if (type === OperationTypeNode.MUTATION) return await readFromPrimary(() => start(schema, operation));
    return await start(schema, operation);
  } finally {
    ended?.();
  }
}

function start(schema: GraphQLSchema, operation: Operation): Result {
  const { variables, context } = operation;
  const compiled = compiledQueryOf(schema, operation, context.report.cost ?? 0);
  if (!compiled) return interpret(schema, operation);
  const result = compiled.query({}, context, variables ?? {});
  // Without data, the variables were refused before anything ran: graphql-js reports their place better.
  if ('then' in result) return result.then(release);
  return 'data' in result ? release(result) : interpret(schema, operation);
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

function interpret(schema: GraphQLSchema, { document, operationName, variables, context }: Operation) {
  const variableValues = variables ?? {};
  return execute({ schema, document, operationName, variableValues, contextValue: context }) as Result;
}

/** Compiling costs milliseconds, which pays for a document that is sent again. */
const COMPILE_AT_USE = 3;
/**
 * Cost from which compiling may pay at the first use, because interpreting thousands of objects takes longer. The cost
 * must also be this multiple of the number of fields. Otherwise documents of hundreds of fields, each sent once, would
 * get milliseconds of compiling for a few points.
 */
const [COMPILE_AT_COST, COST_PER_FIELD] = [5_000, 50];

/** Operations of callers with more fields are interpreted, because compiling takes 0.1 ms a field. */
const MAX_COMPILED_FIELDS = 500;
/** Generated code and closures of a field: measured and rounded up. */
const BYTES_PER_FIELD = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;

/** An operation that has run. */
interface KnownOperation {
  /** Whether it may be compiled. Others stay interpreted. */
  isCompilable: boolean;
  uses: number;
  /** Number of fields, those of a fragment once for each spread: compiling repeats their code. */
  fields: number;
  /** Compiled form of a saved document, which stays. Those of callers are in `compiled`. */
  query?: CompiledQuery;
}

/** Operations by their names. They are dropped with their documents. */
const operations = new WeakMap<DocumentNode, Map<string, KnownOperation>>();

/** Compiled operations of callers. */
const compiled = new LRUCache<KnownOperation, CompiledQuery>({
  maxSize: MAX_BYTES,
  sizeCalculation: (_query, { fields }) => (fields + 1) * BYTES_PER_FIELD,
  // After eviction, an operation must be used several times again before it is compiled.
  dispose: (_query, operation) => {
    operation.uses = 0;
  },
});

/** Returns the bytes of the compiled operations of callers. Saved documents are not included. */
export function compiledBytes(): number {
  return compiled.calculatedSize;
}

interface Compiling {
  document: DocumentNode;
  operationName?: string | null | undefined;
  /** Whether it is a document of the REST API. It is compiled at its first use, and may use directives. */
  isSaved: boolean;
}

/**
 * Returns the compiled form of a valid operation, once compiling pays. isCompilable tells which documents have none.
 *
 * @param cost estimated cost of the operation.
 */
function compiledQueryOf(schema: GraphQLSchema, sent: Compiling, cost: number): CompiledQuery | undefined {
  const { document, operationName, isSaved } = sent;
  const name = operationName ?? '';
  const operation = operations.get(document)?.get(name) ?? noteOperation(schema, sent, name);
  if (!operation.isCompilable) return undefined;
  const known = operation.query ?? compiled.get(operation);
  if (known) return known;
  operation.uses += 1;
  const isExpensive = cost >= Math.max(COMPILE_AT_COST, COST_PER_FIELD * operation.fields);
  if (!isSaved && operation.uses < COMPILE_AT_USE && !isExpensive) return undefined;
  const compile = () =>
    compileQuery(schema, document, name, {
      disableLeafSerialization: true,
      disablingCapturingStackErrors: true,
    });
  const query = selectsPlainRows(schema, document) ? withRowsAsLeaves(schema, compile) : compile();
  if (!isCompiledQuery(query)) {
    operation.isCompilable = false;
    return undefined;
  }
  if (isSaved) operation.query = query;
  else compiled.set(operation, query);
  return query;
}

function noteOperation(
  schema: GraphQLSchema,
  { document, operationName, isSaved }: Compiling,
  name: string,
): KnownOperation {
  const fields = analyze(schema, document, operationName, {})?.fields;
  // Callers can send any text as a name; only names in the document are stored.
  if (fields === undefined) return { isCompilable: false, uses: 0, fields: 0 };
  const isSmall = isSaved || fields <= MAX_COMPILED_FIELDS;
  const operation = { isCompilable: isSmall && isCompilable(schema, document, isSaved), uses: 0, fields };
  const byName = operations.get(document) ?? new Map<string, KnownOperation>();
  operations.set(document, byName.set(name, operation));
  return operation;
}
