import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionQueue, queueLimitsOf } from '../../src/database/driver/connection-queue.ts';
import { dividePool, POOL_KINDS } from '../../src/database/pool-kinds.ts';
import { type Databases, openPools } from '../../src/database/pools.ts';
import { OperationScope, runWith } from '../../src/lib/request-context.ts';
import { runSqlConditions } from '../../src/modules/filters/requirements.ts';
import { textSqlConditions } from '../../src/modules/filters/text-conditions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type HeldLock, lockTables, pause, untilWaiting } from '../harness/locks.ts';

describe('the connections of a process', () => {
  it.each([
    [5, [1, 1, 1, 1, 1]],
    [10, [1, 4, 2, 1, 2]],
    [20, [1, 9, 4, 2, 4]],
    [40, [2, 18, 8, 4, 8]],
  ])('are divided among the pools: %i', (size, parts) => {
    expect(POOL_KINDS.map((kind) => dividePool(size)[kind])).toEqual(parts);
  });

  it('are never more than configured, and at least one for each pool', () => {
    for (let size = 5; size <= 200; size += 1) {
      const parts = Object.values(dividePool(size));
      expect([parts.reduce((sum, part) => sum + part), Math.min(...parts) >= 1]).toEqual([size, true]);
    }
  });
});

describe('connections opened at the start', () => {
  it('are all of authentication and reads, and one of each other pool', async () => {
    const database = await createTestDatabase();
    const databases = openPools({ url: database.url, poolSize: 20, waitMs: 10_000 });
    const sizes = () => POOL_KINDS.map((kind) => databases.pools[kind].totalCount);
    expect(sizes()).toEqual([0, 0, 0, 0, 0]);
    await databases.warmUp();
    expect(sizes()).toEqual([1, 9, 1, 1, 1]);
    expect(POOL_KINDS.map((kind) => databases.pools[kind].options.min)).toEqual([1, 9, 0, 0, 0]);
    await databases.close();
    await database.drop();
  });

  it('are opened later if the database does not answer', async () => {
    const databases = openPools({ url: 'postgresql://nobody@127.0.0.1:1/none', poolSize: 5, waitMs: 1_000 });
    await databases.warmUp();
    expect(POOL_KINDS.map((kind) => databases.pools[kind].totalCount)).toEqual([0, 0, 0, 0, 0]);
    await databases.close();
  });
});

describe('shares of a pool', () => {
  let started: string[];
  let queue: ConnectionQueue;
  beforeEach(() => {
    started = [];
    queue = new ConnectionQueue(queueLimitsOf(4));
  });
  const ask = (scope: OperationScope, name: string) => {
    const start = () => void started.push(name);
    if (queue.enter(scope, start)) start();
    return start;
  };

  it('allow an operation half of the pool, and an organization all but one connection', () => {
    const [first, second] = [new OperationScope('o1'), new OperationScope('o1')];
    for (const name of ['a1', 'a2', 'a3']) ask(first, name);
    for (const name of ['b1', 'b2']) ask(second, name);
    ask(new OperationScope('o2'), 'other');
    expect([started, queue.waiting]).toEqual([['a1', 'a2', 'b1', 'other'], 2]);
  });

  it('alternate between the operations of an organization', () => {
    const scopes = [new OperationScope('o1'), new OperationScope('o1'), new OperationScope('o1')] as const;
    for (const [index, scope] of scopes.entries()) for (let n = 1; n <= 3; n += 1) ask(scope, `${index}${n}`);
    expect(started).toEqual(['01', '02', '11']);
    queue.done(scopes[0]);
    queue.done(scopes[0]);
    expect(started.slice(3)).toEqual(['03', '12']);
    queue.done(scopes[1]);
    expect(started.slice(5)).toEqual(['21']);
  });

  it('are released when waiting statements are withdrawn, and forget ended operations', () => {
    const [first, second] = [new OperationScope('o1'), new OperationScope('o1')];
    const starts = ['a1', 'a2', 'a3'].map((name) => ask(first, name));
    const [, running, waiting] = starts;
    if (running) queue.withdraw(first, running);
    if (waiting) queue.withdraw(first, waiting);
    ask(second, 'b1');
    queue.done(first);
    queue.done(first);
    expect([started, queue.waiting]).toEqual([['a1', 'a2', 'b1'], 0]);
    queue.done(second);
    ask(first, 'again');
    expect(started.at(-1)).toBe('again');
  });

  it('leave one connection to others by shared work as well, and let it wait for no organization', () => {
    const ofOne = [new OperationScope('o1'), new OperationScope('o1')] as const;
    for (const [index, scope] of ofOne.entries())
      for (let n = 1; n <= 2; n += 1) ask(scope, `one ${index}${n}`);
    for (let n = 0; n < 5; n += 1) ask(new OperationScope(), `shared ${n}`);
    ask(new OperationScope('o2'), 'two');
    expect(started).toEqual(['one 01', 'one 02', 'one 11', 'shared 0', 'shared 1', 'shared 2', 'two']);
  });
});

describe('a definition with many texts', () => {
  let database: TestDatabase;
  let databases: Databases;
  let held: HeldLock | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    databases = openPools({ url: database.url, poolSize: 20, waitMs: 10_000 });
  });
  afterAll(async () => {
    await held?.release();
    await databases.close();
    await database.drop();
  });

  it('runs two statements at a time, and does not delay other filters and look-ups', async () => {
    const { evaluation, reads } = databases.pools;
    const texts = Array.from({ length: 60 }, (_, n) => `a${String.fromCharCode(97 + (n % 26))} ${n}`);
    const conditions = texts.flatMap((text) => textSqlConditions('name', 'contains', [text]));
    held = await lockTables(database, 'company');
    const scope = new OperationScope('o1');
    const results = runWith({ operation: scope }, () => runSqlConditions(evaluation, conditions));
    await untilWaiting(database, 2);
    for (let time = 0; time < 5; time += 1) await pause();
    await untilWaiting(database, 2);
    expect([evaluation.totalCount - evaluation.idleCount, evaluation.waitingCount]).toEqual([2, 58]);
    const other = runWith({ operation: new OperationScope('o2') }, () => evaluation.query('SELECT 1 AS one'));
    expect((await other).rows).toEqual([{ one: 1 }]);
    expect(
      (await runWith({ operation: new OperationScope('o1') }, () => reads.query('SELECT 1 AS one'))).rows,
    ).toEqual([{ one: 1 }]);
    await held.release();
    held = undefined;
    expect(await results).toHaveLength(60);
    expect(evaluation.waitingCount).toBe(0);
  });

  it('sends no further statement once its operation is stopped', async () => {
    const { evaluation } = databases.pools;
    const conditions = Array.from({ length: 60 }, (_, n) =>
      textSqlConditions('name', 'contains', [`b ${n}`]),
    ).flat();
    held = await lockTables(database, 'company');
    const scope = new OperationScope('o1');
    const results = runWith({ operation: scope }, () => runSqlConditions(evaluation, conditions));
    results.catch(() => undefined);
    await untilWaiting(database, 2);
    scope.stop(new Error('stopped by the test'));
    await expect(results).rejects.toThrow();
    await untilWaiting(database, 0);
    expect([evaluation.totalCount - evaluation.idleCount, evaluation.waitingCount]).toEqual([0, 0]);
  });
});
