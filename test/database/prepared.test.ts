import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Pool, transaction } from '../../src/database/client.ts';
import { copyRows } from '../../src/database/copy-reader.ts';
import type { RanStatement } from '../../src/database/driver/observer.ts';
import { arrayOf, readTexts, takeTexts } from '../../src/database/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let pool: Pool;
let close: () => Promise<void>;
const ran: RanStatement[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: the state that a statement leaves affects the next one.
  const opened = openDatabase({ url: database.url, poolSize: 1, listener: { ran: (one) => ran.push(one) } });
  pool = opened.pool;
  close = opened.close;
});
beforeEach(() => {
  ran.length = 0;
});
afterAll(async () => {
  await close();
  await database.drop();
});

const DIVIDE = { name: 'test_divide', text: 'SELECT 60 / $1::int AS quotient' };
const prepared = async () =>
  (await pool.query<{ name: string }>(`SELECT name FROM pg_prepared_statements ORDER BY name`)).rows;

describe('readTexts', () => {
  it('returns each row as texts, in the order of its columns', async () => {
    const text = `SELECT n, NULL, 'Öl', '', true, ARRAY[1, 2] FROM generate_series(1, 2) n`;
    expect(await readTexts(pool, { name: 'test_kinds', text })).toEqual([
      ['1', null, 'Öl', '', 't', '{1,2}'],
      ['2', null, 'Öl', '', 't', '{1,2}'],
    ]);
  });

  it('returns no rows if there are none', async () => {
    expect(await readTexts(pool, { name: 'test_none', text: 'SELECT 1 WHERE false' })).toEqual([]);
  });

  it('sends every text unchanged as a parameter, alone and in an array', async () => {
    const texts = ['', 'a"b', 'a\\b', '\\"', 'a,b', '{a}', 'NULL', ' ö 𝔘 ', "'; DROP TABLE company", '%_\n'];
    const one = { name: 'test_text', text: 'SELECT $1::text' };
    for (const text of texts) expect(await readTexts(pool, one, [text])).toEqual([[text]]);
    const many = { name: 'test_texts', text: 'SELECT * FROM unnest($1::text[])' };
    expect(await readTexts(pool, many, [arrayOf(texts)])).toEqual(texts.map((text) => [text]));
    expect(await readTexts(pool, many, [arrayOf([])])).toEqual([]);
    expect(await readTexts(pool, many, [arrayOf([1, -2])])).toEqual([['1'], ['-2']]);
  });

  it('prepares a statement once, for any way of running it', async () => {
    await pool.query('DEALLOCATE ALL');
    const { text } = DIVIDE;
    const fresh = { name: 'test_once', text };
    expect(await readTexts(pool, fresh, ['2'])).toEqual([['30']]);
    expect((await pool.query({ ...fresh, values: [3] })).rows).toEqual([{ quotient: 20 }]);
    await transaction(pool, async (client) => {
      expect(await readTexts(client, fresh, ['4'])).toEqual([['15']]);
    });
    expect(await prepared()).toEqual([{ name: 'test_once' }]);
  });

  it('fails with the error of the statement; the connection and the prepared statement stay usable', async () => {
    for (const _ of [1, 2]) {
      await expect(readTexts(pool, DIVIDE, ['0'])).rejects.toMatchObject({ code: '22012' });
      expect(await readTexts(pool, DIVIDE, ['5'])).toEqual([['12']]);
    }
    expect(pool.idleCount).toBe(1);
  });

  it('fails with the error of the row handler, which is called no more', async () => {
    const many = { name: 'test_many', text: 'SELECT n FROM generate_series(1, 1000) n' };
    const taken: (string | null | undefined)[] = [];
    const take = takeTexts(pool, many, [], ([n]) => {
      taken.push(n);
      if (taken.length === 2) throw new Error('enough');
    });
    await expect(take).rejects.toThrow('enough');
    expect(taken).toEqual(['1', '2']);
    expect(await readTexts(pool, DIVIDE, [5])).toEqual([['12']]);
  });

  it('fails with a stack trace of the caller', async () => {
    await expect(readTexts(pool, DIVIDE, ['0'])).rejects.toMatchObject({
      stack: expect.stringContaining('prepared.test.ts'),
    });
  });

  it('prepares a statement later if it could not be prepared before', async () => {
    const text = 'SELECT id FROM not_yet';
    await expect(readTexts(pool, { name: 'test_later', text })).rejects.toMatchObject({ code: '42P01' });
    await pool.query('CREATE TABLE not_yet AS SELECT 1 AS id');
    expect(await readTexts(pool, { name: 'test_later', text })).toEqual([['1']]);
  });

  it('fails if its connection breaks, and the pool opens another', async () => {
    const text = 'SELECT pg_terminate_backend(pg_backend_pid())';
    await expect(readTexts(pool, { name: 'test_suicide', text })).rejects.toMatchObject({ code: '57P01' });
    expect(await readTexts(pool, DIVIDE, ['6'])).toEqual([['10']]);
  });
});

describe('an observer of the pool', () => {
  const observed = () => ran.map(({ name, text, rows, failed }) => ({ name, text, rows, failed }));

  it('sees statements whose rows are read as texts', async () => {
    const { name, text } = DIVIDE;
    await readTexts(pool, DIVIDE, ['7']);
    await readTexts(pool, DIVIDE, ['0']).catch(() => undefined);
    expect(observed()).toEqual([
      { name, text, rows: 1, failed: false },
      { name, text, rows: 0, failed: true },
    ]);
  });

  it('sees statements whose rows are copied', async () => {
    const copied = 'SELECT n FROM generate_series(1, 3) n';
    await copyRows(pool, copied, () => undefined);
    await copyRows(pool, 'SELECT 1 / 0', () => undefined).catch(() => undefined);
    expect(observed()).toEqual([
      { name: undefined, text: `COPY (${copied}) TO STDOUT (FORMAT binary)`, rows: 3, failed: false },
      { name: undefined, text: 'COPY (SELECT 1 / 0) TO STDOUT (FORMAT binary)', rows: 0, failed: true },
    ]);
  });
});
