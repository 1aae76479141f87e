import { Fault, HTTP_STATUS } from '../lib/fault.ts';

/** The one place that turns an error into a REST body: `{"detail": {"error", "message", …}}` (contract, section 1). */
export function toProblem({ code, message, details }: Fault) {
  return { status: HTTP_STATUS[code], body: { detail: { error: code, message, ...details } } };
}

/** Restores the error of a body that `toProblem` made. */
export function fromProblem({ detail }: ReturnType<typeof toProblem>['body']): Fault {
  const { error, message, ...details } = detail;
  return new Fault(error, message, { details });
}
