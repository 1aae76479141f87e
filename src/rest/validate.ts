import type { z } from 'zod';
import { type Violation, validationFault } from '../lib/fault.ts';
import { pointerStep } from '../lib/json-pointer.ts';

/** A hostile body can hold a fault in every one of a hundred thousand places: the first few tell enough. */
const MAX_VIOLATIONS = 50;

/**
 * Parses one part of a request.
 *
 * @throws Fault validation_error with a JSON pointer for each thing that is wrong (contract, section 1).
 */
export function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationFault(parsed.error.issues.slice(0, MAX_VIOLATIONS).flatMap(toViolations));
}

function toViolations(issue: z.core.$ZodIssue): Violation[] {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.slice(0, MAX_VIOLATIONS);
    return unknown.map((key) => ({ pointer: toPointer([...issue.path, key]), message: 'is not known here' }));
  }
  return [{ pointer: toPointer(issue.path), message: textOf(issue) }];
}

/** zod's own words for a wrong type, in ours; a message that a schema was given stays. */
function textOf(issue: z.core.$ZodIssue): string {
  const isDefault = issue.code === 'invalid_type' && issue.message.startsWith('Invalid input: expected');
  if (!isDefault) return issue.message;
  if (issue.path.length === 0) return 'must be a JSON object';
  const wanted = `must be ${article(issue.expected)}`;
  return issue.message.endsWith('received undefined') ? `is missing; it ${wanted}` : wanted;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function toPointer(path: readonly PropertyKey[]): string {
  return path.map(pointerStep).join('');
}
