import { type Fault, HTTP_STATUS } from '../lib/fault.ts';

/** The one place that turns an error into a REST body: `{"detail": {"error", "message", …}}` (contract, section 1). */
export function toProblem({ code, message, details }: Fault) {
  return { status: HTTP_STATUS[code], body: { detail: { error: code, message, ...details } } };
}
