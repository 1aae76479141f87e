import { Fault } from '../../lib/fault.ts';
import type { DefinitionError } from './definition.ts';

/** A hostile tree can be wrong in a hundred thousand places: the first few tell enough. */
const MAX_ERRORS = 50;

/** What is wrong with a definition, collected while it is read. */
export class Problems {
  readonly errors: DefinitionError[] = [];

  /** Whether reading on would tell nothing more. */
  get isFull(): boolean {
    return this.errors.length >= MAX_ERRORS;
  }

  add(error: DefinitionError): undefined {
    if (!this.isFull) this.errors.push(error);
    return undefined;
  }
}

/** 422 `invalid_definition` with everything that is wrong (contract, section 1). */
export function invalidDefinition(errors: readonly DefinitionError[]): Fault {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const text = first
    ? `${first.pointer || 'The definition'}: ${first.message}${more}`
    : 'The definition is not valid.';
  return new Fault('invalid_definition', text, { details: { errors } });
}
