import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Context } from '../../graphql/context.ts';
import { failedResult } from '../../graphql/errors.ts';
import { answerBudgetOf, tooMuchRead } from '../../graphql/limits/answer-size.ts';
import { Fault } from '../../lib/fault.ts';
import { organizationOf } from '../../lib/principal.ts';
import { OperationScope, runWith, type StatementRead } from '../../lib/request-context.ts';
import { counted } from '../../lib/text.ts';

/** How long an operation that was stopped may take to notice: its statements end within milliseconds. */
const GRACE_MS = 1_000;

/**
 * Refuses to begin what nobody waits for any more. A client may leave while its request waits for its points, its body or
 * its key: nothing is executed then, and no Idempotency-Key is used.
 *
 * @throws Fault timeout, which nobody reads
 */
export function requireListener({ closed, req }: ServerResponse): void {
  // The socket is closed before the response is when both are closed in one turn of the event loop.
  if (closed || req.socket.destroyed) throw gone();
}

interface Bounded {
  /** Its organization shares connections to the database among its operations. */
  context: Context;
  /** What the answer will be sent with. */
  res: ServerResponse;
}

/**
 * Runs an operation for as long as it may take and somebody waits for it, and until it has read more than an answer may
 * need. Then its statements are cancelled, and what becomes of it is told as it is: a result without errors counts,
 * however late; else the one error is `timeout`. Of one that read too much nothing counts: it is `answer_too_large`.
 */
export function withinLimits(
  { context, res }: Bounded,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  requireListener(res);
  const budget = answerBudgetOf(context);
  const { timeoutMs } = context.limits;
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | undefined;
    const stop = (reason: Fault) => {
      scope.stop(reason);
      grace ??= setTimeout(() => resolve(failedResult(reason)), GRACE_MS).unref();
    };
    const reads = {
      maxBytes: budget.maxReadBytes,
      maxBitmapBytes: budget.maxBitmapBytes,
      exceeded: (bytes: number, running: StatementRead) => stop(tooMuchRead(budget, bytes, running)),
    };
    const scope: OperationScope = new OperationScope(
      organizationOf(context.principal.organizationId),
      reads,
      context.report.charge,
    );
    const timer = setTimeout(() => stop(tookTooLong(timeoutMs)), timeoutMs).unref();
    const leave = () => {
      if (!res.writableFinished) stop(gone());
    };
    res.once('close', leave);
    const end = () => {
      clearTimeout(grace);
      // An error ends an operation while other fields still wait for their statements: those keep the limit.
      if (scope.isBusy) return;
      clearTimeout(timer);
      res.off('close', leave);
      // Timers of the operation may outlive it, with everything that the budget references.
      scope.readBudget = undefined;
    };
    const settle = (result: ExecutionResult) => {
      const { stopped } = scope;
      resolve(stopped && isLost(result, stopped) ? failedResult(stopped) : result);
      end();
    };
    const fail = (error: unknown) => {
      if (scope.stopped) resolve(failedResult(scope.stopped));
      else reject(error);
      end();
    };
    runWith({ operation: scope }, run).then(settle, fail);
  });
}

/** Whether nothing of a result counts, as its operation was stopped. */
function isLost({ errors }: ExecutionResult, reason: Error): boolean {
  return errors !== undefined || (reason instanceof Fault && reason.code === 'answer_too_large');
}

function tookTooLong(timeoutMs: number): Fault {
  const message = `The operation took longer than ${counted(timeoutMs / 1000, 'second')} and was stopped. Ask for less at a time. If it changes data, check whether it did before you retry.`;
  return new Fault('timeout', message);
}

/** Nobody reads it. */
export function gone(): Fault {
  return new Fault('timeout', 'The caller disconnected before the response was ready.');
}
