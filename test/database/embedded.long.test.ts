import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataDirs, dataDirs, postmasterOf, startParticipant } from '../harness/participants.ts';

const shared = dataDirs();
let seed: string;
let dirs: DataDirs;

beforeAll(async () => {
  seed = await shared.fresh();
  const command = startParticipant('command', seed);
  await command.ready;
  await command.query('CREATE TABLE kept AS SELECT 42 AS value');
  expect(await command.leave()).toEqual({ code: 0, said: 'left', errors: '' });
});
afterAll(() => shared.cleanUp());

beforeEach(() => {
  dirs = dataDirs();
});
afterEach(async () => {
  expect(await dirs.cleanUp()).toEqual([]);
});

const READY = expect.stringMatching(/^ready postgresql:/);
const KEPT = [{ value: 42 }];
const SELECT = 'SELECT value FROM kept';

describe('the embedded PostgreSQL', () => {
  test('keeps its data across a stop and a start, and is stopped by the last process that leaves', async () => {
    const dir = await dirs.copyOf(seed);
    for (const role of ['server', 'command'] as const) {
      const participant = startParticipant(role, dir);
      expect(await participant.ready).toEqual(READY);
      expect(await participant.query(SELECT)).toEqual(KEPT);
      expect(await participant.leave()).toEqual({ code: 0, said: 'left', errors: '' });
      expect(await postmasterOf(dir)).toBeUndefined();
    }
  });

  test('is durable, and listens only on its socket', async () => {
    const dir = await dirs.copyOf(seed);
    const server = startParticipant('server', dir);
    await server.ready;
    const settings = ['fsync', 'full_page_writes', 'listen_addresses', 'unix_socket_permissions'];
    const list = settings.map((name) => `current_setting('${name}')`).join(', ');
    expect(await server.query(`SELECT ARRAY[${list}] AS settings`)).toEqual([
      { settings: ['on', 'on', '', '0700'] },
    ]);
    await server.leave();
  });
});

describe('several processes with one data directory', () => {
  test('a second server is refused in one line, without harm to the first', async () => {
    const dir = await dirs.copyOf(seed);
    const first = startParticipant('server', dir);
    await first.ready;
    const second = startParticipant('server', dir);
    const { code, errors } = await second.ended;
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^another company-data server \(process \d+\) uses the database in .*; stop it, or set another DATA_DIR$/,
    );
    expect(await first.query(SELECT)).toEqual(KEPT);
    expect(await first.leave()).toMatchObject({ code: 0 });
  });

  test.each([
    ['command', 'server'],
    ['server', 'command'],
  ] as const)('a %s that leaves does not stop the PostgreSQL that a %s has joined', async (early, late) => {
    const dir = await dirs.copyOf(seed);
    const first = startParticipant(early, dir);
    await first.ready;
    const pid = await postmasterOf(dir);
    const second = startParticipant(late, dir);
    await second.ready;
    expect(await first.leave()).toMatchObject({ code: 0 });
    expect(await second.query(SELECT)).toEqual(KEPT);
    expect(await postmasterOf(dir)).toBe(pid);
    await second.leave();
    expect(await postmasterOf(dir)).toBeUndefined();
  });
});
