import { type DefinitionErrorCode, Fault } from '../../lib/fault.ts';
import { suggested } from '../../lib/text.ts';
import type { EvidenceWhen } from './evidence-when.ts';
import type { OperatorKey, Value } from './operators.ts';
import type { Field } from './registry.ts';

/** A condition that was checked against the registry. */
export interface ConditionNode {
  kind: 'condition';
  /** JSON pointer of the node that contains the condition. */
  pointer: string;
  field: Field;
  operator: OperatorKey;
  /** Without duplicates, except in a `between`. */
  values: readonly Value[];
  /** Evidence of a value that counts; undefined for all of it. Only for dated fields. */
  when?: EvidenceWhen | undefined;
  /**
   * Trees of the lists that a condition on lists names, in the order of `values`: null without members, undefined if deleted.
   * Conditions that name one list share its tree, so visit each tree once.
   */
  lists?: readonly (FilterNode | null | undefined)[];
}

/** A node of a filter tree (contract, section 6), parsed once at the edge. */
export type FilterNode =
  | { kind: 'and' | 'or'; pointer: string; children: readonly FilterNode[] }
  | { kind: 'not'; pointer: string; child: FilterNode }
  | ConditionNode;

export interface Definition {
  registryVersion: string;
  /** Null in a new list; matches nothing. */
  root: FilterNode | null;
}

/** An error in a definition (contract, section 1, `invalid_definition`). */
interface DefinitionError {
  /** JSON pointer (RFC 6901) into the request. */
  pointer: string;
  code: DefinitionErrorCode;
  message: string;
  /** Lists that name each other, as far as the caller can see them. */
  path?: readonly number[];
  /** Values that are allowed here. */
  allowed?: readonly string[];
  did_you_mean?: readonly string[];
}

/** Tells whether a condition matches companies that do not have the values. */
export function isNegative({ operator, values }: ConditionNode): boolean {
  return operator === 'none_of' || (operator === 'is_known' && values[0] === false);
}

/** Yields the conditions of a tree in document order. They are `inverted` if the number of `not` above them is odd. */
export function* conditionsOf(
  node: FilterNode | null,
  inverted = false,
): Generator<{ condition: ConditionNode; inverted: boolean }> {
  if (node === null) return;
  if (node.kind === 'condition') yield { condition: node, inverted };
  else if (node.kind === 'not') yield* conditionsOf(node.child, !inverted);
  else for (const child of node.children) yield* conditionsOf(child, inverted);
}

/**
 * Tells whether every match of a tree meets at least one positive condition (contract, section 6). A positive condition
 * is bounded, a negated one is not. `and` is bounded if one child is, `or` if all are. `not` swaps the two.
 */
export function isBounded(node: FilterNode, negated = false): boolean {
  switch (node.kind) {
    case 'condition':
      return isNegative(node) === negated;
    case 'not':
      return isBounded(node.child, !negated);
    case 'and':
    case 'or': {
      const needsAll = (node.kind === 'or') !== negated;
      for (const child of node.children) if (isBounded(child, negated) !== needsAll) return !needsAll;
      return needsAll;
    }
  }
}

/** Limits the answer to a hostile tree, which can have a hundred thousand errors. */
const MAX_ERRORS = 50;

/** Errors of a definition, collected while it is parsed. */
export class Problems {
  readonly errors: DefinitionError[] = [];

  /** True when further errors would be dropped. */
  get isFull(): boolean {
    return this.errors.length >= MAX_ERRORS;
  }

  /** @param hints suggestions are added to the message too. */
  add(
    pointer: string,
    code: DefinitionErrorCode,
    message: string,
    {
      suggestions = [],
      ...hints
    }: Pick<DefinitionError, 'allowed' | 'path'> & { suggestions?: readonly string[] } = {},
  ): undefined {
    if (this.isFull) return;
    this.errors.push({ pointer, code, ...suggested(message, suggestions), ...hints });
  }
}

/** Creates the fault `invalid_definition` (422) with all errors (contract, section 1). */
export function invalidDefinition(errors: readonly DefinitionError[]): Fault {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const text = first
    ? `${first.pointer || 'The definition'}: ${first.message}${more}`
    : 'The definition is not valid.';
  return new Fault('invalid_definition', text, { details: { errors } });
}
