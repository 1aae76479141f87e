import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { migrationNames } from '../../src/database/migrations/files.ts';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { seedCompany, seedPartnership, seedPlain } from '../harness/seed.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';

// Texts that could be taken for the end of rows, for NULL or for an escape.
const HOSTILE = [
  '\\.',
  'a\n\\.\nb',
  '\\N',
  'tab\tand \\t',
  '"quoted", \'twice\'',
  'naïve 東京 🚀',
  '-- {"end"}',
];

interface Summary {
  tables: { table: string; rows: number; sha256: string }[];
}

let source: TestService;
let tenant: Tenant;
let commands: Commands;
let folder: string;
let file: string;
let summary: Summary;

beforeAll(async () => {
  source = await startTestService();
  const { pool } = source.database;
  const ids: number[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(await seedPlain(pool, `company-${n}`));
  const [a = 0, b = 0] = ids;
  await seedPartnership(pool, a, b);
  await seedCompany(pool, {
    name: HOSTILE.join(' '),
    slug: 'hostile',
    domains: ['hostile.example'],
    investors: HOSTILE,
  });
  tenant = await source.createTenant('saving', 100);
  const rest = source.rest(tenant.userKey);
  for (const name of HOSTILE) await rest.post('/v1/lists', { name }).expect(201);
  await rest.post('/v1/enrich/partnerships', { domains: ['company-0.example'] });
  await rest.post('/v1/companies/company-1/flags', { description: HOSTILE.join('\n') });
  await rest.post('/v1/fields', { key: 'org.note', label: HOSTILE.join(' '), type: 'text' }).expect(201);
  await rest.post('/v1/fields/values', {
    values: HOSTILE.map((text, n) => ({ identifier: `company-${n}`, fields: { 'org.note': text } })),
  });
  // The usage of keys would be written seconds later, while the tests compare.
  await source.service.flush();
  folder = await mkdtemp(join(tmpdir(), 'company-data-backup-'));
  file = join(folder, 'backup.sql.gz');
  commands = startCommands({ DATABASE_URL: source.database.url });
  // Builds the index, as a server does when it starts. Otherwise restore would.
  await commands.json('migrate');
  summary = await commands.json('backup', '--out', file);
});
afterAll(async () => {
  await commands.close();
  await source.close();
  await rm(folder, { recursive: true });
});

let target: TestDatabase;
let onTarget: Commands;

beforeEach(async () => {
  target = await createTestDatabase({ migrated: false });
  onTarget = commands.with({ DATABASE_URL: target.url });
});
afterEach(() => target.drop());

/** Reads all rows of all tables but the history of migrations, and where each sequence stands. */
async function contents(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname <> '_prisma_migrations' ORDER BY relname`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: texts } = await pool.query(`SELECT t::text FROM "${name}" t ORDER BY t::text COLLATE "C"`);
    found[name] = texts;
  }
  found.sequences = (await pool.query('SELECT sequencename, last_value FROM pg_sequences ORDER BY 1')).rows;
  return found;
}

/** Reads the definitions of all columns, indexes and constraints. */
async function schemaOf(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index
      JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT attrelid::regclass || ' ' || attnum || attname || atttypid::regtype FROM pg_attribute
      JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
    ORDER BY text`);
  return rows;
}

describe('a backup', () => {
  it('restores every row, sequence, index and constraint', async () => {
    const { event_feed: feed, ...before } = await contents(source.database.pool);
    // Held keys are looked at in restore-epoch.long.test.ts.
    const restored = await onTarget.json<Summary>('restore', file, '--keep-keys');
    expect(restored.tables).toEqual(summary.tables);
    // The restore is in the audit log.
    const { rows } = await target.pool.query(
      `DELETE FROM admin_event WHERE action = 'database_restored' RETURNING setval('admin_event_id_seq', id - 1)`,
    );
    expect(rows).toHaveLength(1);
    const { event_feed: newFeed, ...after } = await contents(target.pool);
    expect(after).toEqual(before);
    // Cursors of the other database must not be taken for those of this one.
    expect(newFeed).not.toEqual(feed);
    expect(await schemaOf(target.pool)).toEqual(await schemaOf(source.database.pool));
    const counts = Object.fromEntries(summary.tables.map(({ table, rows }) => [table, rows]));
    expect(counts).toMatchObject({ company: 41, list: HOSTILE.length, organization: 1, data_flag: 1 });
  });

  it('is one file that only its owner reads, and nothing else', async () => {
    expect(await readdir(folder)).toEqual(['backup.sql.gz']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('makes a database that a service goes on with', async () => {
    await onTarget.json('restore', file, '--keep-keys');
    const service = await startTestService({ on: target });
    try {
      const rest = service.rest(tenant.userKey);
      const { body } = await rest.get('/v1/lists');
      expect(body.lists.map(({ name }: { name: string }) => name).sort()).toEqual([...HOSTILE].sort());
      expect((await rest.post('/v1/lists', { name: 'next' })).status).toBe(201);
      // What was paid for stays free.
      const balance = async () => (await rest.get('/v1/account')).body.organization.credit_balance;
      const before = await balance();
      await rest.post('/v1/enrich/partnerships', { domains: ['company-0.example'] }).expect(200);
      expect([before, await balance()]).toEqual([99, 99]);
    } finally {
      await service.close();
    }
    target = await createTestDatabase({ migrated: false });
  });

  it('has one state of all tables while the service writes', async () => {
    let isDone = false;
    const rest = source.rest(tenant.orgKey);
    const enriching = (async () => {
      for (let n = 2; n < 40 && !isDone; n += 1) {
        const { status } = await rest.post('/v1/enrich/partnerships', {
          domains: [`company-${n}.example`],
        });
        expect(status).toBe(200);
      }
    })();
    const during = join(folder, 'during.sql.gz');
    await commands.json('backup', '--out', during);
    isDone = true;
    await enriching;
    await onTarget.json('restore', during);
    const { rows } = await target.pool.query(`
      SELECT (SELECT credit_balance FROM organization) AS balance, sum(amount)::int AS ledger,
        (SELECT count(*)::int FROM company_unlock) AS unlocked,
        sum(-amount) FILTER (WHERE amount < 0)::int AS spent
      FROM credit_entry`);
    const [{ ledger, spent }] = rows;
    expect(rows).toEqual([{ balance: ledger, ledger, unlocked: spent, spent }]);
    await rm(during);
  });

  it('of an earlier schema is brought to the present one', async () => {
    const names = await migrationNames();
    const earlier = await createTestDatabase({ migrated: false });
    const old = commands.with({ DATABASE_URL: earlier.url });
    try {
      await migrate(earlier.url, { only: names.slice(0, -1) });
      await earlier.pool.query("INSERT INTO organization (name) VALUES ('Earlier')");
      const path = join(folder, 'earlier.sql.gz');
      expect(await old.json('backup', '--out', path)).toMatchObject({ migrations: names.slice(0, -1) });
      // The backup did not migrate it.
      const { rows } = await earlier.pool.query('SELECT migration_name FROM _prisma_migrations ORDER BY 1');
      expect(rows).toHaveLength(names.length - 1);
      await onTarget.json('restore', path);
      await rm(path);
      const history = await target.pool.query(
        'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
      );
      expect(history.rows.map(({ name }) => name)).toEqual(names);
      expect((await target.pool.query('SELECT name FROM organization')).rows).toEqual([{ name: 'Earlier' }]);
    } finally {
      await earlier.drop();
    }
  });
});

describe('a damaged backup', () => {
  const damagedFile = () => join(folder, 'damaged.sql.gz');
  afterEach(() => rm(damagedFile(), { force: true }));

  /** Restores a changed script, and expects an empty database afterwards. */
  async function restoring(bytes: Buffer): Promise<string> {
    await writeFile(damagedFile(), bytes);
    const check = await onTarget.refusal('restore', damagedFile(), '--check-only');
    expect(await onTarget.refusal('restore', damagedFile())).toBe(check);
    const { rows } = await target.pool.query("SELECT to_regclass('organization') IS NULL AS missing");
    if (!rows[0].missing) expect((await target.pool.query('SELECT FROM organization')).rowCount).toBe(0);
    return check;
  }
  const script = async () => gunzipSync(await readFile(file)).toString();
  const changed = async (from: string | RegExp, to: string) =>
    restoring(gzipSync((await script()).replace(from, to)));

  it('that was cut or changed is refused, and nothing is restored', async () => {
    const bytes = await readFile(file);
    expect(await restoring(bytes.subarray(0, bytes.length / 2))).toBe(
      'company-data: the backup is damaged: unexpected end of file; use another one\n',
    );
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 6) ^ 1, flipped.length - 6);
    expect(await restoring(flipped)).toMatch(
      /^company-data: the backup is damaged: incorrect \w+ check; use/,
    );
    expect(await changed('company-7.example', 'company-8.example')).toMatch(
      /^company-data: the backup is damaged: the rows of company(_domain)? differ from their checksum; use another one\n$/,
    );
    expect(await changed(/\n-- \{"tables".*\n$/, '\n')).toBe(
      'company-data: the backup is damaged: its end is missing; use another one\n',
    );
    expect(await changed(/\n-- \{"table":"company","columns"[\s\S]*?\n\\\.\n.*\n/, '\n')).toMatch(
      /^company-data: the backup is damaged: line \d+ does not begin the table company; use another one\n$/,
    );
    expect(await changed('-- {"table":"api_key"', '-- {"table":')).toMatch(
      /^company-data: the backup is damaged: line \d+ does not begin the table api_key; use another one\n$/,
    );
    // The same database takes the whole backup after all this.
    await onTarget.json('restore', file);
  });

  it('or another file is told apart', async () => {
    const none = 'company-data: this is not a backup of company-data\n';
    expect(await restoring(Buffer.from('name,slug\n'))).toBe(none);
    expect(await restoring(gzipSync('name,slug\n'))).toBe(none);
    expect(await restoring(gzipSync(''))).toBe(none);
    expect(await changed('backup 2', 'backup 3')).toBe(
      'company-data: the backup has a format that this version does not know; use a newer version\n',
    );
    expect(await onTarget.refusal('restore', join(folder, 'missing.gz'))).toMatch(
      /^company-data: cannot read \/.*missing\.gz: no such file or folder\n$/,
    );
    expect(await onTarget.refusal('restore', folder)).toMatch(
      /^company-data: cannot read the backup: is a folder\n$/,
    );
  });

  it('of a newer version is refused', async () => {
    await writeFile(
      damagedFile(),
      gzipSync((await script()).replace('"migrations":[', '"migrations":["20990101000000_later",')),
    );
    expect(await onTarget.refusal('restore', damagedFile())).toMatch(
      /^company-data: the backup has a newer schema than this version of company-data: it has the migration 20990101000000_later; restore it with a release that has this migration \(the backup was written by version \d/,
    );
  });
});

describe('backup and restore refuse', () => {
  it('to write over a file, and to save an empty database', async () => {
    expect(await commands.refusal('backup', '--out', file)).toBe(
      `company-data: ${file} exists already: name another file, or remove it\n`,
    );
    const out = join(folder, 'empty.sql.gz');
    expect(await onTarget.refusal('backup', '--out', out)).toBe(
      'company-data: the database is empty: there is nothing to back up\n',
    );
    expect(await commands.refusal('backup', '--out', join(folder, 'none', 'x.gz'))).toMatch(
      /^company-data: cannot write .*x\.gz\.\d+\.unfinished: no such file or folder\n$/,
    );
    expect(await readdir(folder)).toEqual(['backup.sql.gz']);
  });

  it('to replace data', async () => {
    // A service writes to the source.
    await onTarget.json('restore', file);
    const before = await contents(target.pool);
    expect(await onTarget.refusal('restore', file)).toBe(
      'company-data: the database has data, which a backup would replace: set DATABASE_URL to a new database, or DATA_DIR to a new folder\n',
    );
    expect(await contents(target.pool)).toEqual(before);
  });

  it('to load an old schema into a newer one', async () => {
    await migrate(target.url);
    const path = join(folder, 'old.sql.gz');
    const [last = ''] = (await migrationNames()).slice(-1);
    const script = gunzipSync(await readFile(file)).toString();
    await writeFile(path, gzipSync(script.replace(`,"${last}"`, '')));
    expect(await onTarget.refusal('restore', path)).toBe(
      `company-data: the database is newer than the backup: it has the migration ${last}; restore into a database that nothing has migrated, and restore applies the later migrations\n`,
    );
    await rm(path);
  });
});
