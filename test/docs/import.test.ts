import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
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
