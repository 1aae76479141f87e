import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { run, start } from '../harness/process.ts';

let database: TestDatabase;
let folder: string;
let commands: Commands;
let rows: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'failures-'));
  rows = join(folder, 'technologies.ndjson');
  await writeFile(rows, '{"tech_key": "postgresql", "display_name": "PostgreSQL"}\n');
  commands = startCommands({ DATABASE_URL: database.url, DATA_DIR: folder });
});
afterEach(() => database.pool.query('DROP FUNCTION IF EXISTS fail() CASCADE'));
afterAll(async () => {
  await commands.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Makes every INSERT into a table fail as PostgreSQL does for the reason that the code stands for. */
async function failWith(code: string, table: string): Promise<void> {
  await database.pool.query(`
    DROP FUNCTION IF EXISTS fail() CASCADE;
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'the server says so' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON ${table} EXECUTE FUNCTION fail()`);
}

const REASONS: [code: string, reason: string][] = [
  ['08006', 'it broke the connection off; try again'],
  [
    '25006',
    'it takes no changes, because it is a standby or read-only; let DATABASE_URL lead to the primary',
  ],
  ['40P01', 'two transactions waited for each other, and it rolled this one back; try again'],
  [
    '42501',
    'this user lacks a right (the server says so); grant it (guide: Operations, "Your own PostgreSQL"), or run the command as the owner of the tables',
  ],
  ['53000', 'it has run out of a resource (the server says so); give it more, then try again'],
  ['53100', 'its disk is full; free space there, then try again'],
  ['53200', 'it has run out of memory; give it more or lower its work_mem, then try again'],
  ['53300', 'it has no connection left; lower DATABASE_POOL_SIZE or raise its max_connections'],
  ['54001', 'a limit of PostgreSQL is exceeded (the server says so)'],
  ['55P03', 'a lock was not free in time; look in pg_locks who holds it, or try again later'],
  [
    '57014',
    'it cancelled a statement (the server says so); try again, with a higher statement_timeout if it has one',
  ],
  ['57P01', 'it is shutting down, or an administrator ended the connection; try again in a moment'],
  ['57P02', 'it crashed and is recovering; try again in a moment, and look into its log'],
  ['57P03', 'it is starting up or shutting down; try again in a moment'],
  ['57P05', 'it ended the connection (the server says so); try again'],
  [
    '58030',
    'its disk or operating system fails (the server says so); look into its log before anything else is written',
  ],
  [
    'XX001',
    'its data is damaged (the server says so); restore the last backup (guide: Operations, "Disasters")',
  ],
  ['XX002', 'an index is damaged (the server says so); run REINDEX on it, or restore the last backup'],
];

describe('a failure of the database is one line', () => {
  it.each(REASONS)('%s of a statement and of a COPY', async (code, reason) => {
    await failWith(code, 'organization');
    const org = await commands.run(['org', 'create', '--name', `org ${code}`]);
    expect(org).toEqual({
      code: 1,
      stdout: '',
      stderr: `company-data: cannot use the database: ${reason}\n`,
    });
    await failWith(code, 'technology');
    const isLost = code.startsWith('08') || code.startsWith('57P');
    const why = isLost ? 'the connection to the database was lost' : `cannot use the database: ${reason}`;
    expect(await commands.run(['import', rows])).toEqual({
      code: 1,
      stdout: '',
      stderr: `company-data: ${rows}: ${why}; nothing of the file was imported\n`,
    });
  });

  it('of a defect has its stack, and LOG_LEVEL=debug shows one for every failure', async () => {
    await failWith('P0001', 'organization');
    const defect = await commands.run(['org', 'create', '--name', 'defect']);
    expect(defect.stderr).toMatch(/the server says so[\s\S]*\n {4}at /);
    await failWith('53100', 'organization');
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'debug' };
    const { stderr } = await run(['org', 'create', '--name', 'full'], env);
    expect(stderr).toMatch(
      /^company-data: cannot use the database: its disk is full; free space[^\n]*\n[\s\S]*\n {4}at /,
    );
  });

  it('of a database that does not exist, a host that is unknown, and a server that is stopped', async () => {
    const missing = new URL(database.url);
    missing.pathname = '/nowhere';
    const failures: [url: string, reason: RegExp][] = [
      [missing.href, /the database does not exist; create it or correct DATABASE_URL$/],
      [
        'postgresql://me@127.0.0.1:1/data',
        /nothing listens there; start PostgreSQL or correct DATABASE_URL$/,
      ],
      [
        'postgresql:///data?host=/nowhere',
        /there is no such socket; start PostgreSQL or correct DATABASE_URL$/,
      ],
    ];
    for (const [url, reason] of failures) {
      const { code, stderr } = await run(['org', 'list'], { DATABASE_URL: url, DATA_DIR: folder });
      const [line, ...rest] = stderr.split('\n');
      expect({ code, rest }).toEqual({ code: 1, rest: [''] });
      expect(line).toMatch(/^company-data: cannot use the database /);
      expect(line).toMatch(reason);
    }
  });
});

describe('a failure of a file is one line', () => {
  it.each([
    [['backup', '--out', '/proc/none/backup.sql.gz'], /cannot write .*: no such file or folder$/],
    [['generate', '--companies', '10', '--out', '/proc/none'], /cannot create \/proc\/none: /],
    [['restore', '/nowhere.sql.gz'], /cannot read \/nowhere\.sql\.gz: no such file or folder$/],
  ])('%j', async (args, reason) => {
    const { code, stdout, stderr } = await commands.run(args);
    const [line, ...rest] = stderr.split('\n');
    expect({ code, stdout, rest }).toEqual({ code: 1, stdout: '', rest: [''] });
    expect(line).toMatch(reason);
  });
});

it('says after Ctrl-C that a file was not sent', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  try {
    const args = ['enrich', rows, '--out', join(folder, 'result.csv'), '--url', `http://127.0.0.1:${port}`];
    const sending = start(args, { COMPANY_DATA_KEY: 'cds_user_any' });
    await once(silent, 'request');
    sending.child.kill('SIGINT');
    expect(await sending.finished).toEqual({
      code: 130,
      stdout: '',
      stderr: 'company-data: stopped before the file was sent. Run the same command to send it again\n',
    });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
