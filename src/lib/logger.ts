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
      mixinMergeStrategy: addNames,
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

const NO_NAMES: object = {};

/** A request's own line names it by itself: it is written when the scope may be another's, and often. */
function namesOfRequest(line: object): object {
  const scope = 'requestId' in line ? undefined : currentScope();
  if (!scope) return NO_NAMES;
  const { requestId, traceId } = scope;
  return traceId === undefined ? { requestId } : { requestId, trace_id: traceId };
}

function addNames(line: object, names: object): object {
  return names === NO_NAMES ? line : { ...names, ...line };
}
