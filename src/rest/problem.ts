import { type ArgumentNode, type DocumentNode, Kind, type ObjectFieldNode, visit } from 'graphql';
import { Fault, type FaultCode, HTTP_STATUS, type Violation, validationFault } from '../lib/fault.ts';

/** The one place that turns an error into a REST body: `{"detail": {"error", "message", …}}` (contract, section 1). */
export function toProblem({ code, message, status, details }: Fault) {
  return { status, body: { detail: { error: code, message, ...details } } };
}

/** Restores the error that `toProblem` made a response of. */
export function fromProblem(status: number, { detail }: ReturnType<typeof toProblem>['body']): Fault {
  const { error, message, ...details } = detail;
  return new Fault(error, message, { details, status });
}

/** Returns the status of a code at a path. An object that the path itself names is 404 if it does not exist. */
export function statusAt(path: string, code: FaultCode): number {
  const [, named] = /^(\w+)_not_found$/.exec(code) ?? [];
  return named && path.includes(`:${named}_id`) ? 404 : HTTP_STATUS[code];
}

/** Returns a fault with its status at a path. */
export function atPath(path: string, fault: Fault): Fault {
  const { code, message, details, cause } = fault;
  const status = statusAt(path, code);
  return status === fault.status ? fault : new Fault(code, message, { details, cause, status });
}

/**
 * Returns a function that tells a fault in the names that callers of a route send. Services name the arguments of GraphQL
 * operations and the fields of their inputs, such as `/userId`. The saved document says which variable each of them is:
 * `userId: $user_id`. Variables have the names of REST.
 *
 * @param sentAs pointers to what callers send, by pointers into variables that a route makes of several parameters.
 * @throws Error when one name stands for two variables and `sentAs` does not say which is meant.
 */
export function restNamesOf(
  document: DocumentNode,
  sentAs: Readonly<Record<string, string>> = {},
): (fault: Fault) => Fault {
  const variables = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode): void => {
    if (value.kind !== Kind.VARIABLE) return;
    const variable = value.name.value;
    const isAmbiguous = (variables.get(name.value) ?? variable) !== variable;
    if (isAmbiguous && !(`/${name.value}` in sentAs))
      throw new Error(`a saved document gives ${name.value} two variables`);
    variables.set(name.value, variable);
  };
  visit(document, { Argument: note, ObjectField: note, Directive: () => false });
  const sent = (name: string) => variables.get(name) ?? name;
  const inRestNames = ({ pointer, message, ...more }: Violation): Violation => ({
    pointer: sentAs[pointer] ?? pointer.replace(/[^/]+/, sent),
    // In a text, only a word in camelCase is certainly a name.
    message: message.replace(/\b[a-z]+[A-Z]\w*/g, sent),
    ...more,
  });
  return (fault) => {
    const { errors } = fault.details as { errors?: readonly Violation[] };
    return fault.code === 'validation_error' && errors ? validationFault(errors.map(inRestNames)) : fault;
  };
}
