import pg from 'pg';

export interface Recording {
  /** The text of every statement sent so far, in order; BEGIN and COMMIT are statements too. */
  readonly statements: string[];
  stop(): void;
}

/**
 * Records the SQL that any pg client of this process sends, Prisma's included, until `stop`.
 * A recording counts what happens on the wire: batching is asserted, not hoped for.
 */
export function recordSql(): Recording {
  const statements: string[] = [];
  const prototype = pg.Client.prototype;
  const original = prototype.query;
  const patched = function query(this: pg.Client, ...args: unknown[]): unknown {
    statements.push(textOf(args[0]));
    return Reflect.apply(original, this, args);
  };
  Object.defineProperty(prototype, 'query', { value: patched, configurable: true, writable: true });
  return {
    statements,
    stop: () =>
      Object.defineProperty(prototype, 'query', { value: original, configurable: true, writable: true }),
  };
}

/** Who holds a key, and the uses of keys: sent when a few seconds have passed, whatever is asked meanwhile. */
const OF_KEYS = [/WHERE k\.hash = \$1/, /INSERT INTO api_key_usage/];

/**
 * Runs `work` and returns what it returned together with every statement that was sent for it meanwhile.
 *
 * @param ofKeys includes those about keys that are sent from time to time.
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

/** A string, a query config, or a query object such as those of pg-copy-streams, which carry their text too. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return '(unknown)';
}
