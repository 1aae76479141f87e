import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { readTexts } from '../../src/database/prepared.ts';
import { Fault } from '../../src/lib/fault.ts';
import { OperationScope, runUncounted, runWith, type StatementRead } from '../../src/lib/request-context.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const MIB = 2 ** 20;
const ROW_BYTES = 10_000;
/** A gigabyte, if it is read completely. */
const HUGE = { name: 'huge', text: `SELECT repeat('x', ${ROW_BYTES}) FROM generate_series(1, 100000)` };

let database: TestDatabase;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ url: database.url, poolSize: 2 });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

interface Overrun {
  bytes: number;
  running: StatementRead;
}

/** Runs `work` with a budget of a megabyte. @returns how it was exceeded, and the result of `work`. */
async function within(work: () => Promise<unknown>): Promise<{ overruns: Overrun[]; outcome: unknown }> {
  const overruns: Overrun[] = [];
  const scope = new OperationScope(undefined, {
    maxBytes: MIB,
    maxBitmapBytes: MIB,
    exceeded(bytes, running) {
      overruns.push({ bytes, running });
      scope.stop(new Fault('answer_too_large', 'too large'));
    },
  });
  const outcome = await runWith({ operation: scope }, work).catch((error: unknown) => error);
  return { overruns, outcome };
}

describe('a read budget', () => {
  it('is released when the operation has ended', async () => {
    const exceeded = () => {
      throw new Error('nothing is counted any more');
    };
    const scope = new OperationScope(undefined, { maxBytes: 1, maxBitmapBytes: 1, exceeded });
    scope.readBudget = undefined;
    await runWith({ operation: scope }, () => opened.pool.query('SELECT 1'));
    scope.addRead(2, () => ({ bytes: 2, rows: 1 }));
  });

  it.each([
    ['by node-postgres', () => opened.pool.query(HUGE)],
    ['without description', () => readTexts(opened.pool, { ...HUGE, name: 'huge_texts' })],
    ['by Prisma', async () => opened.prisma.$queryRawUnsafe(HUGE.text)],
  ])('stops a statement that exceeds it, and reports how many rows were read: %s', async (_name, run) => {
    const { overruns, outcome } = await within(run);
    expect(outcome).toBeInstanceOf(Error);
    expect(overruns).toHaveLength(1);
    const { bytes, running } = overruns[0] ?? { bytes: 0, running: { bytes: 0, rows: 0 } };
    // At most one chunk of the connection more than the budget.
    expect(bytes).toBeGreaterThan(MIB);
    expect(bytes).toBeLessThan(MIB + 256 * 1024);
    expect(running.bytes).toBe(bytes);
    expect(Math.abs(running.rows - bytes / ROW_BYTES)).toBeLessThan(2);
  });

  it('covers all statements of an operation together', async () => {
    const third = `SELECT repeat('x', ${ROW_BYTES}) FROM generate_series(1, 40)`;
    const { overruns, outcome } = await within(async () => {
      for (let i = 0; i < 4; i += 1) await opened.pool.query(third);
    });
    expect(outcome).toBeInstanceOf(Error);
    expect(overruns).toHaveLength(1);
    expect(overruns[0]?.running.bytes).toBeLessThan(MIB / 2);
  });

  it('excludes reads that are not part of a response', async () => {
    const half = `SELECT repeat('x', ${ROW_BYTES}) FROM generate_series(1, 80)`;
    const { overruns, outcome } = await within(async () => {
      for (let i = 0; i < 3; i += 1) await runUncounted(() => opened.pool.query(half));
      return opened.pool.query(half);
    });
    expect([overruns, outcome]).toEqual([[], expect.objectContaining({ rowCount: 80 })]);
  });

  it('also stops uncounted reads once it is exceeded', async () => {
    const { outcome } = await within(async () => {
      await opened.pool.query(HUGE).catch(() => undefined);
      return runUncounted(() => opened.pool.query('SELECT 1'));
    });
    expect(outcome).toMatchObject({ code: 'answer_too_large' });
  });

  it('does not affect later uses of a connection', async () => {
    for (let i = 0; i < 4; i += 1) {
      expect((await opened.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    }
    expect(opened.pool.totalCount).toBeLessThanOrEqual(2);
  });
});
