import type { ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { Fault } from '../../lib/fault.ts';
import { OperationScope, runInScope } from '../../lib/operation-scope.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

/** How long an operation that was stopped may take to notice: its statements end within milliseconds. */
const GRACE_MS = 1_000;

/**
 * Runs an operation for as long as it may take and somebody waits for it. Then its statements are cancelled, and what
 * becomes of it is told as it is: a result without errors counts, however late; else the one error is `timeout`.
 *
 * @param res what the answer will be sent with.
 * @param owner the organization that it runs for: its operations share connections to the database.
 */
export function withTimeLimit(
  res: ServerResponse,
  timeoutMs: number,
  run: () => Result,
  owner?: number,
): Result {
  const scope = new OperationScope(owner);
  const result = runInScope(scope, run);
  return 'then' in result ? limit(res, timeoutMs, scope, result) : result;
}

function limit(
  res: ServerResponse,
  timeoutMs: number,
  scope: OperationScope,
  result: Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const stop = (reason: Fault) => {
      scope.stop(reason);
      grace ??= setTimeout(() => resolve(stopped(reason)), GRACE_MS).unref();
    };
    const timer = setTimeout(() => stop(timeoutFault(timeoutMs)), timeoutMs).unref();
    const gone = () => {
      if (!res.writableFinished) stop(goneFault());
    };
    res.once('close', gone);
    result
      .then(
        (value) => resolve(scope.stopped && value.errors ? stopped(scope.stopped) : value),
        (error: unknown) => (scope.stopped ? resolve(stopped(scope.stopped)) : reject(error)),
      )
      .finally(() => {
        clearTimeout(grace);
        // An error ends an operation while other fields still wait for their statements: those keep the limit.
        if (scope.isBusy) return;
        clearTimeout(timer);
        res.off('close', gone);
      });
  });
}

function stopped(reason: Error): ExecutionResult {
  return { errors: [new GraphQLError(reason.message, { originalError: reason })] };
}

function timeoutFault(timeoutMs: number): Fault {
  const message = `The operation took longer than ${timeoutMs / 1000} seconds and was stopped. Ask for less at a time. If it was to change something, look whether it did before you repeat it.`;
  return new Fault('timeout', message);
}

/** Nobody reads it. */
function goneFault(): Fault {
  return new Fault('timeout', 'The caller went away before the answer was ready.');
}
