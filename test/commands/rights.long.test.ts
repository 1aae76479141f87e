import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { run, startServer } from '../harness/process.ts';

const suffix = randomBytes(4).toString('hex');
const [OWNER, APP] = [`owner_${suffix}`, `app_${suffix}`];

let database: TestDatabase;
let folder: string;
let app: Record<string, string>;
let owner: Record<string, string>;
let commands: Commands;
/** What the doctor said of the schema before there was one, to either user. */
let remedies: unknown[];

/** Returns the settings of a user. */
function settingsOf(user: string, url = database.url): Record<string, string> {
  const own = new URL(url);
  // A parameter wins over the user in front of the host, and a URL without a host can have none there.
  own.searchParams.set('user', user);
  own.searchParams.set('password', 'secret');
  return { DATABASE_URL: own.href, DATA_DIR: folder, PORT: '0' };
}

/** Reads the statements that the documentation has for the second user. */
async function readGrants(): Promise<string> {
  const text = await readFile('docs/operate/operations.md', 'utf8');
  const name = new URL(database.url).pathname.slice(1);
  const lines = text.split('\n').filter((line) => /^(GRANT|ALTER DEFAULT)/.test(line));
  if (lines.length === 0) throw new Error('docs/operate/operations.md has no statements for the second user');
  return lines.join('\n').replaceAll('catalogue', name).replaceAll(' app;', ` ${APP};`);
}

/** Returns what the doctor advises about the schema. */
async function schemaRemedy(settings: Record<string, string>): Promise<unknown> {
  const { stdout } = await run(['doctor', '--json'], settings);
  const { findings }: { findings: { check: string; remedy?: string }[] } = JSON.parse(stdout);
  return findings.find(({ check }) => check === 'schema')?.remedy;
}

async function asOwner(sql: string): Promise<void> {
  await database.pool.query(`SET ROLE ${OWNER}; ${sql}; RESET ROLE`);
}

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'rights-'));
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`
    CREATE ROLE ${OWNER} LOGIN PASSWORD 'secret'; CREATE ROLE ${APP} LOGIN PASSWORD 'secret';
    ALTER DATABASE ${name} OWNER TO ${OWNER}; REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  owner = settingsOf(OWNER);
  app = settingsOf(APP);
  await asOwner(`GRANT CONNECT ON DATABASE ${name} TO ${APP}`);
  remedies = await Promise.all([owner, app].map(schemaRemedy));
  const { code, stderr } = await run(['migrate'], owner);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await asOwner(await readGrants());
  commands = startCommands(app);
});
afterAll(async () => {
  await commands?.close();
  await database.pool.query(
    `DROP OWNED BY ${APP}; REASSIGN OWNED BY ${OWNER} TO CURRENT_USER; DROP OWNED BY ${OWNER}`,
  );
  await database.pool.query(`DROP ROLE ${APP}`);
  await database.pool.query(`DROP ROLE ${OWNER}`);
  await database.drop();
  await rm(folder, { recursive: true });
});

async function importRows(kind: string, rows: readonly object[], ...options: string[]): Promise<unknown> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return commands.json('import', path, ...options);
}

const COMPANIES = Array.from({ length: 1200 }, (_, index) => ({
  name: `Company ${index}`,
  primary_domain: `c${index}.example`,
  domains: [`also${index}.example`],
  investors: ['Fund'],
}));
const TECHNOLOGIES = [
  { tech_key: 'postgresql', display_name: 'PostgreSQL' },
  { tech_key: 'redis', display_name: 'Redis' },
];
const DETECTIONS = COMPANIES.slice(0, 50).map(({ primary_domain }) => ({
  domain: primary_domain,
  tech_key: 'postgresql',
  detection_count: 1,
  first_seen: '2024-01-01',
  last_seen: '2024-01-02',
}));
const PARTNERSHIPS = [
  {
    domain: 'c1.example',
    partner_domain: 'c2.example',
    observation_count: 1,
    first_observed_at: '2024-01-01',
    last_observed_at: '2024-01-02',
  },
];

describe('a user with rights on the rows alone', () => {
  it.each(['first', 'second'])('imports every kind, the %s time', async () => {
    const accepted = (count: number) => ({
      files: [expect.objectContaining({ accepted: count, rejected: 0 })],
    });
    expect(await importRows('technologies', TECHNOLOGIES)).toEqual(accepted(2));
    expect(await importRows('companies', COMPANIES)).toEqual(accepted(1200));
    expect(await importRows('company_technologies', DETECTIONS)).toEqual(accepted(50));
    expect(await importRows('partnerships', PARTNERSHIPS)).toEqual(accepted(1));
  });

  it('imports snapshots, merges and deletions, and rebuilds the index', async () => {
    await importRows('companies', [{ primary_domain: 'c5.example', merge_into: 'c6.example' }]);
    await importRows('companies', [{ primary_domain: 'c7.example', deleted: true }]);
    await importRows(
      'technologies',
      TECHNOLOGIES.slice(0, 1),
      '--snapshot',
      'technologies',
      '--max-deletes',
      '100%',
    );
    await importRows('company_technologies', DETECTIONS.slice(1), '--snapshot', 'company_technologies');
    await commands.json('index', 'rebuild');
    expect(await commands.json('catalogue', 'status')).toMatchObject({
      companies: 1198,
      technologies: 1,
      // Those of the merged and of the deleted company left with them.
      detections: 47,
      partnerships: 1,
    });
  });

  it('manages organizations, users, keys and credits', async () => {
    await commands.json('org', 'create', '--name', 'callers', '--credits', '500');
    await commands.json(
      'user',
      'create',
      '--org',
      'callers',
      '--email',
      'ada@callers.example',
      '--name',
      'Ada',
      '--admin',
    );
    await commands.json('key', 'create', '--user', 'ada@callers.example');
    await commands.json('credits', 'grant', '--org', 'callers', '--amount', '5');
    for (const list of [['org', 'list'], ['key', 'list'], ['flags', 'list'], ['audit'], ['index', 'status']])
      await commands.json(...list);
  });

  it('is told by the doctor who has to migrate', () => {
    expect(remedies).toEqual([
      'run: npm run cli -- migrate',
      'run, as the role that owns the tables: npm run cli -- migrate',
    ]);
  });

  it('backs up, and finds nothing that doctor cannot read', async () => {
    const out = join(folder, 'backup.sql.gz');
    expect(await commands.run(['backup', '--out', out])).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await commands.run(['doctor', '--json']);
    const { findings }: { findings: { check: string; state: string }[] } = JSON.parse(stdout);
    const failures = findings.filter(({ state }) => state === 'failure').map(({ check }) => check);
    // The server of the tests gives up durability for speed.
    expect(failures.filter((check) => check !== 'durability' && check !== 'maintenance')).toEqual([]);
  });

  it('serves look-ups, lists, exports and enrichment', async () => {
    const { key } = await commands.json<{ key: string }>('key', 'create', '--user', 'ada@callers.example');
    const { server, url } = await startServer(app);
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const ask = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(url + path, { headers, ...init });
      return { status: response.status, body: await response.text() };
    };
    expect(await ask('/v1/companies/c1.example?include=technologies')).toMatchObject({ status: 200 });
    const definition = {
      registry_version: '1',
      root: { condition: { field: 'technology', operator: 'any_of', values: ['postgresql'] } },
    };
    const { status, body } = await ask('/v1/lists', { name: 'Mine', definition });
    expect(status).toBe(201);
    const id = /"(?:list_)?id":"?(\d+)/.exec(body)?.[1];
    for (const path of [`/v1/lists/${id}`, `/v1/lists/${id}/export.csv`, '/v1/account'])
      expect({ path, ...(await ask(path)) }).toMatchObject({ path, status: 200 });
    expect(await ask('/v1/enrich/partnerships', { domains: ['c1.example'] })).toMatchObject({ status: 200 });
    server.child.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });

  it('is told in one line what needs the owner', async () => {
    const name = `test_${suffix}_empty`;
    await database.pool.query(`CREATE DATABASE ${name} OWNER ${OWNER}`);
    const empty = new URL(database.url);
    empty.pathname = `/${name}`;
    try {
      for (const args of [['migrate'], ['restore', join(folder, 'backup.sql.gz')]]) {
        expect(await commands.with(settingsOf(APP, empty.href)).refusal(...args)).toMatch(
          /^company-data: [^\n]*this user lacks a right \(permission denied for schema public\); grant it \(guide: Operations, "Your own PostgreSQL"\), or run the command as the owner of the tables[^\n]*\n$/,
        );
      }
    } finally {
      await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});
