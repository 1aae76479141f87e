import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { counted } from '../../lib/counted.ts';
import { Fault } from '../../lib/fault.ts';
import { OperationScope } from '../../lib/operation-scope.ts';
import { runWith } from '../../lib/request-context.ts';
import type { Context } from '../context.ts';
import { failedResult, type Result } from '../errors.ts';
import { answerBudgetOf, tooMuchRead } from './answer-size.ts';

/** How long an operation that was stopped may take to notice: its statements end within milliseconds. */
const GRACE_MS = 1_000;

/**
 * Runs an operation for as long as it may take and somebody waits for it, and until it has read more than an answer may
 * need. Then its statements are cancelled, and what becomes of it is told as it is: a result without errors counts,
 * however late; else the one error is `timeout`. Of one that read too much nothing counts: it is `answer_too_large`.
 *
 * @param res what the answer will be sent with.
 * @param context whose organization the operation runs for: its operations share connections to the database.
 */
export function withTimeLimit(
  res: ServerResponse,
  context: Pick<Context, 'limits' | 'report' | 'principal'>,
  run: () => Result,
): Result {
  const budget = answerBudgetOf(context);
  let stop = (reason: Fault) => scope.stop(reason);
  const scope: OperationScope = new OperationScope(context.principal.organizationId, {
    maxBytes: budget.maxReadBytes,
    exceeded: (bytes, running) => stop(tooMuchRead(budget, bytes, running)),
  });
  const result = runWith({ operation: scope }, run);
  if (!('then' in result)) return result;
  return limit(res, context.limits.timeoutMs, scope, result, (stopWithGrace) => {
    stop = stopWithGrace;
  });
}

function limit(
  res: ServerResponse,
  timeoutMs: number,
  scope: OperationScope,
  result: Promise<ExecutionResult>,
  onOverrun: (stop: (reason: Fault) => void) => void,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const stop = (reason: Fault) => {
      scope.stop(reason);
      grace ??= setTimeout(() => resolve(failedResult(reason)), GRACE_MS).unref();
    };
    onOverrun(stop);
    const timer = setTimeout(() => stop(timeoutFault(timeoutMs)), timeoutMs).unref();
    const gone = () => {
      if (!res.writableFinished) stop(goneFault());
    };
    res.once('close', gone);
    result
      .then(
        (value) =>
          resolve(scope.stopped && isLost(value, scope.stopped) ? failedResult(scope.stopped) : value),
        (error: unknown) => (scope.stopped ? resolve(failedResult(scope.stopped)) : reject(error)),
      )
      .finally(() => {
        clearTimeout(grace);
        // An error ends an operation while other fields still wait for their statements: those keep the limit.
        if (scope.isBusy) return;
        clearTimeout(timer);
        res.off('close', gone);
        scope.endReads();
      });
  });
}

/** Whether nothing of a result counts, as its operation was stopped. */
function isLost({ errors }: ExecutionResult, reason: Error): boolean {
  return errors !== undefined || (reason instanceof Fault && reason.code === 'answer_too_large');
}

function timeoutFault(timeoutMs: number): Fault {
  const message = `The operation took longer than ${counted(timeoutMs / 1000, 'second')} and was stopped. Ask for less at a time. If it changes data, check whether it did before you retry.`;
  return new Fault('timeout', message);
}

/** Nobody reads it. */
function goneFault(): Fault {
  return new Fault('timeout', 'The caller disconnected before the response was ready.');
}
