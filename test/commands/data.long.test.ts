import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Commands, startCommands } from '../harness/commands.ts';
import { type DataDirs, dataDirs, postmasterOf, startParticipant } from '../harness/participants.ts';
import { start } from '../harness/process.ts';

const onlyAsRoot = process.getuid?.() === 0 ? test : test.skip;
const shared = dataDirs();
let commands: Commands;
let seed: string;
let dirs: DataDirs;
let dataDir: string;

beforeAll(async () => {
  commands = startCommands({});
  seed = await shared.fresh();
  const command = startParticipant('command', seed);
  await command.ready;
  await command.query(
    "INSERT INTO company (name, slug, primary_domain, domain_count) VALUES ('Acme', 'acme', 'acme.example', 1)",
  );
  await command.leave();
});
afterAll(async () => {
  await commands.close();
  await shared.cleanUp();
});

beforeEach(async () => {
  dirs = dataDirs();
  dataDir = await dirs.copyOf(seed);
});
afterEach(async () => {
  expect(await dirs.cleanUp()).toEqual([]);
});

const cli = (...args: string[]) => commands.with({ DATA_DIR: dataDir }).run(args);

async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(...args);
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
  return stderr.trimEnd();
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Waits until a process has ended, or is a zombie. PostgreSQL removes its lock file a moment before it ends. */
async function untilEnded(pid: number | undefined): Promise<void> {
  const state = () =>
    promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  while (!/^(Z.*)?$/.test(await state())) await sleep(20);
}

describe('database url', () => {
  test('prints a URL that works while a server runs, and is the same when none runs', async () => {
    const server = startParticipant('server', dataDir);
    await server.ready;
    const { code, stdout, stderr } = await cli('database', 'url');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const client = new pg.Client(stdout.trim());
    await client.connect();
    expect((await client.query('SELECT name FROM company')).rows).toEqual([{ name: 'Acme' }]);
    await client.end();
    const url = stdout.trim();
    const running = await cli('database', 'url', '--json');
    expect(JSON.parse(running.stdout)).toEqual({ url, embedded: true, running: true });
    await server.leave();

    const stopped = await cli('database', 'url', '--json');
    expect({ ...stopped, stdout: JSON.parse(stopped.stdout) }).toEqual({
      code: 0,
      stdout: { url, embedded: true, running: false },
      stderr:
        'company-data: the embedded PostgreSQL does not run; start a server (npm start) to connect to this URL\n',
    });
    expect(await postmasterOf(dataDir)).toBeUndefined();
  });

  test('prints DATABASE_URL where it is set', async () => {
    const DATABASE_URL = 'postgresql://ada:secret@db.example/company_data';
    const given = commands.with({ DATABASE_URL });
    const result = await given.run(['database', 'url']);
    expect(result).toEqual({ code: 0, stdout: `${DATABASE_URL}\n`, stderr: '' });
    expect(await given.json('database', 'url')).toEqual({ url: DATABASE_URL, embedded: false });
  });

  test('is refused without a database, and creates none', async () => {
    dataDir = await dirs.fresh();
    expect(await refusal('database', 'url')).toBe(
      `company-data: there is no database in DATA_DIR ${dataDir}; the first start of a server creates it`,
    );
    expect(await exists(dataDir)).toBe(false);
  });
});

describe('data remove', () => {
  test('names the files without --yes, and removes them and the directory with it', async () => {
    await mkdir(join(dataDir, 'rejects'));
    await writeFile(join(dataDir, 'demo-keys.json'), '{}');
    const paths = ['postgres', 'postgres.password', 'demo-keys.json', 'rejects'].map((name) =>
      join(dataDir, name),
    );
    const message = await refusal('data', 'remove');
    expect(message).toMatch(/^company-data: this removes .*; repeat the command with --yes$/);
    for (const path of paths) expect(message).toContain(path);
    expect((await readdir(dataDir)).length).toBe(paths.length);

    const { code, stdout } = await cli('data', 'remove', '--yes', '--json');
    const { removed, ...rest } = JSON.parse(stdout);
    expect({ code, removed: removed.sort(), ...rest }).toEqual({
      code: 0,
      data_dir: dataDir,
      removed: [...paths].sort(),
      kept: [],
    });
    expect(await exists(dataDir)).toBe(false);
    expect((await cli('data', 'remove', '--yes')).stdout).toBe(
      `DATA_DIR ${dataDir} holds nothing of company-data\n`,
    );
  });

  test('keeps the files of others', async () => {
    await writeFile(join(dataDir, 'postgres.dump'), 'a backup');
    const { stdout } = await cli('data', 'remove', '--yes');
    expect(stdout).toContain(`\nkept in ${dataDir}: postgres.dump\n`);
    expect(await readdir(dataDir)).toEqual(['postgres.dump']);
  });

  test('is refused while a server or a command uses the database, without harm to it', async () => {
    for (const role of ['server', 'command'] as const) {
      const participant = startParticipant(role, dataDir);
      await participant.ready;
      const who = role === 'server' ? /a company-data server \(process \d+\) uses/ : /a process uses/;
      const message = await refusal('data', 'remove', '--yes');
      expect(message).toMatch(who);
      expect(message).toContain(`the database in ${dataDir}/postgres; stop it, then repeat the command`);
      expect(await participant.query('SELECT name FROM company')).toEqual([{ name: 'Acme' }]);
      expect(await participant.leave()).toMatchObject({ code: 0 });
    }
  });

  test('stops a PostgreSQL that outlived its process, and removes a damaged database', async () => {
    const server = startParticipant('server', dataDir);
    await server.ready;
    const pid = await postmasterOf(dataDir);
    server.signal('SIGKILL');
    await server.ended;
    expect(await cli('data', 'remove', '--yes')).toMatchObject({ code: 0, stderr: '' });
    await untilEnded(pid);
    expect(await exists(dataDir)).toBe(false);

    dataDir = await dirs.copyOf(seed);
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '9\n');
    expect(await cli('data', 'remove', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await exists(dataDir)).toBe(false);
  });

  onlyAsRoot(
    'removes a database that had to move elsewhere, unless it belongs to another DATA_DIR',
    async () => {
      dataDir = await dirs.fresh();
      await chmod(dirname(dataDir), 0o700);
      const command = startParticipant('command', dataDir);
      await command.ready;
      await command.leave();
      const { directory } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));

      const original = dataDir;
      dataDir = await dirs.fresh();
      await cp(original, dataDir, { recursive: true });
      expect(await refusal('data', 'remove', '--yes')).toBe(
        `company-data: the database in ${directory} belongs to DATA_DIR ${original}; remove it with that DATA_DIR`,
      );
      dataDir = original;
      expect(await cli('data', 'remove', '--yes')).toMatchObject({ code: 0, stderr: '' });
      for (const path of [dataDir, directory, `${directory}.owner`, `${directory}.password`])
        expect({ path, exists: await exists(path) }).toEqual({ path, exists: false });
    },
  );
});

describe('the demo', () => {
  test('prints commands that name its directory', async () => {
    const server = start(['demo'], { DATA_DIR: dataDir, PORT: '0' });
    await server.line(/data remove/);
    // The catalogue of an earlier start has no answer to the fourth command.
    expect(server.output.stdout).toContain('\nThree commands to paste into another terminal\n');
    expect(server.output.stdout).toContain(
      `\nOn the command line\n  DATA_DIR=${dataDir} npm run cli -- key list\n` +
        `  DATA_DIR=${dataDir} npm run cli -- data remove --yes   (after`,
    );
    expect(JSON.parse((await cli('org', 'list', '--json')).stdout)).toMatchObject({
      organizations: [{ name: 'Demo', users: 2, keys: 3 }],
    });
    server.child.kill('SIGINT');
    expect(await server.finished).toMatchObject({ code: 0 });
  });

  test('uses data-demo by default, where no other command looks', async () => {
    const cwd = dirname(dataDir);
    await writeFile(join(cwd, 'data-demo'), '');
    const env = { PATH: process.env.PATH, PORT: '0' };
    const demo = promisify(execFile)(process.execPath, [resolve('dist/bundle/main.js'), 'demo'], {
      cwd,
      env,
    });
    await expect(demo).rejects.toThrow(`cannot create DATA_DIR ${cwd}/data-demo: EEXIST`);
  });
});
