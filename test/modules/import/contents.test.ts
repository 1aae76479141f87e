import { beforeEach, describe, expect, it } from '@jest/globals';
import { BOTH, CSV, NDJSON, PARQUET, TSV, toParquet } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { emptyCatalogue, readCompanies, summarize } from './support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

describe('delimited text', () => {
  it('loses only the records that cannot be read, and lists them as they are', async () => {
    const lines = [
      Buffer.from('name;primary_domain;note\n'),
      Buffer.from('Few;few.example\n'),
      Buffer.from('Many;many.example;;\n'),
      Buffer.from('"Broken" text;broken.example;\n'),
      Buffer.from('5" pipe;pipe.example;a "quote"\n'),
      Buffer.concat([Buffer.from('Inv'), Buffer.from([0xff]), Buffer.from(';invalid.example;\n')]),
      Buffer.from('"Open;open.example;\nAfter;after.example;\n'),
      Buffer.from('"Two\nlines";lines.example;"a;b"\n'),
      Buffer.from(`Long;long.example;${'x'.repeat(1024 * 1024)}\n`),
      Buffer.from('Last;last.example;'),
    ];
    const { report, problems } = await imports.file('companies.csv', Buffer.concat(lines));
    expect([report.rows, report.accepted, report.rejected, report.warnings]).toEqual([10, 4, 6, 1]);
    expect(summarize(problems)).toEqual([
      expect.stringMatching(
        /^1 warning note is an unknown field and is ignored .* declare it: company-data fields suggest \S+csv$/,
      ),
      '2 rejected has 2 cells, but the header has 3',
      '3 rejected has 4 cells, but the header has 3',
      '4 rejected has a quoted cell with text after its closing quote',
      '6 rejected is not valid UTF-8; save the file as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8',
      '7 rejected has a quoted cell with text after its closing quote',
      '11 rejected is longer than 1048576 bytes',
    ]);
    expect(problems[2]?.row).toBe('Many;many.example;;');
    expect(Object.keys(await readCompanies(imports.pool))).toEqual([
      'pipe.example',
      'after.example',
      'lines.example',
      'last.example',
    ]);
  });

  it('has a blank cell for what it does not state, and \\N for what it clears', async () => {
    await imports.file('companies.csv', CSV);
    await imports.file(
      'companies.csv',
      'name,primary_domain,investors,country,founded_year,employee_count\nAcme,acme.example,,,,\nBolt,bolt.example,,\\N,,"1,2"\n',
    );
    expect(await readCompanies(imports.pool)).toEqual({
      'acme.example': { ...BOTH['acme.example'], name: 'Acme' },
      'bolt.example': {
        name: 'Bolt',
        slug: 'bolt',
        domains: ['bolt.example'],
        investors: [],
        employee_range: '51-200',
        founded_year: 1999,
      },
    });
  });

  it('retires with the words of databases and spreadsheets', async () => {
    await imports.file('companies.csv', CSV);
    const { problems } = await imports.file(
      'companies.csv',
      'primary_domain,deleted\nacme.example,TRUE\nbolt.example,maybe\n',
    );
    expect(summarize(problems)).toEqual(['3 rejected deleted must be true or false, not "maybe"']);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['bolt.example']);
  });

  it('needs a header', async () => {
    expect(await imports.refusal('companies.csv', 'Acme,acme.example\n')).toMatch(
      /^companies\.csv: no column is named after a field \(name, primary_domain, .*\); the header is "Acme", "acme\.example"\. Add a header, or see how to map it: company-data import --suggest .*$/,
    );
    expect(await imports.refusal('companies.csv', 'name,primary_domain,name\n')).toMatch(
      /^companies\.csv: the columns "name" and "name#2" both are the field name; /,
    );
    expect(await imports.refusal('companies.csv', '"name"x,primary_domain\n')).toMatch(
      /line 1, the header, has a quoted/,
    );
    expect(await imports.refusal('companies.csv', 'name,primary_domain\rA,a.example\r')).toMatch(
      /CR ends its lines/,
    );
  });

  it('may be empty, or only a header', async () => {
    expect((await imports.file('companies.csv', '')).report.rows).toBe(0);
    expect((await imports.file('companies.csv', 'name,primary_domain\n')).report.rows).toBe(0);
  });
});

describe('Parquet', () => {
  it('lists the rows that are refused as JSON, by their number', async () => {
    const { report, problems } = await imports.file(
      'companies.parquet',
      toParquet(
        [
          { name: 'name', data: [Buffer.from('A'), Buffer.from([0xff]), null], type: 'BYTE_ARRAY' },
          { name: 'primary_domain', data: ['a.example', 'b.example', 'c.example'], type: 'STRING' },
          { name: 'score', data: [1, 2, 3], type: 'INT32' },
        ],
        { rowGroupSize: 2 },
      ),
    );
    expect([report.rows, report.accepted, report.rejected, report.warnings]).toEqual([3, 1, 2, 1]);
    expect(problems).toEqual([
      {
        line: 0,
        level: 'warning',
        field: 'score',
        reason: expect.stringContaining('is an unknown field and is ignored (reported once per file)'),
        row: '["name","primary_domain","score"]',
      },
      {
        line: 2,
        level: 'rejected',
        field: 'name',
        reason: 'is not valid UTF-8',
        row: '{"primary_domain":"b.example"}',
      },
      {
        line: 3,
        level: 'rejected',
        field: 'name',
        reason: 'is missing',
        row: '{"primary_domain":"c.example"}',
      },
    ]);
  });

  it('is refused if it is damaged', async () => {
    expect(await imports.refusal('companies.parquet', PARQUET.subarray(0, PARQUET.length - 30))).toMatch(
      /^companies\.parquet: cannot be read as Parquet: /,
    );
    expect(await imports.refusal('companies.parquet', Buffer.from(PARQUET).fill(0xff, 4, 120))).toMatch(
      /^companies\.parquet: cannot be read as Parquet: /,
    );
  });
});

describe('content that contradicts its format', () => {
  it.each([
    [
      'companies.json',
      `[${JSON.stringify({ name: 'A' })}]`,
      /is a JSON array; convert it to one object a line/,
    ],
    ['companies.txt', '[\n{"name":"A"}]', /is a JSON array/],
    ['companies.ndjson', CSV, /is not newline-delimited JSON: its content is delimited text; see --format/],
    ['companies.csv', NDJSON, /is not delimited text: its content is newline-delimited JSON/],
    ['companies.csv', PARQUET, /is not delimited text: its content is Parquet/],
    ['companies.parquet', CSV, /is not Parquet: its content is delimited text/],
    ['companies.parquet', 'nonsense', /is not Parquet: it does not begin with PAR1/],
    ['companies.csv', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), /is UTF-16; convert it to UTF-8/],
    ['companies.csv', Buffer.from('PK\x03\x04...'), /is a ZIP archive or a spreadsheet/],
    ['companies.csv', Buffer.from('BZh91AY'), /is compressed with bzip2; use gzip or zstd/],
  ])('is refused before anything is imported: %s', async (name, content, message) => {
    expect(await imports.refusal(name, content)).toMatch(message);
  });

  it('is decided by --format', async () => {
    const { report } = await imports.file('companies.dump.json', TSV, { format: 'tsv' });
    expect(report.accepted).toBe(2);
    expect(await imports.refusal('companies.csv', CSV, { format: 'xml' })).toBe(
      '--format must be one of ndjson, csv, tsv, parquet, not "xml"',
    );
  });
});

describe('--map', () => {
  const MAPPED = {
    csv: 'Company Name,website\nAcme,acme.example\n',
    ndjson: '{"Company Name":"Acme","website":"acme.example"}\n',
    parquet: toParquet([
      { name: 'Company Name', data: ['Acme'], type: 'STRING' },
      { name: 'website', data: ['acme.example'], type: 'STRING' },
    ]),
  };

  it.each(Object.entries(MAPPED))('reads columns as other fields: %s', async (format, content) => {
    const notes: string[] = [];
    const { report } = await imports.file(`companies.${format}`, content, {
      map: [
        'Company Name=name',
        'companies:website=primary_domain',
        'partnerships:website=domain',
        'size=employee_count',
      ],
      onNote: (note) => notes.push(note),
    });
    expect([report.accepted, report.warnings]).toEqual([1, 0]);
    expect(notes).toEqual([
      '--map: no file has the column "website"',
      '--map: no file has the column "size"',
    ]);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['acme.example']);
  });

  it('is refused if it is ambiguous or unknown', async () => {
    const map = (...options: string[]) => imports.refusal('companies.csv', MAPPED.csv, { map: options });
    expect(await map('website')).toBe('--map must be COLUMN=FIELD or KIND:COLUMN=FIELD, not "website"');
    expect(await map('website=url')).toMatch(/^--map: unknown field "url"; the fields are tech_key, /);
    expect(await map('companies:website=tech_key')).toMatch(
      /^--map: unknown field "tech_key"; the fields are name, /,
    );
    expect(await map('website=name', 'Company Name=name')).toBe('--map: name is mapped twice');
    const both = 'name,title\nA,B\n';
    expect(await imports.refusal('companies.csv', both, { map: ['title=name'] })).toBe(
      'companies.csv: the columns "name" and "title" both are the field name',
    );
  });

  it('rejects a row of JSON that states a field twice', async () => {
    const { problems } = await imports.file(
      'companies.ndjson',
      '{"name":"A","title":"B","primary_domain":"a.example"}\n',
      {
        map: ['title=name'],
      },
    );
    expect(summarize(problems)).toEqual(['1 rejected name is given twice, once as another column']);
  });
});
