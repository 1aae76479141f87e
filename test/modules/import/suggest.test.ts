import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeSuggestion } from '../../../src/commands/import-output.ts';
import { suggest } from '../../../src/modules/import/suggest/suggest.ts';
import { toParquet } from './files-of-formats.ts';
import { refusalOf } from './fixture.ts';
import { Workspace } from './support.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await Workspace.create();
});
afterAll(() => workspace.remove());

/** Suggests for one file. @returns the command without the folder */
async function commandFor(name: string, content: string | Buffer, options = {}) {
  const path = await workspace.write(name, content);
  const [found] = await suggest([path], { today: '2026-03-01', ...options });
  return { ...found, command: found?.command.replaceAll(`${workspace.folder}/`, '') };
}

describe('suggestions', () => {
  it('map the columns of a CRM export, with samples', async () => {
    const text = [
      'sep=;',
      'Company Name;Website URL;No. of Employees;Billing Country;Year Founded;Phone;Phone',
      '"Acme; Inc.";https://acme.example;~300;USA;2012-05-01;1;2',
      'Bolt;bolt.example;51-200;Germany;;;3',
    ].join('\r\n');
    expect(await commandFor("it's crm.csv", text)).toEqual({
      path: join(workspace.folder, "it's crm.csv"),
      format: 'csv',
      kind: 'companies',
      columns: [
        { column: 'Company Name', fields: ['name'], samples: ['Acme; Inc.', 'Bolt'] },
        {
          column: 'Website URL',
          fields: ['primary_domain'],
          samples: ['https://acme.example', 'bolt.example'],
        },
        { column: 'No. of Employees', fields: ['employee_count'], samples: ['~300', '51-200'] },
        { column: 'Billing Country', fields: ['country'], samples: ['USA', 'Germany'] },
        { column: 'Year Founded', fields: ['founded_year'], samples: ['2012-05-01'] },
        { column: 'Phone', fields: [], samples: ['1'] },
        { column: 'Phone#2', fields: [], samples: ['2', '3'] },
      ],
      missing: [],
      command: expect.stringMatching(/^company-data import '.*crm\.csv' --kind companies --map /),
    });
  });

  it('say each option once, and quote what a shell would change', async () => {
    const { command } = await commandFor(
      'crm.csv',
      "Company,$Web,Owner's\nA,a.example,x\nB,https://b.example,y\n",
    );
    expect(command).toBe(
      "company-data import crm.csv --kind companies --map Company=name --map '$Web=primary_domain'",
    );
    const exact = await commandFor('companies.csv', 'name,primary_domain\nA,a.example\n');
    expect(exact.command).toBe('company-data import companies.csv');
  });

  it('add constants for what detections lack, and use a single date twice', async () => {
    expect((await commandFor('x.csv', 'domain,Technology\na.example,Kafka\n')).command).toBe(
      'company-data import x.csv --kind company_technologies --map Technology=display_name --set first_seen=2026-03-01 --set last_seen=2026-03-01',
    );
    expect((await commandFor('x.csv', 'domain,tech_key,Detected At\na.example,k,2024-01-01\n')).command).toBe(
      "company-data import x.csv --kind company_technologies --map 'Detected At=first_seen' --map 'Detected At=last_seen'",
    );
    expect(
      (await commandFor('partnerships.csv', 'Domain,Partner,Since\na.example,b.example,2024-01-01\n'))
        .command,
    ).toBe(
      'company-data import partnerships.csv --map Domain=domain --map Partner=partner_domain --map Since=first_observed_at --map Since=last_observed_at --set observation_count=1',
    );
  });

  it('read JSON and Parquet', async () => {
    const json =
      '{"company":"A","url":"a.example","tags":["x","y"]}\nbroken\n{"company":"B","size":"11-50"}\n';
    const found = await commandFor('crm.jsonl', json);
    expect(found.command).toBe(
      'company-data import crm.jsonl --kind companies --map company=name --map url=primary_domain --map size=employee_range',
    );
    expect(found.columns?.map(({ column, samples }) => [column, samples])).toEqual([
      ['company', ['A', 'B']],
      ['url', ['a.example']],
      ['tags', ['["x","y"]']],
      ['size', ['11-50']],
    ]);
    const parquet = toParquet([
      { name: 'Company', data: ['A', 'B'] },
      { name: 'Domain', data: ['a.example', 'b.example'] },
    ]);
    expect(await commandFor('crm.parquet', parquet)).toMatchObject({
      format: 'parquet',
      columns: [
        { column: 'Company', samples: ['A', 'B'] },
        { column: 'Domain', samples: ['a.example', 'b.example'] },
      ],
      command:
        'company-data import crm.parquet --kind companies --map Company=name --map Domain=primary_domain',
    });
  });

  it('are bounded, whatever the file', async () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, index) => `C${index} ${'x'.repeat(90)},c${index}.example`,
    );
    const { columns } = await commandFor('big.csv', `name,primary_domain\n${rows.join('\n')}\n`);
    expect(columns?.map(({ samples }) => samples.length)).toEqual([3, 3]);
    expect(columns?.[0]?.samples[0]).toHaveLength(41);
    const wide = Array.from({ length: 2000 }, (_, index) => `c${index}`).join(',');
    expect((await commandFor('wide.csv', `${wide}\n`)).columns).toHaveLength(500);
  });

  it('give up a quote after as many lines as imports do, and read on after its line', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `Row ${index},row-${index}.example`);
    const text = ['name,domain', '"open,open.example', ...rows, '"'].join('\n');
    const { columns } = await commandFor('open.csv', text, { kind: 'companies' });
    expect(columns).toEqual([
      { column: 'name', fields: ['name'], samples: ['Row 0', 'Row 1', 'Row 2'] },
      {
        column: 'domain',
        fields: ['primary_domain'],
        samples: ['row-0.example', 'row-1.example', 'row-2.example'],
      },
    ]);
    const unclosed = `name,domain\n${'x","y\n'.repeat(40_000)}`;
    expect((await commandFor('unclosed.csv', unclosed, { kind: 'companies' })).columns).toHaveLength(2);
  });

  it('name what is missing, and take folders and standard input', async () => {
    const folder = join(workspace.folder, 'table');
    await mkdir(folder);
    await writeFile(join(folder, 'part-0.csv'), 'Firm,City\nA,Ulm\n');
    const [found] = await suggest([folder], { kind: 'companies' });
    expect(found).toMatchObject({ missing: ['primary_domain'], path: folder });
    expect(found?.command).toBe(`company-data import ${folder} --kind companies --map Firm=name`);
    expect(found && describeSuggestion(found)).toEqual([
      `${folder}: csv, looks like companies`,
      '  column  field  samples',
      '  "Firm"  name   A',
      '  "City"  -      Ulm',
      '  No column was found for primary_domain, which is required: add --map "COLUMN=primary_domain".',
      '',
      `company-data import ${folder} --kind companies --map Firm=name`,
      '',
    ]);
    const stdin = Readable.from([Buffer.from('tech_key,display_name\nk,K\n')]);
    expect((await suggest(['-'], { stdin }))[0]?.command).toBe('company-data import - --kind technologies');
  });

  it('refuse what cannot be read', async () => {
    expect(await refusalOf(suggest([join(workspace.folder, 'none.csv')], {}))).toMatch(/none\.csv/);
    expect(await refusalOf(suggest([await workspace.write('x.csv', 'a\n')], { kind: 'firms' }))).toMatch(
      /^--kind must be one of /,
    );
  });
});
