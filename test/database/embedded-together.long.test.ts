import { rm } from 'node:fs/promises';
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

describe('the embedded PostgreSQL, in its long form', () => {
  test('works with a path that is too long for a socket and has special characters', async () => {
    const dir = await dirs.fresh(`a "b", é'${'long'.repeat(25)}`);
    const command = startParticipant('command', dir);
    const socketDir = /%2Ftmp%2F(company-data-\w+)/.exec((await command.ready) ?? '')?.[1];
    expect(socketDir).toBeDefined();
    expect(await command.query('SELECT current_database() AS name')).toEqual([{ name: 'company_data' }]);
    expect(await command.leave()).toMatchObject({ code: 0 });
    await rm(`/tmp/${socketDir}`, { recursive: true });
  });

  test('one of two servers that start at the same time on an empty directory runs', async () => {
    const dir = await dirs.fresh();
    const servers = [startParticipant('server', dir), startParticipant('server', dir)];
    const ready = await Promise.all(servers.map((server) => server.ready));
    expect(ready.filter((line) => line !== undefined)).toEqual([READY]);
    const ended = await Promise.all(servers.map((server) => server.leave()));
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  test('commands that start at the same time on an empty directory all succeed', async () => {
    const dir = await dirs.fresh();
    const commands = [1, 2, 3].map(() => startParticipant('command', dir));
    const work = commands.map(async (command, index) => {
      await command.ready;
      const rows = await command.query(`SELECT ${index} AS value`);
      return { rows, ...(await command.leave()) };
    });
    expect(await Promise.all(work)).toEqual(
      commands.map((_, value) => ({ rows: [{ value }], code: 0, said: 'left', errors: '' })),
    );
    expect(await postmasterOf(dir)).toBeUndefined();
  });

  test('processes that come and leave at any time never find PostgreSQL stopped', async () => {
    const dir = await dirs.copyOf(seed);
    const visit = async () => {
      for (let round = 0; round < 4; round += 1) {
        const command = startParticipant('command', dir);
        // One that cannot start says why.
        if ((await command.ready) === undefined) expect(await command.ended).toEqual('ready');
        expect(await command.query(SELECT)).toEqual(KEPT);
        expect(await command.leave()).toEqual({ code: 0, said: 'left', errors: '' });
      }
    };
    await Promise.all([visit(), visit()]);
    expect(await postmasterOf(dir)).toBeUndefined();
  });
});
