import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from './credentials.ts';
import { isObject, propertyOf, textIn } from './json.ts';
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
      // Whatever a line quotes, such as the message of a library's error, it contains no credential.
      hooks: { streamWrite: redact },
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

/** Fields of an error that are safe to log, with its chain of causes. */
interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  /** The violated constraint and its place; set for errors of PostgreSQL. */
  constraint?: string;
  table?: string;
  column?: string;
  stack?: string;
  cause?: ErrorDescription;
}

const MAX_DEPTH = 5;
/** Errors whose messages quote values: PostgreSQL's data exceptions (SQLSTATE class 22), Prisma's, and JSON.parse's. */
const QUOTING_CODE = /^(22...|P\d{4})$/;
const QUOTING_NAME = /^(Prisma\w*|SyntaxError)$/;

/**
 * Describes an error for the log. It copies named fields only, because errors can carry customer data: PostgreSQL puts
 * the row into `detail`, a body parser puts the body into `body`.
 */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isObject(error)) return { type: typeof error, message: 'not an error' };
  // GraphQL wraps what a resolver threw and repeats its message.
  const original = propertyOf(error, 'originalError');
  if (isObject(original) && depth < MAX_DEPTH) return describeError(original, depth + 1);
  const code = textIn(error, 'code');
  const type = textIn(error, 'name') ?? 'Error';
  const given = textIn(error, 'message') ?? '';
  const isQuoting = QUOTING_NAME.test(type) || QUOTING_CODE.test(code ?? '');
  // From the first quotation mark to the last, because the value may contain quotation marks.
  const message = isQuoting ? given.replace(/".*"/s, '"…"') : given;
  const frames = textIn(error, 'stack')?.match(/^ {4}at .*$/gm);
  const description: ErrorDescription = { type, message };
  if (code !== undefined) description.code = code;
  for (const key of ['constraint', 'table', 'column'] as const) {
    const value = textIn(error, key);
    if (value !== undefined) description[key] = value;
  }
  if (frames) description.stack = [`${type}: ${message}`, ...frames].join('\n');
  const cause = propertyOf(error, 'cause');
  if (isObject(cause) && depth < MAX_DEPTH) description.cause = describeError(cause, depth + 1);
  return description;
}
