import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let commands: Commands;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-command-'));
  commands = startCommands({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await commands.close();
  await rm(folder, { recursive: true });
  await database.drop();
});

const cli = (...args: string[]) => commands.run(args);

async function write(name: string, ...rows: unknown[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
  return path;
}

/** Imports a file with options. @returns what a scheduler sees */
async function importFile(path: string, ...options: string[]) {
  const { code, stdout, stderr } = await cli('import', path, '--json', ...options);
  return { code, files: stdout === '' ? undefined : JSON.parse(stdout).files, stderr };
}

async function countCompanies(): Promise<number> {
  const { stdout } = await cli('catalogue', 'status', '--json');
  return JSON.parse(stdout).companies;
}

test('the exit code of an import says whether it was stored, and if not, why', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
  const company = (name: string) => ({ name, primary_domain: `${name}.example` });
  const all = await write('companies.ndjson', ...names.map(company), { name: 'Bad' });
  const counts = { path: all, kind: 'companies', rows: 21, accepted: 20, rejected: 1, warnings: 0 };
  const report = { code: 0, files: [{ ...counts, rejects_file: expect.any(String) }], stderr: '' };

  expect(await importFile(all, '--strict')).toEqual({
    ...report,
    code: 3,
    stderr: 'company-data: refused: 1 row was rejected, and none is allowed. Nothing was stored.\n',
  });
  expect(await importFile(all, '--dry-run')).toEqual(report);
  expect(await countCompanies()).toBe(0);
  expect(await importFile(all)).toEqual(report);
  expect(await countCompanies()).toBe(20);

  const fused = await write('fused-companies.ndjson', company('new'), { ...company('new'), name: 'Other' });
  const fusedCounts = { path: fused, kind: 'companies', rows: 2, accepted: 2, rejected: 0, warnings: 1 };
  const fusedFile = { ...fusedCounts, merged_rows: 1, rejects_file: expect.any(String) };
  expect(await importFile(fused, '--strict')).toEqual({
    code: 3,
    files: [fusedFile],
    stderr:
      'company-data: refused: 1 row has the primary domain of a later row with another name, and --strict allows none. Nothing was stored.\n',
  });
  expect(await countCompanies()).toBe(20);
  expect(await importFile(fused, '--dry-run')).toEqual({ code: 0, files: [fusedFile], stderr: '' });

  const half = await write(
    'half-companies.csv',
    'name;primary_domain',
    ...names.slice(10).map((name) => `${name};${name}.example`),
  );
  expect(await importFile(half, '--snapshot', 'companies')).toEqual({
    code: 2,
    files: [],
    stderr:
      'company-data: refused: the snapshot does not have 10 of 20 rows of companies, and --max-deletes 5% allows 1. If it is complete, allow more. Nothing was stored.\n',
  });
  expect(await countCompanies()).toBe(20);
  expect(await importFile(half, '--snapshot', 'companies', '--max-deletes', '50%')).toMatchObject({
    code: 0,
    files: [{ rows: 10, accepted: 10, retired: 10 }],
    stderr: 'the snapshot retires 10 of 20 rows of companies\n',
  });
  expect(await countCompanies()).toBe(10);

  expect(await importFile(join(folder, 'none.csv'), '--kind', 'companies')).toEqual({
    code: 1,
    files: undefined,
    stderr: `company-data: ${join(folder, 'none.csv')}: no such file or folder\n`,
  });
});

test('a file of which most rows are rejected is left out, and the command ends with exit code 4', async () => {
  const bad = await write('bad-companies.csv', 'Company,primary_domain', 'X,x.example');
  const good = await write('good-companies.csv', 'name,primary_domain', 'New,new.example');
  const before = await countCompanies();
  const { code, stdout, stderr } = await cli('import', bad, good);
  expect({ code, stdout: stdout.split('\n'), stderr }).toEqual({
    code: 4,
    stdout: [
      `${bad} (companies): 0 of 1 row accepted, 1 rejected, 1 warning, not stored`,
      expect.stringMatching(/^ {2}rejected rows and warnings: /),
      `${good} (companies): 1 of 1 row accepted, 0 rejected, 0 warnings`,
      '2 files: 1 of 2 rows accepted, 1 rejected, 1 warning',
      '',
    ],
    stderr: `company-data: refused: ${bad}: fewer than half of the rows were accepted, 0 of 1; see company-data import --suggest ${bad}, or add --accept-any to store it\n`,
  });
  expect(await countCompanies()).toBe(before + 1);
  expect(await importFile(bad, '--accept-any')).toMatchObject({ code: 0, files: [{ accepted: 0 }] });
  expect(await importFile(bad, '--dry-run')).toMatchObject({ code: 4, files: [{ refused: true }] });
});

test('--suggest prints a command that imports the file, and needs no database', async () => {
  const crm = await write(
    "it's a crm.csv",
    'Company,Website,Size',
    'Sug,https://sug.example/x,51-200 employees',
  );
  const path = `'${crm.replaceAll("'", "'\\''")}'`;
  const none = commands.with({ DATABASE_URL: 'postgresql://localhost:1/none' });
  const suggested = await none.run(['import', '--suggest', crm]);
  expect(suggested).toMatchObject({ code: 0, stderr: '' });
  const command = `company-data import ${path} --kind companies --map Company=name --map Website=primary_domain --map Size=employee_range`;
  expect(suggested.stdout.split('\n')).toContain(command);
  const before = await countCompanies();
  const maps = ['Company=name', 'Website=primary_domain', 'Size=employee_range'].flatMap((map) => [
    '--map',
    map,
  ]);
  expect(await importFile(crm, '--kind', 'companies', ...maps)).toMatchObject({
    code: 0,
    files: [{ accepted: 1, warnings: 1 }],
  });
  expect(await countCompanies()).toBe(before + 1);
});

test('a variable that looks like a setting is warned of by every command that uses the database', async () => {
  const misspelt = commands.with({ DATABASE_ULR: 'postgresql://elsewhere/x' });
  const { code, stderr } = await misspelt.run(['org', 'list']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'company-data: DATABASE_ULR is no setting and has no effect; DATABASE_URL is one\n',
  });
});
