import { type ExecutionResult, GraphQLError } from 'graphql';
import { unexpectedFault } from '../database/unavailable.ts';
import { Fault, type Violation } from '../lib/fault.ts';

/**
 * Returns the Fault behind a GraphQL error: the one that a resolver threw, or `validation_error` if the schema refused
 * the request. Everything else is `unavailable` or `internal_error`, and its text never leaves the process.
 */
export function toFault(error: unknown): Fault {
  const root = rootCause(error);
  if (root instanceof Fault) return root;
  // An error that has a path from the start was raised by the executor, not by what the caller sent.
  if (root instanceof GraphQLError && !root.path) {
    return new Fault('validation_error', root.message, { details: { errors: violationsOf(error, root) } });
  }
  return unexpectedFault(error);
}

function rootCause(error: unknown): unknown {
  let root = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}

/** Returns the place that a coercion error names (`at "input.domains[0]"`, else the variable) as a JSON pointer. */
function violationsOf(error: unknown, root: GraphQLError): Violation[] {
  const text = error instanceof Error ? error.message : '';
  const [, path = ''] = / at "([^"]*)"/.exec(text) ?? /^Variable "\$([^"]*)" got/.exec(text) ?? [];
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);
  return [{ pointer: steps.map((step) => `/${step}`).join(''), message: root.message }];
}

/** Returns the result of an operation of which nothing counts but an error. */
export function failedResult(error: unknown): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/** Error of a stored response. It was made public before, and is written unchanged. */
export class KeptError extends Error {
  readonly #json: object;

  constructor(json: object) {
    super('kept');
    this.#json = json;
  }

  toJSON(): object {
    return this.#json;
  }
}

/** Returns a fault of a whole request as GraphQL callers see it. */
export function toRequestError(fault: Fault): object {
  return { message: fault.message, extensions: extensionsOf(fault) };
}

function extensionsOf({ code, details }: Fault): Record<string, unknown> {
  return { code: code.toUpperCase(), ...details };
}

/**
 * Returns the error as GraphQL callers see it: the contract's code in upper case and its extra keys in `extensions`.
 * Errors of Yoga itself (a syntax error, an unknown field) keep the code and status that it gave them.
 */
export function toPublicError(error: unknown): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  const fault = toFault(error);
  const own = fault.code === 'validation_error' ? located?.extensions : undefined;
  return new GraphQLError(fault.message, {
    nodes: located?.nodes ?? null,
    source: located?.source ?? null,
    positions: located?.positions ?? null,
    path: located?.path ?? null,
    extensions: { ...extensionsOf(fault), ...own },
  });
}
