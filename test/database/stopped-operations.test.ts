import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase, transaction } from '../../src/database/client.ts';
import { copyRows } from '../../src/database/copy-reader.ts';
import { readTexts } from '../../src/database/prepared.ts';
import { Fault } from '../../src/lib/fault.ts';
import { OperationScope, runWith } from '../../src/lib/request-context.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import {
  type HeldLock,
  lockTables,
  openTransactions,
  untilWaiting,
  waitingStatements,
} from '../harness/locks.ts';
import { recordStatements } from '../harness/statements.ts';

const REASON = new Fault('timeout', 'stopped by the test');

let database: TestDatabase;
let db: Database;
let held: HeldLock | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  db = openDatabase({ url: database.url, poolSize: 3 });
});
afterEach(async () => {
  await held?.release();
  held = undefined;
  await db.close();
});
afterAll(() => database.drop());

/** Returns the process id of the connection that the next statement uses. */
async function backend(): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

function begin<T>(work: () => Promise<T>): { scope: OperationScope; result: Promise<T> } {
  const scope = new OperationScope();
  const result = runWith({ operation: scope }, work);
  result.catch(() => undefined);
  return { scope, result };
}

describe('the work of a stopped operation', () => {
  it('is cancelled, and its connection is not reused', async () => {
    const before = await backend();
    held = await lockTables(database, 'company');
    const { scope, result } = begin(() => db.pool.query('SELECT count(*) FROM company'));
    await untilWaiting(database, 1);
    scope.stop(REASON);
    await expect(result).rejects.toMatchObject({ code: '57014' });
    expect(await waitingStatements(database)).toEqual([]);
    expect(await backend()).not.toBe(before);
  });

  it('does not return its connection to the pool, even if its statement ended at that moment', async () => {
    const client = db.pool;
    const { scope, result } = begin(async () => {
      const own = await client.connect();
      const { rows } = await own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      scope.stop(REASON);
      own.release();
      return rows[0]?.pid;
    });
    const stopped = await result;
    expect(stopped).toBeGreaterThan(0);
    expect(await backend()).not.toBe(stopped);
  });

  it('starts no further statement of a transaction, and rolls it back', async () => {
    await database.pool.query(`INSERT INTO technology (tech_key, display_name) VALUES ('kept', 'Kept')`);
    const { scope, result } = begin(() =>
      transaction(db.pool, async (client) => {
        await client.query(`DELETE FROM technology WHERE tech_key = 'kept'`);
        scope.stop(REASON);
        await client.query(`UPDATE company SET name = 'never'`);
      }),
    );
    await expect(result).rejects.toBe(REASON);
    expect(await openTransactions(database)).toBe(0);
    const { rows } = await database.pool.query(`SELECT 1 FROM technology WHERE tech_key = 'kept'`);
    expect(rows).toHaveLength(1);
  });

  it('ends within a statement whose rows are read as texts', async () => {
    held = await lockTables(database, 'company');
    const count = { name: 'test_count', text: 'SELECT count(*) FROM company' };
    const { scope, result } = begin(() => readTexts(db.pool, count));
    await untilWaiting(database, 1);
    scope.stop(REASON);
    await expect(result).rejects.toMatchObject({ code: '57014' });
    expect(await waitingStatements(database)).toEqual([]);
  });

  it('ends within a COPY', async () => {
    const { scope, result } = begin(() =>
      transaction(db.pool, (client) =>
        copyRows(client, 'SELECT n, pg_sleep(0.001) IS NULL FROM generate_series(1, 1000000) n', () => {
          scope.stop(REASON);
        }),
      ),
    );
    await expect(result).rejects.toMatchObject({ code: '57014' });
    expect(await openTransactions(database)).toBe(0);
  });

  it('leaves the queue for a connection at once; the connection stays in the pool when its turn comes', async () => {
    const clients = await Promise.all([db.pool.connect(), db.pool.connect(), db.pool.connect()]);
    const { scope, result } = begin(() => db.pool.query('SELECT 1'));
    scope.stop(REASON);
    await expect(result).rejects.toBe(REASON);
    for (const client of clients) client.release();
    expect(await backend()).toBeGreaterThan(0);
    expect([db.pool.totalCount, db.pool.idleCount, db.pool.waitingCount]).toEqual([3, 3, 0]);
  });

  it('gets no connection afterwards, neither from the pool nor from Prisma', async () => {
    const { scope } = begin(async () => undefined);
    scope.stop(REASON);
    const works: Array<() => Promise<unknown>> = [
      () => db.pool.query('SELECT 1'),
      () => db.pool.connect(),
      async () => db.prisma.user.count(),
    ];
    for (const work of works) {
      await expect(runWith({ operation: scope }, work)).rejects.toThrow(REASON.message);
    }
  });
});

describe('the work of other operations', () => {
  it('is never cancelled by a hundred operations stopped at random times on the same connections', async () => {
    const random = mulberry(7);
    const victims = Array.from({ length: 100 }, async () => {
      const { scope, result } = begin(async () => {
        for (let i = 0; i < 20; i++) await db.pool.query('SELECT pg_sleep($1)', [random() / 500]);
      });
      setTimeout(() => scope.stop(REASON), random() * 400);
      return result.then(
        () => 'done',
        () => 'stopped',
      );
    });
    const others = Array.from({ length: 100 }, async () => {
      const { result } = begin(async () => {
        for (let i = 0; i < 5; i++) await db.pool.query('SELECT pg_sleep($1)', [random() / 500]);
        await transaction(db.pool, (client) => client.query('SELECT pg_sleep(0.001)'));
      });
      return result.then(() => 'done');
    });
    expect(await Promise.all(others)).toEqual(others.map(() => 'done'));
    expect(await Promise.all(victims)).toContain('stopped');
    expect([db.pool.waitingCount, db.pool.totalCount - db.pool.idleCount]).toEqual([0, 0]);
  });

  it('repeats a look-up that Prisma had batched with one of a stopped operation', async () => {
    held = await lockTables(database, '"user"');
    const look = () => db.prisma.user.findUnique({ where: { id: 1 } }).then((user) => user);
    const [first, second] = [begin(look), begin(look)];
    await untilWaiting(database, 1);
    first.scope.stop(REASON);
    await expect(first.result).rejects.toThrow();
    await untilWaiting(database, 1);
    await held.release();
    held = undefined;
    expect(await second.result).toBeNull();
  });
});

describe('an operation that is not stopped', () => {
  it('takes no additional statement or connection', async () => {
    const { statements } = await recordStatements(
      () => begin(() => transaction(db.pool, (client) => client.query('SELECT 1'))).result,
    );
    expect(statements).toEqual(['BEGIN', 'SELECT 1', 'COMMIT']);
    expect(db.pool.totalCount).toBe(1);
  });
});

/** Returns a seeded random generator: the same times in each run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
