import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import { currentScope } from './request-scope.ts';

export type { Logger };

/**
 * JSON lines on standard error: standard output belongs to what a command prints. What is logged while a request is
 * answered names it, and its trace.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: namesOfRequest,
      // What a line says by itself holds: a request's own line is written when its scope may be another's.
      mixinMergeStrategy: (line, names) => ({ ...names, ...line }),
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

function namesOfRequest(): object {
  const scope = currentScope();
  return scope ? { requestId: scope.requestId, trace_id: scope.traceId } : {};
}
