/** What is kept of an error for the log, a chain of causes included. */
export interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  /** Of PostgreSQL's errors: what was violated, where. */
  constraint?: string;
  table?: string;
  column?: string;
  stack?: string;
  cause?: ErrorDescription;
}

const MAX_DEPTH = 5;
/** SQLSTATE class 22, data exceptions: their messages quote the value. */
const DATA_EXCEPTION = /^22...$/;

/**
 * Names the fields that are kept, as an error may carry others: PostgreSQL puts the row into `detail`, a body parser the
 * body into `body`.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isObject(error)) return { type: typeof error, message: 'not an error' };
  const code = textIn(error, 'code');
  const given = textIn(error, 'message') ?? '';
  const message = code !== undefined && DATA_EXCEPTION.test(code) ? given.replace(/"[^"]*"/g, '"…"') : given;
  const frames = textIn(error, 'stack')?.match(/^\s+at .*$/gm);
  const description: ErrorDescription = { type: textIn(error, 'name') ?? 'Error', message };
  if (code !== undefined) description.code = code;
  for (const key of ['constraint', 'table', 'column'] as const) {
    const value = textIn(error, key);
    if (value !== undefined) description[key] = value;
  }
  if (frames) description.stack = [`${description.type}: ${message}`, ...frames].join('\n');
  const cause: unknown = Reflect.get(error, 'originalError') ?? Reflect.get(error, 'cause');
  if (isObject(cause) && depth < MAX_DEPTH) description.cause = describeError(cause, depth + 1);
  return description;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textIn(error: object, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
