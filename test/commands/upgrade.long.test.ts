import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCallers } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Finished, type Running, start, startServer } from '../harness/process.ts';

const EXPAND = '29990101000000_expand_company_note';
const CONTRACT = '29990102000000_contract_company_note';

let database: TestDatabase;
let env: Record<string, string>;
let folder: string;
let key: string;
const running: Running[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, PORT: '0', CONSOLE: 'off' };
  folder = await mkdtemp(join(tmpdir(), 'releases-'));
  key = (await createCallers(env, 'ada')).userKeys.ada;
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ finished }) => finished));
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Makes a release: this build, with further migrations. @returns the path of its executable. */
async function release(name: string, migrations: Record<string, string>): Promise<string> {
  const root = join(folder, name);
  for (const path of [
    'package.json',
    'openapi.json',
    'asyncapi.json',
    'schema.graphql',
    'dist/bundle',
    'dist/pages',
    'prisma/migrations',
  ])
    await cp(path, join(root, path), { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  for (const [migration, sql] of Object.entries(migrations)) {
    await mkdir(join(root, 'prisma/migrations', migration));
    await writeFile(join(root, 'prisma/migrations', migration, 'migration.sql'), sql);
  }
  return join(root, 'dist/bundle/main.js');
}

async function serve(main?: string): Promise<{ server: Running; url: string }> {
  const started = await startServer(env, main);
  running.push(started.server);
  return started;
}

async function request(url: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

describe('an upgrade without a pause', () => {
  let previous: { server: Running; url: string };
  let next: { server: Running; url: string };

  it('expands the schema while the previous release serves', async () => {
    const main = await release('next', {
      [EXPAND]: `ALTER TABLE list ADD COLUMN note text;
        CREATE TABLE company_note (company_id integer PRIMARY KEY, note text NOT NULL);`,
    });
    previous = await serve();
    const before = await columnsOf('list');
    let isMigrated = false;
    const statuses = new Set<number>();
    const load = (async () => {
      for (let count = 0; !isMigrated; count += 1) {
        const { status } = await request(previous.url, 'POST', '/lists', { name: `during ${count}` });
        statuses.add(status);
        statuses.add((await request(previous.url, 'GET', '/lists')).status);
      }
    })();
    next = await serve(main);
    isMigrated = true;
    await load;
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(await columnsOf('list')).toEqual([...before, 'note']);
  });

  it('lets both releases serve the same data', async () => {
    const created = await request(previous.url, 'POST', '/lists', { name: 'by the previous' });
    const seen = await request(next.url, 'GET', `/lists/${created.body.list_id}`);
    expect(seen).toMatchObject({ status: 200, body: { name: 'by the previous' } });
    const renamed = await request(next.url, 'PATCH', `/lists/${created.body.list_id}`, {
      name: 'by the next',
    });
    expect(renamed.status).toBe(200);
    const read = await request(previous.url, 'GET', `/lists/${created.body.list_id}`);
    expect(read).toMatchObject({ status: 200, body: { name: 'by the next' } });
  });

  it('lets the previous release start again, and its log says what it found', async () => {
    previous.server.child.kill('SIGTERM');
    await previous.server.finished;
    previous = await serve();
    expect((await request(previous.url, 'GET', '/lists')).status).toBe(200);
    const lines = previous.server.output.stderr.split('\n').filter((line) => line.includes('newer release'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'a newer release has expanded the database; this one runs with it',
        migrations: [EXPAND],
      }),
    ]);
  });

  it('ends with a migration that contracts the schema, on which the previous release does not start', async () => {
    const main = await release('contracted', {
      [EXPAND]: `ALTER TABLE list ADD COLUMN note text;
        CREATE TABLE company_note (company_id integer PRIMARY KEY, note text NOT NULL);`,
      [CONTRACT]: 'DROP TABLE company_note;',
    });
    const migrated: Finished = await start(['migrate'], env, main).finished;
    expect(migrated).toMatchObject({ code: 0 });
    const refused = await start(['serve'], env).finished;
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `company-data: the database is newer than this version of company-data: it has the migration ${CONTRACT}; ` +
        'run the version that made it, or restore an older backup\n',
    });
    expect((await request(previous.url, 'GET', '/lists')).status).toBe(200);
  });
});
