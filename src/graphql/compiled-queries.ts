import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { isCompilable } from './compilable.ts';

/** Compiling costs milliseconds, which pays for a document that is sent again. */
const COMPILE_AT_USE = 3;
/**
 * Cost from which compiling may pay at the first use, because interpreting thousands of objects takes longer. The cost
 * must also be this multiple of the number of fields. Otherwise documents of hundreds of fields, each sent once, would
 * get milliseconds of compiling for a few points.
 */
const [COMPILE_AT_COST, COST_PER_FIELD] = [5_000, 50];

/** Operations with more fields are interpreted, because compiling takes 0.1 ms a field. */
export const MAX_COMPILED_FIELDS = 500;
/** Generated code and closures of a field: measured and rounded up. */
const BYTES_PER_FIELD = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;

/** An operation of a document from a caller. */
interface CallersOperation {
  uses: number;
  /** Number of fields, those of a fragment once for each spread: compiling repeats their code. */
  fields: number;
}

/**
 * Saved documents of the REST API. They are tested under graphql-jit, so they may use directives. They stay compiled, but
 * for those that it would answer differently, such as a change with optional fields of its input.
 */
const saved = new WeakMap<DocumentNode, CompiledQuery | 'at first use' | 'never'>();

/** Operations of callers' documents, by name; undefined for operations that are never compiled. */
const operations = new WeakMap<DocumentNode, Map<string, CallersOperation | undefined>>();

const compiled = new LRUCache<CallersOperation, CompiledQuery>({
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

/** Marks a saved document. It is compiled at its first use, unless isCompilable refuses it. */
export function prepareDocument(schema: GraphQLSchema, document: DocumentNode): void {
  saved.set(document, isCompilable(schema, document, true) ? 'at first use' : 'never');
}

export function isSaved(document: DocumentNode): boolean {
  return saved.has(document);
}

/**
 * Returns the compiled form of an operation, once compiling pays. isCompilable tells which documents have none.
 *
 * @param name name of the operation; empty if it was not sent.
 * @param cost estimated cost of the operation.
 */
export function compiledQueryOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string,
  cost: number,
): CompiledQuery | undefined {
  const known = saved.get(document);
  if (known === undefined) return callersQuery(schema, document, name, cost);
  if (known === 'never') return undefined;
  if (known !== 'at first use') return known;
  const query = compile(schema, document, name);
  saved.set(document, query ?? 'never');
  return query;
}

function callersQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string,
  cost: number,
): CompiledQuery | undefined {
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
  const known = compiled.get(operation);
  if (known) return known;
  operation.uses += 1;
  const isExpensive = cost >= Math.max(COMPILE_AT_COST, COST_PER_FIELD * operation.fields);
  if (operation.uses < COMPILE_AT_USE && !isExpensive) return undefined;
  const query = compile(schema, document, name);
  if (query) compiled.set(operation, query);
  else byName.set(name, undefined);
  return query;
}

function compile(schema: GraphQLSchema, document: DocumentNode, name: string): CompiledQuery | undefined {
  const query = compileQuery(schema, document, name, {
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(query) ? query : undefined;
}

/** Counts the fields of an operation, those of a fragment once for each spread. Stops above MAX_COMPILED_FIELDS. */
export function countFields(document: DocumentNode, operationName: string | null | undefined): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  let fields = 0;
  let visited = 0;
  const count = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      visited += 1;
      // Fragments that each spread another one twice double the visits without adding a field.
      if (fields > MAX_COMPILED_FIELDS || visited > 4 * MAX_COMPILED_FIELDS) return;
      if (selection.kind === Kind.FRAGMENT_SPREAD) count(fragments.get(selection.name.value)?.selectionSet);
      else {
        if (selection.kind === Kind.FIELD) fields += 1;
        count(selection.selectionSet);
      }
    }
  };
  count(operation.selectionSet);
  return visited > 4 * MAX_COMPILED_FIELDS ? MAX_COMPILED_FIELDS + 1 : fields;
}
