import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '../../../src/lib/fault.ts';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import { toParquet, toZstd } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import {
  emptyCatalogue,
  type Outcome,
  readCompanies,
  readDetections,
  readPartnerships,
  readProblems,
  summarize,
} from './support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

async function importFile(
  name: string,
  content: string | Buffer,
  options: Partial<ImportOptions> = {},
): Promise<Outcome> {
  const path = await imports.workspace.write(name, content);
  const { files } = await importPaths(imports.pool, [path], {
    rejectsDir: imports.workspace.rejectsDir,
    ...options,
  });
  const [report] = files;
  if (report === undefined) throw new Error('no report');
  return { report, problems: await readProblems(report) };
}

async function refused(name: string, content: string | Buffer, options: Partial<ImportOptions> = {}) {
  const error: unknown = await importFile(name, content, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toContain('\n');
  return message.replace(`${imports.workspace.folder}/`, '');
}

const NDJSON = [
  {
    name: 'Acme, "Inc"',
    primary_domain: 'acme.example',
    domains: ['acme.test'],
    investors: ['Orvane', 'Two'],
  },
  { name: 'Bölt', primary_domain: 'bolt.example', employee_count: 120, founded_year: 1999, country: 'DE' },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');
const CSV = [
  '\uFEFFname,primary_domain,domains,investors,employee_count,founded_year,country\r\n',
  '"Acme, ""Inc""",acme.example,acme.test,"Orvane; Two ;",,,\r\n\r\n',
  'Bölt,bolt.example,,,120,1999.0,de\r\n,,,,,,\r\n',
].join('');
const TSV = [
  'name\tprimary_domain\tdomains\tinvestors\temployee_count\tfounded_year\tcountry\n',
  '"Acme, ""Inc"""\tacme.example\tacme.test\tOrvane;Two\t\t\t\n',
  'Bölt\tbolt.example\t\t\t120\t1999\tDE',
].join('');
const PARQUET = toParquet([
  { name: 'name', data: ['Acme, "Inc"', 'Bölt'], type: 'STRING' },
  { name: 'primary_domain', data: ['acme.example', 'bolt.example'], type: 'STRING' },
  { name: 'domains', data: ['acme.test', null], type: 'STRING' },
  { name: 'investors', data: ['Orvane; Two', ''], type: 'STRING' },
  { name: 'employee_count', data: [null, 120n], type: 'INT64' },
  { name: 'founded_year', data: [null, 1999], type: 'DOUBLE' },
  { name: 'country', data: [null, 'DE'], type: 'STRING' },
]);
const BOTH = {
  'acme.example': {
    name: 'Acme, "Inc"',
    slug: 'acme-inc',
    domains: ['acme.example', 'acme.test'],
    investors: ['Orvane', 'Two'],
  },
  'bolt.example': {
    name: 'Bölt',
    slug: 'bolt',
    domains: ['bolt.example'],
    investors: [],
    employee_range: '51-200',
    founded_year: 1999,
    country: 'DE',
  },
};
const clean = (path: string) => ({
  path,
  kind: 'companies',
  rows: 2,
  accepted: 2,
  rejected: 0,
  warnings: 0,
});

const PACKED = [
  ['', (bytes: Buffer) => bytes],
  ['.gz', (bytes: Buffer) => gzipSync(bytes)],
  ['.zst', toZstd],
] as const;
const FILES = [
  ['ndjson', NDJSON],
  ['csv', CSV],
  ['tsv', TSV],
  ['parquet', PARQUET],
] as const;
const CASES = FILES.flatMap(([format, content]) =>
  PACKED.map(([extension, pack]) => ({ format, extension, bytes: pack(Buffer.from(content)) })),
);

describe('every format', () => {
  it.each(CASES)('is read from a file: $format$extension', async ({ format, extension, bytes }) => {
    const { report } = await importFile(`companies.${format}${extension}`, bytes);
    expect(report).toEqual(clean(`${imports.workspace.folder}/companies.${format}${extension}`));
    expect(await readCompanies(imports.pool)).toEqual(BOTH);
  });

  it.each(CASES)('is recognized on standard input: $format$extension', async ({ bytes }) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
      bytes.subarray(index * 7, index * 7 + 7),
    );
    const { report } = await imports.workspace.importBytes(imports.pool, 'companies', chunks);
    expect(report).toEqual(clean('-'));
    expect(await readCompanies(imports.pool)).toEqual(BOTH);
  });

  it('is found in a folder, and compression by its content', async () => {
    const { workspace, pool } = imports;
    const folder = join(workspace.folder, 'delivery');
    await mkdir(folder);
    await workspace.write('delivery/technologies.tab', 'tech_key\tdisplay_name\ngrid\tGrid\n');
    await workspace.write('delivery/companies.csv', toZstd(Buffer.from(CSV)));
    await workspace.write('delivery/companies.xlsx', 'PK');
    const notes: string[] = [];
    const { files } = await importPaths(pool, [folder], {
      rejectsDir: workspace.rejectsDir,
      onNote: (note) => notes.push(note),
    });
    expect(notes).toEqual([`${folder}: skipped companies.xlsx`]);
    expect(files.map(({ kind, accepted }) => [kind, accepted])).toEqual([
      ['technologies', 1],
      ['companies', 2],
    ]);
  });

  it('states observations', async () => {
    await importFile('technologies.csv', 'tech_key|display_name|category\ngrid|Grid|\n');
    await importFile('companies.csv', CSV);
    await importFile(
      'company_technologies.tsv',
      'domain\ttech_key\tdetection_count\tfirst_seen\tlast_seen\nacme.test\tgrid\t3\t2024-01-01\t2024-02-01T10:00:00Z\n',
    );
    await importFile(
      'partnerships.parquet',
      toParquet(
        [
          { name: 'domain', data: ['acme.example'] },
          { name: 'partner_domain', data: ['bolt.example'] },
          { name: 'observation_count', data: [2] },
          { name: 'first_observed_at', data: [new Date('2024-01-01T00:00:00Z')] },
          { name: 'last_observed_at', data: [new Date('2024-02-29T12:30:00Z')] },
        ],
        {
          schema: [
            { name: 'root', num_children: 5 },
            { name: 'domain', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
            {
              name: 'partner_domain',
              type: 'BYTE_ARRAY',
              converted_type: 'UTF8',
              repetition_type: 'REQUIRED',
            },
            { name: 'observation_count', type: 'INT32', repetition_type: 'REQUIRED' },
            { name: 'first_observed_at', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
            {
              name: 'last_observed_at',
              type: 'INT64',
              converted_type: 'TIMESTAMP_MILLIS',
              repetition_type: 'REQUIRED',
            },
          ],
        },
      ),
    );
    expect(await readDetections(imports.pool)).toEqual({
      'acme.example grid': { count: 3, first: '2024-01-01T00:00:00.000Z', last: '2024-02-01T10:00:00.000Z' },
    });
    const merged = { count: 2, first: '2024-01-01T00:00:00.000Z', last: '2024-02-29T12:30:00.000Z' };
    expect(await readPartnerships(imports.pool)).toEqual({
      'acme.example bolt.example': merged,
      'bolt.example acme.example': merged,
    });
  });
});

describe('zstd', () => {
  // 40 companies, compressed with a checksum by the reference implementation.
  const COMPRESSED = Buffer.from(
    'KLUv/WTIBHUFAKLLHheAbQ7gme64aWMoAuBLS5ukpDSDkMUNAe/v7u7t7ezs6+vq6v/v+32fzz8/Ozs3NzMzLy8rK9+3bdd1Ov366ura2srKurqqqvq+rtu22ex7zrXG2FpK/XarME+EkkLkgAgZQMoRoyaYGvhEpwCaBUYnMSYIxgV6BCXCJlCoEfD0PfY38KUDESgEhWFFeD4L2zTttGzTtNOyTSJKD4ZlsyzLslihCCYtqgmQVUt5tlY=',
    'base64',
  );

  it('is read in frames, with skippable ones between', async () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const more = toZstd(Buffer.from('Last,last.example\n'));
    const { report } = await importFile(
      'companies.csv',
      Buffer.concat([skippable, COMPRESSED, skippable, more]),
    );
    expect([report.rows, report.accepted]).toEqual([41, 41]);
  });

  it('is refused if it is truncated, damaged, or needs much memory', async () => {
    const short = COMPRESSED.subarray(0, COMPRESSED.length - 20);
    const damaged = Buffer.from(COMPRESSED).fill(0xff, 40, 60);
    const wide = Buffer.from(COMPRESSED);
    wide.set([0x04, 0xff], 4);
    expect(await refused('companies.csv.zst', short)).toBe('companies.csv.zst: the zstd data ends too early');
    expect(await refused('companies.csv.zst', damaged)).toBe('companies.csv.zst: the zstd data is damaged');
    expect(await refused('companies.csv.zst', wide)).toMatch(/needs a window of \d+ bytes/);
  });
});

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
    const { report, problems } = await importFile('companies.csv', Buffer.concat(lines));
    expect([report.rows, report.accepted, report.rejected, report.warnings]).toEqual([10, 4, 6, 1]);
    expect(summarize(problems)).toEqual([
      '1 warning note is an unknown field and is ignored (reported once per file)',
      '2 rejected has 2 cells, but the header has 3',
      '3 rejected has 4 cells, but the header has 3',
      '4 rejected has a quoted cell with text after its closing quote',
      '6 rejected is not valid UTF-8',
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

  it('gives up on a quote that is not closed, and goes on with the next line', async () => {
    const lines = Array.from({ length: 2500 }, (_, index) => `Company ${index},n${index}.example`);
    lines[10] = '"Open,n10.example';
    lines[2499] = '"Open at the end,n2499.example';
    const { report, problems } = await importFile(
      'companies.csv',
      `name,primary_domain\n${lines.join('\n')}`,
    );
    expect([report.rows, report.accepted, report.rejected]).toEqual([2500, 2498, 2]);
    expect(summarize(problems)).toEqual([
      '12 rejected has a quote that is not closed within 1000 lines or 1048576 characters',
      '2501 rejected has a quote that is not closed',
    ]);
  });

  it('has a blank cell for what it does not state, and \\N for what it clears', async () => {
    await importFile('companies.csv', CSV);
    await importFile(
      'companies.csv',
      'name,primary_domain,investors,country,founded_year,employee_count\nAcme,acme.example,,,,\nBolt,bolt.example,,\\N,,12 people\n',
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
    await importFile('companies.csv', CSV);
    const { problems } = await importFile(
      'companies.csv',
      'primary_domain,deleted\nacme.example,TRUE\nbolt.example,maybe\n',
    );
    expect(summarize(problems)).toEqual(['3 rejected deleted must be true or false, not "maybe"']);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['bolt.example']);
  });

  it('needs a header', async () => {
    expect(await refused('companies.csv', 'Acme,acme.example\n')).toMatch(
      /^companies\.csv: no column is named after a field \(name, primary_domain, .*\); add a header or --map$/,
    );
    expect(await refused('companies.csv', 'name,primary_domain,name\n')).toBe(
      'companies.csv: the columns "name" and "name" both are the field name',
    );
    expect(await refused('companies.csv', '"name"x,primary_domain\n')).toMatch(
      /line 1, the header, has a quoted/,
    );
    expect(await refused('companies.csv', 'name,primary_domain\rA,a.example\r')).toMatch(/CR ends its lines/);
  });

  it('may be empty, or only a header', async () => {
    expect((await importFile('companies.csv', '')).report.rows).toBe(0);
    expect((await importFile('companies.csv', 'name,primary_domain\n')).report.rows).toBe(0);
  });
});

describe('Parquet', () => {
  it('lists the rows that are refused as JSON, by their number', async () => {
    const { report, problems } = await importFile(
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
        reason: 'is an unknown field and is ignored (reported once per file)',
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
    expect(await refused('companies.parquet', PARQUET.subarray(0, PARQUET.length - 30))).toMatch(
      /^companies\.parquet: cannot be read as Parquet: /,
    );
    expect(await refused('companies.parquet', Buffer.from(PARQUET).fill(0xff, 4, 120))).toMatch(
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
    expect(await refused(name, content)).toMatch(message);
  });

  it('is decided by --format', async () => {
    const { report } = await importFile('companies.dump.json', TSV, { format: 'tsv' });
    expect(report.accepted).toBe(2);
    expect(await refused('companies.csv', CSV, { format: 'xml' })).toBe(
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
    const { report } = await importFile(`companies.${format}`, content, {
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
    const map = (...options: string[]) => refused('companies.csv', MAPPED.csv, { map: options });
    expect(await map('website')).toBe('--map must be COLUMN=FIELD or KIND:COLUMN=FIELD, not "website"');
    expect(await map('website=url')).toMatch(/^--map: unknown field "url"; the fields are tech_key, /);
    expect(await map('companies:website=tech_key')).toMatch(
      /^--map: unknown field "tech_key"; the fields are name, /,
    );
    expect(await map('website=name', 'website=slug')).toBe('--map: the column "website" is mapped twice');
    expect(await map('website=name', 'Company Name=name')).toBe('--map: two columns are mapped to name');
    const both = 'name,title\nA,B\n';
    expect(await refused('companies.csv', both, { map: ['title=name'] })).toBe(
      'companies.csv: the columns "name" and "title" both are the field name',
    );
  });

  it('rejects a row of JSON that states a field twice', async () => {
    const { problems } = await importFile(
      'companies.ndjson',
      '{"name":"A","title":"B","primary_domain":"a.example"}\n',
      {
        map: ['title=name'],
      },
    );
    expect(summarize(problems)).toEqual(['1 rejected name is given twice, once as another column (--map)']);
  });
});

it('reads pipes in any format', async () => {
  const { files } = await importPaths(imports.pool, ['-'], {
    kind: 'companies',
    rejectsDir: imports.workspace.rejectsDir,
    stdin: Readable.from([Buffer.from(TSV)]),
    format: 'tsv',
  });
  expect(files).toEqual([clean('-')]);
});
