import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  /** Closes the pool and removes the database. Call it last, in afterAll. */
  drop(): Promise<void>;
}

/** @returns the server of this test run, for tests that create their own databases. */
export function testServerUrl(database?: string): string {
  const { TEST_SERVER_URL: server } = process.env;
  if (!server) throw new Error('no test server: run the tests through jest');
  if (database === undefined) return server;
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Creates a migrated, empty database: one for each test file, so that files can run in parallel.
 *
 * @param options `migrated: false` for a database without tables; `template`, the name of one that nobody is connected to.
 */
export async function createTestDatabase(
  options: { migrated?: boolean; template?: string } = {},
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const migrated = options.migrated === false ? 'template0' : (process.env.TEST_TEMPLATE ?? '');
  const template = options.template ?? migrated;
  await administer(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const url = testServerUrl(name);
  const pool = createTestPool(url);
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await administer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

/** Creates a pool that the service does not know: its connections do not have the service's name. */
export function createTestPool(url: string, options = '-c TimeZone=UTC'): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 5, options });
  pool.on('error', () => undefined);
  // A connection that a test breaks fails its statement. Without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

let administrator: pg.Pool | undefined;

/** Runs a statement on the one connection of this process for databases: a new one takes longer than most of them. */
async function administer(sql: string): Promise<void> {
  if (!administrator) {
    administrator = new pg.Pool({
      connectionString: testServerUrl(),
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    administrator.on('error', () => undefined);
  }
  await administrator.query(sql);
}
