import pg from 'pg';
import { pause } from './locks.ts';

export interface Recording {
  /** The text of every statement sent so far, in order, including BEGIN and COMMIT. */
  readonly statements: string[];
  stop(): void;
}

/** A connection through a pooler sends it first (TEST_POOLER_URL). */
const OF_POOLED_CONNECTIONS = "SET TimeZone = 'UTC'";

/**
 * Records the SQL that any pg client of this process sends, including Prisma's, until `stop`. It records what is sent,
 * so that tests can assert batching.
 */
export function recordSql(): Recording {
  const statements: string[] = [];
  const prototype = pg.Client.prototype;
  const original = prototype.query;
  const patched = function query(this: pg.Client, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    if (text !== OF_POOLED_CONNECTIONS) statements.push(text);
    return Reflect.apply(original, this, args);
  };
  Object.defineProperty(prototype, 'query', { value: patched, configurable: true, writable: true });
  return {
    statements,
    stop: () =>
      Object.defineProperty(prototype, 'query', { value: original, configurable: true, writable: true }),
  };
}

/** Resolves when no statement has been recorded for a while. */
export async function untilQuiet(statements: readonly string[]): Promise<void> {
  for (let seen = -1; seen !== statements.length; ) {
    seen = statements.length;
    for (let time = 0; time < 20; time += 1) await pause();
  }
}

/** Statements that look up keys or write their usage. They are sent every few seconds, independently of requests. */
const OF_KEYS = [/WHERE k\.hash = \$1/, /INSERT INTO api_key_usage/];

/**
 * Runs `work` and returns its result with all statements that were sent meanwhile.
 *
 * @param ofKeys includes the statements about keys that are sent every few seconds.
 */
export async function recordStatements<T>(
  work: () => Promise<T>,
  { ofKeys = false } = {},
): Promise<{ result: T; statements: string[] }> {
  const recording = recordSql();
  try {
    const result = await work();
    const isOfKeys = (sql: string) => OF_KEYS.some((pattern) => pattern.test(sql));
    return { result, statements: recording.statements.filter((sql) => ofKeys || !isOfKeys(sql)) };
  } finally {
    recording.stop();
  }
}

/** Returns the text of a string, a query config, or a query object such as those of pg-copy-streams. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return '(unknown)';
}
