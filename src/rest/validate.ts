import type { z } from 'zod';
import { type Violation, validationFault } from '../lib/fault.ts';

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

function textOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  if (issue.path.length === 0) return 'must be a JSON object';
  return issue.input === undefined && issue.message.includes('received undefined')
    ? `is missing; it must be ${article(issue.expected)}`
    : `must be ${article(issue.expected)}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** RFC 6901: `~` and `/` inside a step are escaped. */
function toPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
