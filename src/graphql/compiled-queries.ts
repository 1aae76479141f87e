import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** Operations with more fields are interpreted, because compiling takes 0.1 ms a field. */
export const MAX_COMPILED_FIELDS = 500;
/** Generated code and closures of a field: measured and rounded up. */
const BYTES_PER_FIELD = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;

/** An operation of a document from a caller. */
export interface CallersOperation {
  uses: number;
  /** Number of fields, those of a fragment once for each spread: compiling repeats their code. */
  fields: number;
}

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

export function compiledQueryOf(operation: CallersOperation): CompiledQuery | undefined {
  return compiled.get(operation);
}

export function keepCompiled(operation: CallersOperation, query: CompiledQuery): void {
  compiled.set(operation, query);
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
