import type { DefinitionErrorCode } from '../../lib/definition-error-codes.ts';
import { Fault } from '../../lib/fault.ts';
import type { DefinitionError } from './definition.ts';

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
    const quoted = suggestions.map((value) => `"${value}"`).join(' or ');
    this.errors.push({
      pointer,
      code,
      message: quoted ? `${message} Did you mean ${quoted}?` : message,
      ...(quoted ? { did_you_mean: suggestions } : {}),
      ...hints,
    });
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
