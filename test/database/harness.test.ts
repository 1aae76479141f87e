import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import copy from 'pg-copy-streams';
import { openDatabase } from '../../src/database/client.ts';
import { testClock } from '../harness/clock.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { recordSql, recordStatements } from '../harness/statements.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a test database', () => {
  test('is migrated and separate: other test files do not see its rows', async () => {
    const other = await createTestDatabase();
    await database.pool.query("INSERT INTO technology (tech_key, display_name) VALUES ('a', 'A')");
    const count = 'SELECT count(*)::int AS count FROM technology';
    expect((await other.pool.query(count)).rows).toEqual([{ count: 0 }]);
    expect((await database.pool.query(count)).rows).toEqual([{ count: 1 }]);
    await other.drop();
  });
});

describe('recorded statements', () => {
  test('include those of pools, of Prisma and of copy streams', async () => {
    const { pool, prisma, close } = openDatabase({ url: database.url, poolSize: 1 });
    const { statements } = await recordStatements(async () => {
      await pool.query('SELECT 1');
      await pool.query({ text: 'SELECT $1::int', values: [2] });
      await prisma.technology.count();
      const client = await pool.connect();
      await pipeline(Readable.from(['1\n']), client.query(copy.from('COPY investor (name) FROM STDIN')));
      const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(client.query(copy.to('COPY investor (name) TO STDOUT')), sink);
      client.release();
    });
    expect(statements).toEqual([
      'SELECT 1',
      'SELECT $1::int',
      expect.stringMatching(/^SELECT COUNT\(\*\).*"technology"/),
      'COPY investor (name) FROM STDIN',
      'COPY investor (name) TO STDOUT',
    ]);
    await close();
  });

  test('end with the recording, even after a failure', async () => {
    const recording = recordSql();
    recording.stop();
    await database.pool.query('SELECT 1');
    expect(recording.statements).toEqual([]);
    const failing = recordStatements(() => database.pool.query('SELECT nonsense'));
    await expect(failing).rejects.toThrow('nonsense');
    expect((await recordStatements(() => database.pool.query('SELECT 2'))).statements).toEqual(['SELECT 2']);
  });
});

test('a test clock stands still until the test moves it', () => {
  const clock = testClock('2026-01-31T00:00:00Z');
  clock.advance({ days: 1, minutes: 1, seconds: 1 });
  expect(clock.now().toISOString()).toBe('2026-02-01T00:01:01.000Z');
  clock.set('2030-01-01T00:00:00Z');
  expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z');
});
