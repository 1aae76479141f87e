import { type DestinationStream, type Logger, pino } from 'pino';
import type { Fault } from './fault.ts';
import { isObject, propertyOf, textIn } from './json.ts';
import { currentContext } from './request-context.ts';
import { redact } from './text.ts';

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

/** Minimum time between two warnings. While the database is down, every request fails for the same reason. */
const QUIET_MS = 5_000;

const warnedAt = new WeakMap<Logger, number>();

/**
 * Logs faults that the operator can fix: a defect with its stack, an unreachable database in one short line. Other faults
 * are mistakes of callers and are not logged here.
 */
export function logFault(logger: Logger, fault: Fault, message: string, requestId?: string): void {
  const request = requestId === undefined ? {} : { requestId };
  if (fault.code === 'internal_error') logger.error({ err: fault.cause, ...request }, message);
  // Without a cause, the database answered: an import changed the catalogue while a request read it.
  if (fault.code !== 'unavailable' || fault.cause === undefined) return;
  const now = performance.now();
  if (now - (warnedAt.get(logger) ?? -QUIET_MS) < QUIET_MS) return;
  warnedAt.set(logger, now);
  logger.warn({ reason: reasonOf(fault), ...request }, 'the database cannot be reached');
}

/** Properties in which drivers and GraphQL keep the error that they wrap. */
const WRAPPED = ['originalError', 'thrownValue', 'cause'];
const MAX_CAUSES = 6;

/** Returns the innermost message in one line. Drivers put neither values nor passwords into it. */
function reasonOf(fault: Fault): string {
  let error: object = fault;
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    const inner = firstOf(error, WRAPPED);
    if (!isObject(inner)) break;
    error = inner;
  }
  return String(firstOf(error, ['message', 'code', 'kind']) ?? 'unknown').replace(/\s+/g, ' ');
}

function firstOf(error: object, keys: readonly string[]): unknown {
  return keys.map((key) => propertyOf(error, key)).find(Boolean);
}
