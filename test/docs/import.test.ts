import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from '@jest/globals';
import { blocksOf } from '../harness/pages.ts';
import { useImports } from '../modules/import/fixture.ts';
import { dumpCatalogue, readCompanies } from '../modules/import/support.ts';

const imports = useImports();

/** Reads the block of the page on imports that begins with a text. */
async function blockWith(beginning: string): Promise<string> {
  const page = await readFile('docs/operate/import.md', 'utf8');
  const found = blocksOf(page).find(({ text }) => text.startsWith(beginning));
  if (found === undefined)
    throw new Error(`docs/operate/import.md has no block that begins with ${beginning}`);
  return found.text;
}

it('the rows that the page on imports shows for a CSV file are those that the file means', async () => {
  const { report } = await imports.file('companies.csv', await blockWith('name,primary_domain'));
  expect(report).toMatchObject({ rows: 2, accepted: 2, rejected: 0, warnings: 0 });
  const before = await dumpCatalogue(imports.pool);
  expect(Object.keys(await readCompanies(imports.pool))).toEqual(['acme.example', 'bolt.example']);
  const rows = (await blockWith('{"name": "Acme, Inc."')).replaceAll('\n "', ' "');
  expect((await imports.file('companies.ndjson', rows)).report).toMatchObject({ rows: 2, accepted: 2 });
  expect(await dumpCatalogue(imports.pool)).toEqual(before);
});

it('the renames, the merge and the deletes that the page on imports shows are accepted', async () => {
  const renames = await blockWith('{"primary_domain": "acme.test"');
  expect((await imports.file('renamed-companies.ndjson', renames)).report).toMatchObject({
    rows: 2,
    accepted: 2,
  });
  const merge = (await blockWith('{"primary_domain": "acme-labs.example"')).replace(
    'acme.example',
    'bolt.example',
  );
  expect((await imports.file('merged-companies.ndjson', merge)).report).toMatchObject({
    rows: 1,
    accepted: 1,
  });
  const deletes = await blockWith('primary_domain,deleted');
  expect((await imports.file('gone-companies.csv', deletes)).report).toMatchObject({ rows: 2, accepted: 2 });
  // A former domain deletes nothing.
  expect(Object.keys(await readCompanies(imports.pool))).toEqual(['acme.test']);
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightly-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Takes the script out of the guide. */
async function readScript(): Promise<string> {
  const guide = await readFile('docs/guides/fresh-catalogue.md', 'utf8');
  const [, script] = /```sh\n# \/usr\/local\/sbin\/import-nightly\.sh\n(.*?)```/s.exec(guide) ?? [];
  if (script === undefined) throw new Error('the guide has no script');
  return script.replace('/var/lib/company-data-incoming', `${folder}/incoming`);
}

/** Runs the script with files that have arrived, and a command in place of the real one. */
async function runNight(command: string, files: readonly string[]) {
  const [script, program] = [join(folder, 'night.sh'), join(folder, 'company-data')];
  await writeFile(script, `mkdir -p ${folder}/incoming\n${await readScript()}`);
  await writeFile(program, `#!/bin/sh\n${command}\n`);
  await chmod(program, 0o755);
  await execute('mkdir', ['-p', join(folder, 'incoming')]);
  for (const file of files) await writeFile(join(folder, 'incoming', file), 'name\n');
  const code = await execute('bash', [script], `${folder}:${process.env.PATH}`);
  const withoutTime = (name: string) => name.replace(/^[\dT-]+-/, 'TIME-');
  const list = async (path: string) => (await readdir(join(folder, path))).map(withoutTime).sort();
  return { code, incoming: await list('incoming'), done: await list('incoming/done') };
}

const execute = (program: string, args: string[], path = process.env.PATH) =>
  new Promise<number | string>((resolve) => {
    execFile(program, args, { env: { PATH: path } }, (error) => resolve(error?.code ?? 0));
  });

test('the script for a nightly import keeps the report of each file that was imported', async () => {
  expect(await runNight(`echo '{"files":[]}'`, ['companies.csv', 'partnerships.ndjson'])).toEqual({
    code: 0,
    incoming: ['done'],
    done: [
      'TIME-companies.csv',
      'TIME-companies.report.json',
      'TIME-partnerships.ndjson',
      'TIME-partnerships.report.json',
    ],
  });
});

test('it keeps the report of a refused file, and the file for the next night', async () => {
  expect(await runNight(`echo '{"files":[]}'; exit 3`, ['companies.csv', 'partnerships.csv'])).toEqual({
    code: 3,
    incoming: ['companies.csv', 'done', 'partnerships.csv'],
    done: ['TIME-companies.report.json'],
  });
});

test('it leaves no empty report of a command that could not run', async () => {
  expect(await runNight('echo "no database" >&2; exit 1', ['companies.csv'])).toEqual({
    code: 1,
    incoming: ['companies.csv', 'done'],
    done: [],
  });
});

test('it fails when no file has arrived', async () => {
  expect(await runNight('exit 0', [])).toEqual({ code: 1, incoming: ['done'], done: [] });
});
