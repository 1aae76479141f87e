import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { run } from '../harness/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fields-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Nothing listens there. */
const NO_DATABASE = { DATABASE_URL: 'postgresql://localhost:1/none' };

async function suggest(name: string, content: string, ...options: string[]) {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, ...(await run(['fields', 'suggest', path, ...options], NO_DATABASE)) };
}

const CRM = [
  '\uFEFFCompany,Website,Annual revenue,"Stage: ""x"" #",Kontakt,',
  'A,a.example,"1,200.50","Lead\n- key: org.evil",31.01.2026,x',
  'B,b.example,n/a,"Lead\n- key: org.evil",,y',
].join('\n');

test('fields suggest prints YAML with comments on what it saw, and needs no database', async () => {
  const { code, stdout, stderr } = await suggest('crm.csv', CRM);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`# Check types and labels, then: company-data fields apply FILE.yaml
# Left out columns without a name: "column 6"

fields:
  # Filled in 2 of 2 rows, 1 distinct: "1,200.50", "n/a"
  # 1 of them cannot be read as number, such as "n/a"
  - key: custom.annual_revenue
    label: Annual revenue
    type: number
    columns: [Annual revenue]
    number_format: 1,200.50
  # Filled in 2 of 2 rows, 1 distinct: "Lead - key: org.evil"
  - key: custom.stage_x
    label: 'Stage: "x" #'
    type: category
    columns: ['Stage: "x" #']
  # Filled in 1 of 2 rows, 1 distinct: "31.01.2026"
  - key: custom.kontakt
    label: Kontakt
    type: date
    columns: [Kontakt]
`);
  const [revenue, stage] = parse(stdout).fields;
  expect(revenue).toEqual({
    key: 'custom.annual_revenue',
    label: 'Annual revenue',
    type: 'number',
    columns: ['Annual revenue'],
    number_format: '1,200.50',
  });
  expect(stage.columns).toEqual(['Stage: "x" #']);
});

test('fields suggest --json has the fields that the YAML has', async () => {
  const json = JSON.parse((await suggest('crm.csv', CRM, '--json')).stdout);
  const yaml = parse((await suggest('crm.csv', CRM)).stdout);
  expect(json).toMatchObject({ rows: 2, notes: [expect.any(String)], fields: yaml.fields });
  expect(json.fields[0].seen).toEqual({
    filled: 2,
    distinct: 1,
    examples: ['1,200.50', 'n/a'],
    unread: { count: 1, example: 'n/a' },
  });
});

test('headers of any text are the columns that the YAML has', async () => {
  const headers = [
    'yes',
    '1.5',
    'null',
    '- a',
    '{b}',
    "it's",
    '*c',
    '&d',
    '!e',
    '%f',
    '@g',
    'h: i',
    'j, k',
    '[l]',
    'm\nn',
    '💶',
    '#o',
    'p\tq',
  ];
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',');
  const { stdout } = await suggest(
    'odd.csv',
    `${line(['domain', ...headers])}\n${line(['a.example', ...headers])}\n`,
  );
  const fields: { key: string; label: unknown; columns: string[] }[] = parse(stdout).fields;
  expect(fields.map(({ columns }) => columns)).toEqual(headers.map((header) => [header]));
  for (const { key, label } of fields)
    expect([key, typeof label]).toEqual([expect.stringMatching(/^custom\.[a-z][a-z0-9_]*$/), 'string']);
});

test('fields suggest says that built-in fields have every column, and fails in one line', async () => {
  expect(await suggest('companies.csv', 'name,primary_domain\nA,a.example\n')).toMatchObject({
    code: 0,
    stdout: '# Built-in fields have every column.\n\nfields: []\n',
  });
  const empty = await suggest('empty.csv', '');
  expect(empty).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `company-data: ${empty.path}: has no columns\n`,
  });
  expect(await run(['fields', 'suggest', join(folder, 'none.csv')])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^company-data: .*none\.csv: .*\n$/),
  });
});
