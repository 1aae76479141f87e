import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import { currentContext } from './request-context.ts';

export type { Logger };

/**
 * Creates a logger that writes JSON lines to standard error; standard output is for the results of commands. Lines that
 * are logged while a request is being handled carry its id and its trace id.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: requestFields,
      mixinMergeStrategy: mergeFields,
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

const NO_FIELDS: object = {};

/** Returns the ids to add to a line. A line with a `requestId` keeps it: the current scope may be another request's. */
function requestFields(line: object): object {
  const scope = 'requestId' in line ? undefined : currentContext().request;
  if (!scope) return NO_FIELDS;
  const { requestId, traceId } = scope;
  return traceId === undefined ? { requestId } : { requestId, trace_id: traceId };
}

function mergeFields(line: object, fields: object): object {
  return fields === NO_FIELDS ? line : { ...fields, ...line };
}
