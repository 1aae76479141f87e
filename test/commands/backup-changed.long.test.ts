import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { seedPartnership, seedPlain } from '../harness/seed.ts';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let commands: Commands;
let onTarget: Commands;
let lines: string[];
let summary: { checksum: string; left_out: string[] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-changed-'));
  source = await createTestDatabase();
  target = await createTestDatabase();
  commands = startCommands({ DATABASE_URL: source.url });
  onTarget = commands.with({ DATABASE_URL: target.url });
  const [a, b] = [await seedPlain(source.pool, 'one'), await seedPlain(source.pool, 'two')];
  await seedPartnership(source.pool, a, b);
  await commands.json('org', 'create', '--name', 'Acme Sales', '--credits', '25');
  await source.pool.query('CREATE TABLE remark (id serial); INSERT INTO remark DEFAULT VALUES');
  const file = join(folder, 'backup.sql.gz');
  summary = await commands.json('backup', '--out', file);
  lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -1);
});
afterAll(async () => {
  await commands.close();
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true });
});

const changedFile = () => join(folder, 'changed.sql.gz');
/** Writes a file. Lines get the checksum that fits them, as somebody who changes a backup can compute it again. */
const write = (bytes: Buffer | readonly string[]) =>
  writeFile(changedFile(), Buffer.isBuffer(bytes) ? bytes : gzipSync(`${sealed(bytes).join('\n')}\n`));

/** The checksum covers all lines but rows, and but the last line with the empty one before it. */
function sealed(changed: readonly string[]): readonly string[] {
  const end = changed.findLastIndex((line) => line.startsWith('-- {"tables"'));
  const hash = createHash('sha256');
  let isRow = false;
  for (const line of changed.slice(0, end - 1)) {
    if (line === '\\.') isRow = false;
    if (!isRow) hash.update(`${line}\n`);
    if (/^COPY .* FROM stdin;$/.test(line)) isRow = true;
  }
  return changed.map((line, index) =>
    index === end ? line.replace(/"checksum":"\w+"/, `"checksum":"${hash.digest('hex')}"`) : line,
  );
}
const check = async (...args: string[]) => onTarget.run(['restore', changedFile(), '--check-only', ...args]);

/** Counts all rows. A new schema has some of its own. */
async function storedRows(): Promise<number> {
  const { rows } = await target.pool.query<{ query: string }>(
    `SELECT string_agg(format('SELECT count(*) FROM %I', relname), ' UNION ALL ') AS query FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const counts = await target.pool.query(`SELECT sum(count)::int AS count FROM (${rows[0]?.query}) counts`);
  return counts.rows[0].count;
}

/** Expects that both ways refuse a file in one line, and that nothing of it is stored. @returns the line. */
async function refused(bytes: Buffer | readonly string[]): Promise<string> {
  await write(bytes);
  const before = await storedRows();
  const { code, stdout, stderr } = await check();
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
  expect(await onTarget.run(['restore', changedFile()])).toEqual({ code: 1, stdout: '', stderr });
  expect(await storedRows()).toBe(before);
  return stderr;
}

const at = (line: string) => {
  const index = lines.findIndex((each) => each.startsWith(line));
  expect(index).toBeGreaterThan(0);
  return index;
};
const withLine = (index: number, line: string) => lines.toSpliced(index, 0, line);
const replaced = (from: string, to: string) => lines.map((line) => line.replaceAll(from, to));
const lineIsNone = (number: number) =>
  `company-data: the backup is damaged: line ${number} is none that a backup has there; use another one\n`;

describe('a changed backup whose checksum fits', () => {
  it.each([
    "COPY company TO PROGRAM 'touch /tmp/x';",
    "COPY company FROM PROGRAM 'cat';",
    '\\! touch /tmp/x',
    "\\copy company TO 'x'",
    'DO $$ BEGIN DROP TABLE company; END $$;',
    "SELECT pg_read_file('/etc/passwd');",
    '-- a comment',
    '/* */ DROP TABLE company;',
    'SELECT 1;',
    '\\.',
    'a row\tof nothing',
  ])('is refused with the line %s', async (line) => {
    for (const place of [at('SET TimeZone'), at('COPY "company" ') - 1, lines.length - 1]) {
      await write(withLine(place, line));
      const { code, stderr } = await check();
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/damaged: line \d+ /) });
    }
    await write(withLine(lines.length, line));
    expect((await check()).stderr).toMatch(/damaged: something follows its end/);
  });

  it('is refused by restore too, with the number of the line, and nothing is stored', async () => {
    const place = at('COPY "partnership" ');
    for (const [from, to] of [
      ['"partnership" (', '"public"."partnership" ('],
      ['"partnership" (', '"partnership" ("id", '],
      [' FROM stdin;', " FROM PROGRAM 'cat';"],
      [' FROM stdin;', ' FROM stdin; DROP TABLE company;'],
      [' FROM stdin;', ' FROM stdin;\r'],
      [' FROM stdin;', ' FROM stdin;\0'],
    ] as const) {
      const line = lines[place]?.replace(from, to) ?? '';
      expect(await refused(lines.with(place, line))).toBe(lineIsNone(place + 1));
    }
    const invalid = Buffer.from(`${lines.join('\n')}\n`);
    const byte = invalid.indexOf('"version":"') + '"version":"'.length;
    invalid.writeUInt8(0xff, byte);
    expect(await refused(gzipSync(invalid))).toBe(lineIsNone(2));
  });

  it('is refused if psql would end its rows sooner, or a row has what COPY would escape', async () => {
    const row = at('COPY "company" ') + 1;
    const original = lines[row] ?? '';
    for (const line of ['\\.\r', `${original}\r`, `\0${original}`])
      expect(await refused(lines.toSpliced(row + 1, 0, line))).toBe(lineIsNone(row + 2));
    expect(await refused(withLine(row + 1, '\\.x'))).toBe(lineIsNone(row + 2));
  });

  it('is refused without one of its tables, or with another', async () => {
    const [first, next] = [
      at('-- {"table":"company","columns"'),
      at('-- {"table":"company_domain","columns"'),
    ];
    const count = Number(/\d+/.exec(lines.at(-1) ?? '')?.[0]);
    const without = lines
      .toSpliced(first, next - first)
      .with(-1, `-- {"tables":${count - 1},"checksum":"0"}`);
    const missing = /^company-data: the backup is damaged: line \d+ does not begin the table company; use/;
    expect(await refused(without)).toMatch(missing);
    expect(await refused(replaced('"company"', '"companies"'))).toMatch(missing);
    const columns =
      /^company-data: the backup is damaged: organization has other columns than its schema; use/;
    await write(replaced('"credit_balance"', '"credits"'));
    expect((await onTarget.run(['restore', changedFile()])).stderr).toMatch(columns);
    await write(replaced('organization_id_seq', 'organization_seq'));
    expect((await onTarget.run(['restore', changedFile()])).stderr).toMatch(
      /^company-data: the backup is damaged: the sequence organization_seq is none of its schema; use/,
    );
  });

  it('that is compressed twice, or follows another, is told apart', async () => {
    const bytes = gzipSync(`${lines.join('\n')}\n`);
    expect(await refused(gzipSync(bytes))).toBe('company-data: this is not a backup of company-data\n');
    const follows = 'company-data: the backup is damaged: something follows its end; use another one\n';
    expect(await refused(Buffer.concat([bytes, bytes]))).toBe(follows);
    // A small file is refused before any of it is uncompressed.
    expect(await refused(Buffer.concat([bytes, Buffer.from('\\! touch /tmp/x\n')]))).toMatch(
      /something follows its end|this is not a backup/,
    );
  });
});

describe('backup and restore', () => {
  it('compare the checksum that is given', async () => {
    await write(lines);
    expect((await check('--checksum', summary.checksum)).code).toBe(0);
    const other = 'company-data: this is another backup than the one of --checksum: its checksum is';
    const wrong = 'f'.repeat(64);
    expect((await check('--checksum', wrong)).stderr).toBe(`${other} ${summary.checksum}\n`);
    const restored = await onTarget.run(['restore', changedFile(), '--checksum', wrong]);
    expect(restored).toEqual({ code: 1, stdout: '', stderr: `${other} ${summary.checksum}\n` });
    expect((await target.pool.query('SELECT FROM company')).rowCount).toBe(0);
  });

  it('leave out tables that no migration made, and miss none of the others', async () => {
    expect(summary.left_out).toEqual(['remark']);
    expect(lines.filter((line) => line.includes('remark'))).toEqual([]);
    const out = join(folder, 'other.sql.gz');
    const { code, stderr } = await commands.run(['backup', '--out', out]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'company-data: left out remark, which no migration made; move such tables to another schema, and back them up there\n',
    });
    await source.pool.query('ALTER TABLE list_event RENAME TO list_events');
    const refusal = await commands.run(['backup', '--out', `${out}.2`]);
    await source.pool.query('ALTER TABLE list_events RENAME TO list_event');
    expect(refusal).toEqual({
      code: 1,
      stdout: '',
      stderr: 'company-data: the database lacks the table list_event; restore an earlier backup\n',
    });
  });

  it('set no sequence below the ids that are stored', async () => {
    const lowered = lines.map((line) =>
      line.replace(/("organization_id_seq"[,'].*?)\d+/, '$10').replace(/("company_id_seq"[,'].*?)\d+/, '$11'),
    );
    const absent = at('-- {"sequence":"credit_entry_id_seq"');
    await write(lowered.toSpliced(absent, 3));
    await target.pool.query('CREATE TABLE remark (id serial); INSERT INTO remark DEFAULT VALUES');
    const restored = await onTarget.run(['restore', changedFile()]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    // A table of somebody else stays as it is.
    expect((await target.pool.query('SELECT id FROM remark')).rows).toEqual([{ id: 1 }]);
    const { rows } = await target.pool.query(`
      SELECT (SELECT last_value FROM organization_id_seq)::int AS organizations, (SELECT max(id) FROM organization) AS organization,
        (SELECT last_value FROM company_id_seq)::int AS companies, (SELECT max(id) FROM company) AS company`);
    expect(rows).toEqual([{ organizations: 1, organization: 1, companies: 2, company: 2 }]);
    await onTarget.json('org', 'create', '--name', 'Next', '--credits', '5');
  });
});
