import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** Operations with more fields are interpreted: compiling takes a tenth of a millisecond a field. */
export const MAX_COMPILED_FIELDS = 500;
/** Generated code and closures: measured, and rounded up. */
const BYTES_PER_FIELD = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;

/** An operation of a document that callers sent. */
export interface CallersOperation {
  uses: number;
  /** Fields with fragments spread; compiling writes out each spread. */
  fields: number;
}

const compiled = new LRUCache<CallersOperation, CompiledQuery>({
  maxSize: MAX_BYTES,
  sizeCalculation: (_query, { fields }) => (fields + 1) * BYTES_PER_FIELD,
  // It has to prove anew that it comes back.
  dispose: (_query, operation) => {
    operation.uses = 0;
  },
});

/** Compiled operations of callers, in bytes; saved documents are not among them. */
export function compiledBytes(): number {
  return compiled.calculatedSize;
}

export function compiledQueryOf(operation: CallersOperation): CompiledQuery | undefined {
  return compiled.get(operation);
}

export function keepCompiled(operation: CallersOperation, query: CompiledQuery): void {
  compiled.set(operation, query);
}

/** Fields of an operation, those of a fragment at every spread of it; no more than one over the limit are counted. */
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
      // Fragments that spread each other twice hold no field for a long time.
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
