import { Readable } from 'node:stream';
import pg from 'pg';

export interface PowerCut {
  /** Whether the statement came that it waited for. */
  readonly happened: boolean;
  /** Restores the power; what the dead process had open is rolled back, as it is when a process dies. */
  restore(): Promise<void>;
}

/**
 * From the service's `at`-th statement on (0 is the next one), nothing that it sends reaches the database: as if its
 * process had died just before that statement, or just after it was carried out and before the answer came.
 *
 * @param pool a pool of the test's own, which is not cut.
 */
export function cutPower(pool: pg.Pool, at: number, when: 'before' | 'after'): PowerCut {
  const prototype = pg.Client.prototype;
  const original = prototype.query;
  const put = (value: unknown) =>
    Object.defineProperty(prototype, 'query', { value, configurable: true, writable: true });
  let sent = 0;
  let dead = false;
  put(function query(this: pg.Client, ...args: unknown[]): unknown {
    if (!isOfService(this)) return Reflect.apply(original, this, args);
    const place = sent++;
    if (!dead && place < at) return Reflect.apply(original, this, args);
    const callback = args.at(-1);
    const error = new Error('the power is cut');
    const arrives = !dead && when === 'after';
    dead = true;
    if (args[0] instanceof Readable) return brokenStream(error);
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

/** Of a COPY to the client, which changes nothing, whether it arrives or not. */
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

/** Ends what the dead process left open. An idle connection holds nothing, and a new one takes longer than the test. */
async function endConnections(pool: pg.Pool): Promise<void> {
  const open = `datname = current_database() AND application_name = '${NAME}' AND state <> 'idle'`;
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${open}`);
  for (;;) {
    const { rows } = await pool.query(`SELECT FROM pg_stat_activity WHERE ${open}`);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
