import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkNode } from '../../src/modules/doctor/process.ts';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startIssuer } from '../harness/issuer.ts';
import { startReplication } from '../harness/replication.ts';
import { startMailServer } from '../harness/smtp.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failure';
  message: string;
  remedy?: string;
}

const COMPANIES = 200;

let database: TestDatabase;
let commands: Commands;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: database.url, PORT: '0' });
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  await commands.json('generate', '--companies', String(COMPANIES), '--out', folder);
  await commands.json('import', folder);
  await commands.json('org', 'create', '--name', 'Acme Sales', '--credits', '25');
});
afterAll(async () => {
  await commands.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs the doctor. @returns its exit code and its findings, without those about this machine. */
async function examine(of = commands): Promise<{ code: number | null; findings: Record<string, Finding> }> {
  const { code, stdout } = await of.run(['doctor', '--json']);
  const result: { ok: boolean; findings: Finding[] } = JSON.parse(stdout);
  expect(result.ok).toBe(result.findings.every(({ state }) => state !== 'failure'));
  expect(code).toBe(result.ok ? 0 : 1);
  return { code, findings: Object.fromEntries(result.findings.map((each) => [each.check, each])) };
}

/** Breaks something, runs the doctor and repairs it. @returns the exit code and the finding of a check. */
async function broken(check: string, breakIt: string, repair: string) {
  await database.pool.query(breakIt);
  try {
    const { code, findings } = await examine();
    return { code, finding: findings[check] };
  } finally {
    await database.pool.query(repair);
  }
}

/** The technology that most companies have. */
const TECHNOLOGY = `SELECT tech_key AS value FROM technology JOIN company_technology ON technology_id = technology.id
  GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`;
/** PostgreSQL of the tests gives up durability and maintenance for speed. */
const OF_TEST_SERVER = ['durability', 'maintenance'];

describe('the doctor', () => {
  it('finds nothing wrong with a catalogue that was imported, and names what it looked at', async () => {
    const { findings } = await examine();
    const states = Object.values(findings).filter(({ check }) => check !== 'Node.js' && check !== 'disk');
    expect(states.map(({ check, state }) => [check, state])).toEqual(
      [
        'native library',
        'settings',
        'server',
        'signing in',
        'OpenID',
        'mail',
        'PostgreSQL',
        'connections',
        'durability',
        'maintenance',
        'clock',
        'pooler',
        'schema',
        'sequences',
        'facet index',
        'evidence',
        'ledger',
        'keys',
        'imports',
      ].map((check) => [check, OF_TEST_SERVER.includes(check) ? 'failure' : 'ok']),
    );
    expect(findings.durability?.message).toBe(
      'fsync and full_page_writes off: a power cut can destroy the database',
    );
    expect(findings.maintenance?.message).toBe('autovacuum is off: tables only grow');
    expect(findings['facet index']?.message).toMatch(
      new RegExp(`^compared ${COMPANIES} companies in \\d+ postings: equal to the tables$`),
    );
  });

  it('finds a company that a posting lacks, and one that has other names than its rare terms', async () => {
    const { rows } = await database.pool.query<{ value: string }>(TECHNOLOGY);
    const value = rows[0]?.value;
    const found = await broken(
      'facet index',
      `DELETE FROM company_technology WHERE (company_id, technology_id) = (
         SELECT company_id, technology_id FROM company_technology
         JOIN technology t ON t.id = technology_id WHERE tech_key = '${value}' ORDER BY 1 LIMIT 1);
       UPDATE company SET name = name || ' Zyxwvut', name_key = name_key || ' zyxwvut' WHERE id = (SELECT min(id) FROM company)`,
      'SELECT 1',
    );
    expect(found.code).toBe(1);
    expect(found.finding).toMatchObject({ state: 'failure', remedy: 'run: npm run cli -- index rebuild' });
    expect(found.finding?.message).toContain(`technology "${value}" lacks 0 and has 1 too many`);
    await commands.json('index', 'rebuild');
    expect((await examine()).findings['facet index']?.state).toBe('ok');
  });

  it('finds a balance that is not the sum of its ledger', async () => {
    const set = (balance: number) => `UPDATE organization SET credit_balance = ${balance}`;
    expect(await broken('ledger', set(26), set(25))).toEqual({
      code: 1,
      finding: {
        check: 'ledger',
        state: 'failure',
        message: '1 balance wrong: "Acme Sales" has 26, its entries sum to 25',
        remedy: 'find the manual change of tables that caused it; the entries are right',
      },
    });
  });

  it('finds an import that failed, which is only a warning', async () => {
    expect((await commands.run(['import', join(folder, 'missing.csv')])).code).toBe(1);
    const { findings } = await examine();
    expect(findings.imports).toMatchObject({
      state: 'warning',
      remedy: 'run: npm run cli -- catalogue status',
    });
    expect(findings.imports?.message).toMatch(/is failed: .*missing\.csv/);
  });

  it('finds a migration that is missing, and looks at no data then', async () => {
    const name = '20261127000000_expand_baseline_access';
    const found = await broken(
      'schema',
      `UPDATE _prisma_migrations SET migration_name = 'hidden' WHERE migration_name = '${name}'`,
      `UPDATE _prisma_migrations SET migration_name = '${name}' WHERE migration_name = 'hidden'`,
    );
    expect(found).toEqual({
      code: 1,
      finding: {
        check: 'schema',
        state: 'failure',
        message: `the database lacks the migration ${name}`,
        remedy: 'run: npm run cli -- migrate',
      },
    });
  });

  it('finds a newer release beside it, and one that has changed the schema', async () => {
    const insert = (name: string) =>
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '${name}', now())`;
    const remove = `DELETE FROM _prisma_migrations WHERE id = 'x'`;
    const expanded = await broken('schema', insert('29990101000000_expand_it'), remove);
    expect(expanded.finding?.state).toBe('warning');
    const contracted = await broken('schema', insert('29990101000000_contract_it'), remove);
    expect(contracted).toMatchObject({ code: 1, finding: { state: 'failure' } });
  });

  it('finds pools that are too large for the server, and replicas that are none', async () => {
    const crowded = commands.with({
      DATABASE_POOL_SIZE: '1000',
      WEB_CONCURRENCY: '2',
      DATABASE_REPLICA_URLS: `${database.url},postgresql://nobody@127.0.0.1:1/none`,
    });
    const { code, findings } = await examine(crowded);
    expect(code).toBe(1);
    expect(findings.connections).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^this server may open 2006 of the \d+ connections/),
    });
    expect(findings['replica 1']).toMatchObject({ state: 'warning', message: 'it is a primary' });
    expect(findings['replica 2']).toMatchObject({
      state: 'failure',
      message:
        'cannot use the database nobody@127.0.0.1:1/none: nothing listens there; start PostgreSQL or correct DATABASE_URL',
    });
  });

  it('finds URLs that lead elsewhere, and one that leads nowhere', async () => {
    const stranger = await createTestDatabase();
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none';
    const direct = { DATABASE_DIRECT_URL: database.url };
    try {
      for (const [env, finding] of [
        [
          { DATABASE_URL: stranger.url, ...direct },
          {
            state: 'failure',
            message: 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL',
            remedy: 'correct DATABASE_DIRECT_URL',
          },
        ],
        [
          { DATABASE_URL: nowhere, DATABASE_POOLER: 'transaction', ...direct },
          { state: 'failure', message: 'nothing listens there; start PostgreSQL or correct DATABASE_URL' },
        ],
        [{ DATABASE_URL: database.url, DATABASE_POOLER: 'transaction', ...direct }, { state: 'ok' }],
      ] as const) {
        expect((await examine(commands.with(env))).findings.pooler).toMatchObject(finding);
      }
    } finally {
      await stranger.drop();
    }
  });

  it('tells a replica that was cut off from one that has everything', async () => {
    const servers = await startReplication();
    const both = { DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URLS: servers.standby.url };
    const other = commands.with(both);
    const replica = async () => (await examine(other)).findings['replica 1'];
    try {
      while ((await replica())?.state !== 'ok');
      // From now on the primary accepts no replication.
      const { rows } = await servers.primary.pool.query(`SELECT current_setting('hba_file') AS file`);
      await servers.primary.pool.query(`COPY (SELECT 'local all all trust') TO '${rows[0].file}'`);
      await servers.primary.pool.query('SELECT pg_reload_conf()');
      await servers.primary.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_replication');
      const receivers = () => servers.standby.pool.query('SELECT FROM pg_stat_wal_receiver');
      while ((await receivers()).rowCount !== 0);
      // The server of the tests writes its log later otherwise.
      await servers.primary.pool.query(
        'BEGIN; SET LOCAL synchronous_commit = on; CREATE TABLE later (); COMMIT',
      );
      expect(await replica()).toMatchObject({
        state: 'warning',
        message: expect.stringMatching(
          /^it receives nothing from the primary, and lacks \d+ bytes of its log$/,
        ),
      });
    } finally {
      await servers.stop();
    }
  });

  it('names wrong settings and a database that is away, and goes no further', async () => {
    for (const [env, check, message] of [
      [{ PORT: 'x' }, 'settings', 'invalid settings: PORT must be a whole number from 0 to 65535'],
      [
        { DATABASE_URL: 'postgresql://me:s3cret@127.0.0.1:1/data' },
        'database',
        'cannot use the database me@127.0.0.1:1/data: nothing listens there; start PostgreSQL or correct DATABASE_URL',
      ],
      [
        { DATABASE_URL: '', DATA_DIR: join(folder, 'none') },
        'database',
        `there is none in DATA_DIR ${folder}/none`,
      ],
    ] as const) {
      const { code, findings } = await examine(commands.with(env));
      expect({ code, last: Object.values(findings).at(-1) }).toEqual({
        code: 1,
        last: { check, state: 'failure', message, remedy: expect.any(String) },
      });
    }
  });

  it('prints a line for each check, with what to do', async () => {
    const { stdout } = await commands.run(['doctor']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {7}ledger {10}balances of 1 organization: equal/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^warning {2}imports {9}#\d+ of /));
    expect(lines.at(-1)).toMatch(/^ +→ run: npm run cli -- catalogue status$/);
  });
});

describe('the support of Node.js', () => {
  const at = new Date('2026-05-01');
  it.each([
    ['24.1.0', 'ok', '24.1.0, with security fixes until 2028-04-30'],
    ['20.19.5', 'warning', '20.19.5: it has had no security fixes since 2026-04-30'],
    ['25.0.0', 'warning', '25.0.0: the tests do not run with this major version'],
  ])('of %s is known', (version, state, message) => {
    expect(checkNode(version, at)).toMatchObject({ state, message });
  });
});

describe('the doctor of signing in', () => {
  const findingsWith = async (settings: Record<string, string>) => {
    const { findings } = await examine(commands.with({ DATABASE_URL: database.url, PORT: '0', ...settings }));
    return [findings['signing in'], findings.OpenID, findings.mail].map(
      (finding) => finding && [finding.state, finding.message, finding.remedy],
    );
  };
  const NONE = ['ok', 'none is set', undefined];
  const NO_MAIL = ['ok', 'no server is set: admins pass the links of invitations on', undefined];
  const PROXY = 'put a proxy with TLS in front of the service, and set PUBLIC_URL to its https:// address';

  it.each([
    [
      { PUBLIC_URL: 'https://data.acme.example' },
      ['ok', 'people sign in at https://data.acme.example, with the cookie __Host-session', undefined],
    ],
    [
      { PUBLIC_URL: 'http://data.acme.example' },
      ['warning', 'nobody can sign in at http://data.acme.example: others could read the session', PROXY],
    ],
    [
      { PORT: '4999', HOST: '0.0.0.0' },
      [
        'warning',
        'people sign in at http://localhost:4999, with the cookie session, but other machines reach the service as well',
        PROXY,
      ],
    ],
  ])('looks at PUBLIC_URL: %j', async (settings, expected) => {
    expect(await findingsWith(settings)).toEqual([expected, NONE, NO_MAIL]);
  });

  it('asks the OpenID provider', async () => {
    const issuer = await startIssuer('https://data.acme.example/v1/session/oidc/callback');
    const set = { PUBLIC_URL: 'https://data.acme.example', OIDC_CLIENT_ID: 'company-data' };
    try {
      const [, found] = await findingsWith({ ...set, OIDC_ISSUER: issuer.url });
      expect(found).toEqual([
        'ok',
        `${issuer.url} says that people sign in at ${issuer.url}/auth`,
        undefined,
      ]);
    } finally {
      await issuer.close();
    }
    const [, gone] = await findingsWith({ ...set, OIDC_ISSUER: issuer.url });
    expect(gone).toEqual([
      'failure',
      expect.stringMatching(`^${issuer.url} cannot be used: .+`),
      'start the provider, or correct the host and port in OIDC_ISSUER',
    ]);
  });

  it('logs in to the mail server, and sends nothing', async () => {
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(new Error('Authentication failed')),
    });
    const at = `127.0.0.1:${server.port}`;
    const remedy = 'correct SMTP_URL, or start its server';
    const mailWith = async (login: string) => (await findingsWith({ SMTP_URL: `smtp://${login}${at}` }))[2];
    try {
      expect(await mailWith('data%40acme.example:p%40ss@')).toEqual([
        'ok',
        `${at} can be used, as data@acme.example`,
        undefined,
      ]);
      expect(await mailWith('data%40acme.example:s3cret@')).toEqual([
        'failure',
        `${at} cannot be used: Invalid login: 535 Authentication failed`,
        remedy,
      ]);
      expect(server.mails).toEqual([]);
    } finally {
      await server.close();
    }
    expect(await mailWith('')).toEqual([
      'failure',
      `${at} cannot be used: connect ECONNREFUSED ${at}`,
      remedy,
    ]);
  });

  it('needs no login of a mail server that asks for none', async () => {
    const server = await startMailServer();
    const at = `127.0.0.1:${server.port}`;
    try {
      const [, , found] = await findingsWith({ SMTP_URL: `smtp://${at}` });
      expect([found, server.mails]).toEqual([['ok', `${at} can be used`, undefined], []]);
    } finally {
      await server.close();
    }
  });
});
