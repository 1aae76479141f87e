import { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { propertyOf } from '../../src/lib/json.ts';

/** Statements that change nothing that outlives the process. What is not recognized counts as a change. */
const READS = /^\s*(SELECT|BEGIN|SET)\b/i;

export interface PowerCut {
  /** Whether the `at`-th statement was reached. */
  readonly happened: boolean;
  /** Restores the connection. Rolls back what the dead process left open, as PostgreSQL does when a process dies. */
  restore(): Promise<void>;
}

/**
 * Simulates the death of the service's process at its `at`-th statement (0 is the next one). From then on, nothing that
 * it sends reaches the database. The process dies just before the statement, or after it ran and before its result.
 *
 * @param pool a pool of the test, which stays connected.
 * @param counted statements that `at` counts: after a read, the database is as it was before.
 */
export function cutPower(
  pool: pg.Pool,
  at: number,
  when: 'before' | 'after',
  counted: 'all' | 'changes' = 'all',
): PowerCut {
  const prototype = pg.Client.prototype;
  const original = prototype.query;
  const put = (value: unknown) =>
    Object.defineProperty(prototype, 'query', { value, configurable: true, writable: true });
  let sent = 0;
  let dead = false;
  put(function query(this: pg.Client, ...args: unknown[]): unknown {
    if (!isOfService(this)) return Reflect.apply(original, this, args);
    const isCounted = counted === 'all' || !READS.test(textOf(args[0]));
    if (!dead && (!isCounted || sent < at)) {
      if (isCounted) sent += 1;
      return Reflect.apply(original, this, args);
    }
    const callback = args.at(-1);
    const error = new Error('the power is cut');
    const arrives = !dead && when === 'after';
    dead = true;
    if (args[0] instanceof Readable) return brokenStream(error);
    if (args[0] instanceof Writable) return brokenSink(error);
    if (typeof callback !== 'function') {
      const done = arrives ? Promise.resolve(Reflect.apply(original, this, args)) : Promise.resolve();
      return done.then(() => Promise.reject(error));
    }
    if (arrives) return Reflect.apply(original, this, [...args.slice(0, -1), () => callback(error)]);
    process.nextTick(callback, error);
  });
  return {
    get happened() {
      return dead;
    },
    async restore() {
      put(original);
      await endConnections(pool);
    },
  };
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : propertyOf(statement, 'text');
  return typeof text === 'string' ? text : '';
}

/** Returns the stream of a COPY to the client that fails. Such a COPY changes nothing, whether it runs or not. */
function brokenStream(error: Error): Readable {
  return new Readable({
    read() {
      this.destroy(error);
    },
  });
}

/** The service names its connections; those of tests have no name. */
const NAME = 'company-data';

function isOfService(client: pg.Client): boolean {
  const { connectionParameters: parameters } = client as pg.Client & {
    connectionParameters?: { application_name?: string };
  };
  return parameters?.application_name === NAME;
}

/** Ends the open transactions of the dead process. Idle connections hold no locks and can stay. */
async function endConnections(pool: pg.Pool): Promise<void> {
  const open = `datname = current_database() AND application_name = '${NAME}' AND state <> 'idle'`;
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${open}`);
  for (;;) {
    const { rows } = await pool.query(`SELECT FROM pg_stat_activity WHERE ${open}`);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns the stream of a COPY from the client that fails at its first bytes. Its rows are gone with the transaction. */
function brokenSink(error: Error): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(error) });
}
