import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { restoreBackup } from '../../src/database/backup/restore-backup.ts';
import { writeBackup } from '../../src/database/backup/write-backup.ts';
import { FORMAT } from '../../src/modules/facets/index-state.ts';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { lockTables, untilWaiting } from '../harness/locks.ts';
import { start } from '../harness/process.ts';
import { startProxy } from '../harness/proxy.ts';
import { seedPlain } from '../harness/seed.ts';

const COMPANIES = 20;
const NOW = new Date('2026-03-01T12:00:00.000Z');

let started: Commands;
let commands: Commands;
let database: TestDatabase;
let folder: string;
let out: string;

beforeAll(() => {
  started = startCommands({});
});
afterAll(() => started.close());

beforeEach(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < COMPANIES; n += 1) await seedPlain(database.pool, `company-${n}`);
  commands = started.with({ DATABASE_URL: database.url });
  folder = await mkdtemp(join(tmpdir(), 'backup-beside-'));
  out = join(folder, 'backup.sql.gz');
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const backUp = () => start(['backup', '--out', out], { DATABASE_URL: database.url });
const scriptOf = async (path: string) => gunzipSync(await readFile(path)).toString();

describe('a backup', () => {
  it('that waits for a migration has the schema of after it, and says which release can restore it', async () => {
    const migration = '29990101000000_expand_note';
    const { client, release } = await lockTables(database, 'list');
    await client.query('ALTER TABLE list ADD COLUMN note text');
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', $1, now())`,
      [migration],
    );
    const { finished } = backUp();
    await untilWaiting(database, 1);
    await client.query('COMMIT');
    await release();
    expect(await finished).toEqual({
      code: 0,
      stdout: expect.stringContaining(`wrote ${out}: `),
      stderr: `company-data: the schema has the migration ${migration} of a newer release; only a release that has it can restore this backup\n`,
    });
    const script = await scriptOf(out);
    expect(script).toMatch(new RegExp(`^-- \\{"version".*"${migration}"\\]`, 'm'));
    expect(script).toMatch(/^-- \{"table":"list","columns":\[.*"note"\]/m);
    const other = await createTestDatabase({ migrated: false });
    try {
      const { code, stderr } = await started.with({ DATABASE_URL: other.url }).run(['restore', out]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(
          `^company-data: the backup has a newer schema .* it has the migration ${migration}; restore it with`,
        ),
      );
    } finally {
      await other.drop();
    }
  });

  it('that is interrupted while it waits for a lock leaves no file', async () => {
    const { release } = await lockTables(database, 'list');
    const { child, finished } = backUp();
    await untilWaiting(database, 1);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await finished;
    await release();
    expect({ code, stdout }).toEqual({ code: 143, stdout: '' });
    expect(stderr).toMatch(/^company-data: cannot write the backup: .*\n$/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('beside another to the same name leaves one complete file', async () => {
    const { release } = await lockTables(database, 'list');
    const both = [backUp(), backUp()];
    await untilWaiting(database, 2);
    await release();
    const codes = (await Promise.all(both.map(({ finished }) => finished))).map(({ code }) => code);
    expect(codes).toContain(0);
    expect(await readdir(folder)).toEqual(['backup.sql.gz']);
    const { code } = await commands.run(['restore', out, '--check-only']);
    expect(code).toBe(0);
  });

  it('counts the rows of a table although PostgreSQL sends their number later', async () => {
    const proxy = await startProxy(database.url, () => ({ fromDatabase: delayOfCounts() }));
    try {
      const { tables } = await writeBackup(proxy.url, new PassThrough().resume(), { now: NOW });
      expect(tables).toContainEqual(expect.objectContaining({ table: 'company', rows: COMPANIES }));
    } finally {
      await proxy.stop();
    }
  });
});

describe('a restore', () => {
  it('replaces nothing that appeared while it waited for its first row', async () => {
    await commands.json('backup', '--out', out);
    const script = await readFile(out).then(gunzipSync);
    const target = await createTestDatabase();
    async function* late() {
      await seedPlain(target.pool, 'late');
      yield script;
    }
    try {
      const epoch = { operator: 'ops', now: new Date(), keepKeys: true };
      await expect(restoreBackup(target.url, late(), epoch)).rejects.toThrow('the database has data');
      const { rows } = await target.pool.query('SELECT slug FROM company');
      expect(rows).toEqual([{ slug: 'late' }]);
    } finally {
      await target.drop();
    }
  });

  it('refuses a file with something after its end, or without its last bytes', async () => {
    await commands.json('backup', '--out', out);
    const bytes = await readFile(out);
    const target = await createTestDatabase({ migrated: false });
    const changed = join(folder, 'changed.sql.gz');
    const onTarget = started.with({ DATABASE_URL: target.url });
    try {
      for (const [content, reason] of [
        [Buffer.concat([bytes, bytes]), 'something follows its end'],
        [Buffer.concat([bytes, gzipSync('x')]), 'something follows its end'],
        [bytes.subarray(0, -4), 'unexpected end of file'],
      ] as const) {
        await writeFile(changed, content);
        expect((await onTarget.run(['restore', changed])).stderr).toBe(
          `company-data: the backup is damaged: ${reason}; use another one\n`,
        );
      }
      expect((await onTarget.run(['restore', out])).code).toBe(0);
    } finally {
      await target.drop();
    }
  });

  it('that is interrupted leaves the database empty', async () => {
    await commands.json('backup', '--out', out);
    const target = await createTestDatabase();
    const { release } = await lockTables(target, 'list');
    try {
      const { child, finished } = start(['restore', out], { DATABASE_URL: target.url });
      await untilWaiting(target, 1);
      child.kill('SIGINT');
      expect(await finished).toEqual({
        code: 130,
        stdout: '',
        stderr: 'company-data: interrupted; nothing was restored\n',
      });
      expect((await target.pool.query('SELECT slug FROM company')).rows).toEqual([]);
    } finally {
      await release();
      await target.drop();
    }
  });

  it('says that the rows are there if what comes after them fails', async () => {
    await database.pool.query('UPDATE facet_index SET version = 1, format = $1', [FORMAT + 1]);
    await commands.json('backup', '--out', out);
    const target = await createTestDatabase({ migrated: false });
    try {
      const { code, stderr } = await started.with({ DATABASE_URL: target.url }).run(['restore', out]);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^company-data: the backup is restored, but not brought to this version: a newer release .*; then run npm run cli -- migrate\n$/,
        ),
      });
      const { rows } = await target.pool.query('SELECT count(*)::int FROM company');
      expect(rows).toEqual([{ count: COMPANIES }]);
    } finally {
      await target.drop();
    }
  });
});

/** Sends the message with the number of rows a moment after the rows, as a network may. */
function delayOfCounts(): Transform {
  /** PostgreSQL manual, section 55.7: the text of CommandComplete follows a byte and a length. */
  const header = 5;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = chunk.indexOf('COPY ') - header;
      if (at < 0) return done(null, chunk);
      this.push(chunk.subarray(0, at));
      setTimeout(() => done(null, chunk.subarray(at)), 50);
    },
  });
}
