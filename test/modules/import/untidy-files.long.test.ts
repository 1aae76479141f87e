import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import { refusalOf, useImports } from './fixture.ts';
import { emptyCatalogue, readCompanies, readProblems, summarize } from './support.ts';

const imports = useImports();

afterEach(async () => {
  await emptyCatalogue(imports.pool);
});

const importAll = (paths: readonly string[], options: Partial<ImportOptions> = {}) =>
  importPaths(imports.pool, paths, { rejectsDir: imports.workspace.rejectsDir, ...options });

describe('sep=', () => {
  it.each([
    ['sep=;\nname;primary_domain\nA;a.example\nB\n'],
    ['\uFEFFsep=;\r\nname;primary_domain\r\nA;a.example\r\nB\r\n'],
    ['"sep=|"\nname|primary_domain\nA|a.example\nB\n'],
    ['SEP=\t\nname\tprimary_domain\nA\ta.example\nB\n'],
    ['sep=^\nname^primary_domain\nA^a.example\nB\n'],
  ])('is the delimiter in %j', async (text) => {
    const { report, problems } = await imports.file('companies.csv', text);
    expect(report).toMatchObject({ rows: 2, accepted: 1 });
    expect(summarize(problems)).toEqual(['4 rejected has 1 cells, but the header has 2']);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['a.example']);
  });
});

describe('folders of part files', () => {
  let folder: string;
  let number = 0;
  beforeEach(async () => {
    number += 1;
    folder = join(imports.workspace.folder, `table-${number}.parquet`);
    await mkdir(folder);
  });
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);

  it('name the lines of two companies with one domain by their parts', async () => {
    await write('part-00000.csv', 'name,primary_domain\nA,a.example\n');
    await write('part-00001.csv', 'name,primary_domain\nB,b.example\nOther,a.example\n');
    const { files } = await importAll([`${folder}/`], { kind: 'companies' });
    const [report] = files;
    expect(report).toMatchObject({ accepted: 3, warnings: 1, merged_rows: 1 });
    expect(report && (await readProblems(report))).toEqual([
      {
        line: 2,
        file: 'part-00000.csv',
        level: 'warning',
        field: 'primary_domain',
        reason:
          '"a.example" belongs to "A" in line 2 of part-00000.csv and to "Other" in line 3 of part-00001.csv. It can be one company only: line 3 of part-00001.csv counts alone, and line 2 of part-00000.csv is ignored',
        row: 'A,a.example',
      },
    ]);
  });

  it('are one source, whose problems name the part', async () => {
    await write('part-00000.csv', 'name,primary_domain\nA,a.example\nBad,192.168.1.1\n');
    await write(
      'part-00001.csv.gz',
      gzipSync('name,primary_domain,x\nB,b.example,1\nBad,no\na,a.example,1\n'),
    );
    await write('part-00002.ndjson', '{"name":"C","primary_domain":"c.example"}\n');
    await write('part-00003.csv', '');
    for (const name of ['_SUCCESS', '.part-00000.csv.crc', '_metadata', 'readme.md']) await write(name, 'x');
    const { files } = await importAll([`${folder}/`], { kind: 'companies' });
    const [report] = files;
    expect(files).toEqual([
      {
        path: `${folder}/`,
        kind: 'companies',
        rows: 6,
        accepted: 4,
        rejected: 2,
        warnings: 1,
        rejects_file: expect.stringMatching(/table-\d+-.*\.rejects\.ndjson$/),
      },
    ]);
    const problems = report ? await readProblems(report) : [];
    expect(problems).toEqual([
      expect.objectContaining({
        file: 'part-00000.csv',
        line: 3,
        level: 'rejected',
        field: 'primary_domain',
      }),
      expect.objectContaining({ file: 'part-00001.csv.gz', line: 1, level: 'warning', field: 'x' }),
      expect.objectContaining({
        file: 'part-00001.csv.gz',
        line: 3,
        reason: 'has 2 cells, but the header has 3',
      }),
    ]);
    const companies = await readCompanies(imports.pool);
    expect(Object.values(companies).map(({ name }) => name)).toEqual(['B', 'a', 'C']);
  });

  it('are refused when nobody knows which rows count', async () => {
    expect(await refusalOf(importAll([folder], { kind: 'companies' }))).toBe(
      `${folder}: has no file that ends in .ndjson, .csv, .tsv or .parquet. Files of folders in it are not read`,
    );
    await write('part-0.csv', 'name,primary_domain\nA,a.example\n');
    expect(await refusalOf(importAll([folder]))).toMatch(/If its files are parts of one table, add --kind$/);
    await write('partnerships.csv', 'domain\n');
    expect(await refusalOf(importAll([folder], { kind: 'companies' }))).toBe(
      `${join(folder, 'partnerships.csv')}: its name says partnerships, but --kind companies is for the whole folder`,
    );
    await mkdir(join(folder, '_delta_log'));
    expect(await refusalOf(importAll([folder], { kind: 'companies' }))).toMatch(
      /some of its files may be out of date/,
    );
    expect(await readCompanies(imports.pool)).toEqual({});
  });
});

describe('JSON over several lines', () => {
  it.each([
    ['jq', '{\n  "name": "A",\n  "primary_domain": "a.example"\n}\n'],
    ['an object in it', '{\n\t"x": {\n\t\t"y": 1\n\t}\n}\n{\n\t"x": 1\n}\n'],
    ['CRLF', '{\r\n  "name": "A"\r\n}\r\n'],
  ])('ends the import with one line (%s)', async (_, text) => {
    expect(await imports.refusal('companies.ndjson', text)).toBe(
      'companies.ndjson: begins with a JSON object over several lines; convert the file to one object a line (jq -c .)',
    );
  });

  it('is told once for each object among rows', async () => {
    const { report, problems } = await imports.file(
      'companies.ndjson',
      [
        '{"name":"A","primary_domain":"a.example"}',
        '{"name": "B",',
        '  "primary_domain": "b.example",',
        '  "investors": [',
        '    {"x": 1}',
        '  ]',
        '}',
        '{"name":"C","primary_domain":"c.example"}',
        '{"name": "D"',
        '{"name":"E","primary_domain":"e.example"}',
        '{"name": "F",',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 6, accepted: 3, rejected: 3 });
    const lines = problems.map(({ line, reason }) => [line, reason.replace(/JSON:.*/, 'JSON')]);
    expect(lines).toEqual([
      [2, 'is a JSON object over 6 lines; convert the file to one object a line (jq -c .)'],
      [9, 'is not valid JSON'],
      [11, 'is not valid JSON'],
    ]);
  });
});

describe('--set and --map', () => {
  const HEADER = 'Company,Website\n';

  it('give constants, and one column to two fields', async () => {
    const { report } = await imports.file('companies.csv', `${HEADER}Acme,acme.example\n`, {
      map: ['Company=name', 'Company=slug', 'Website=primary_domain'],
      set: ['country=Germany', 'investors={A,"B C"}', 'companies:founded_year=2012-05-01'],
    });
    expect(report).toMatchObject({ rows: 1, accepted: 1 });
    await imports.run('companies', [{ Company: 'Bolt', Website: 'bolt.example' }], {
      map: ['Company=name', 'Company=slug', 'Website=primary_domain'],
      set: ['employee_count=~300'],
    });
    expect(await readCompanies(imports.pool)).toEqual({
      'acme.example': {
        name: 'Acme',
        slug: 'acme',
        domains: ['acme.example'],
        investors: ['A', 'B C'],
        country: 'DE',
        founded_year: 2012,
      },
      'bolt.example': {
        name: 'Bolt',
        slug: 'bolt',
        domains: ['bolt.example'],
        investors: [],
        employee_range: '201-500',
      },
    });
  });

  it.each([
    [['country'], '--set must be FIELD=VALUE or KIND:FIELD=VALUE, not "country"'],
    [['places:country=DE'], '--set must be FIELD=VALUE or KIND:FIELD=VALUE, not "places:country=DE"'],
    [['country='], '--set country needs a value, as in --set "country=VALUE"'],
    [['country=DE', 'companies:country=FR'], '--set: country is set twice'],
    [
      ['country=Atlantis'],
      '--set country is neither a code of ISO 3166-1 nor the name of one country: "Atlantis"',
    ],
    [['first_seen=soon'], '--set first_seen is not a date or ISO 8601 timestamp: "soon"'],
    [['name=X'], '--map "Company=name" and --set both give name'],
  ])('refuse %j', async (set, message) => {
    const map = ['Company=name'];
    expect(await imports.refusal('companies.csv', `${HEADER}A,a.example\n`, { map, set })).toBe(message);
  });

  it('tell of an unknown field', async () => {
    expect(await imports.refusal('companies.csv', HEADER, { set: ['colour=red'] })).toMatch(
      /^--set: unknown field "colour"; the fields are /,
    );
  });

  it('tell of a field that the file has as well', async () => {
    const set = ['country=DE'];
    expect(await imports.refusal('companies.csv', 'name,primary_domain,country\n', { set })).toBe(
      'companies.csv: the column "country" and --set both give the field country',
    );
    const row = { name: 'A', primary_domain: 'a.example', country: 'FR' };
    const { problems } = await imports.run('companies', [row], { set });
    expect(summarize(problems)).toEqual(['1 rejected country is given twice, by the row and by --set']);
  });

  it('tell columns of one name apart', async () => {
    const text = 'name,Web,Web\nA,a.example,b.example\n';
    await imports.file('companies.csv', text, { map: ['Web#2=primary_domain'] });
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['b.example']);
    for (const [map, name] of [
      ['name=name', 'First'],
      ['name#2=name', 'Second'],
    ] as const) {
      const twice = 'name,name,primary_domain\nFirst,Second,c.example\n';
      const { report } = await imports.file('companies.csv', twice, { map: [map] });
      expect(report).toMatchObject({ accepted: 1, warnings: 1 });
      expect((await readCompanies(imports.pool))['c.example']?.name).toBe(name);
    }
    expect(await imports.refusal('companies.csv', 'name,name,primary_domain\n')).toBe(
      'companies.csv: the columns "name" and "name#2" both are the field name; choose one with --map "name=name" or --map "name#2=name"',
    );
  });
});

describe('an unknown header', () => {
  it('is shown with the command that suggests a mapping', async () => {
    expect(await imports.refusal('my companies.csv', 'Firm,"Web\nsite"\nA,a.example\n')).toMatch(
      /; the header is "Firm", "Web site"\. Add a header, or see how to map it: company-data import --suggest '.*my companies\.csv'$/,
    );
  });
});

describe('a file of which most rows are rejected', () => {
  const GOOD = 'name,primary_domain\nA,a.example\n';
  const BAD = 'name,primary_domain\nB,b.example\nC,\nD,\n';
  const HALF = 'name,primary_domain\nE,e.example\nF,\n';
  const write = async () => [
    await imports.workspace.write('bad-companies.csv', BAD),
    await imports.workspace.write('good-companies.csv', GOOD),
    await imports.workspace.write('half-companies.csv', HALF),
  ];
  const outcome = ({ files }: Awaited<ReturnType<typeof importAll>>) =>
    files.map(({ rows, accepted, refused }) => [rows, accepted, refused]);
  const OUTCOME = [
    [3, 1, true],
    [1, 1, undefined],
    [2, 1, undefined],
  ];

  it('is left out, while the others are stored', async () => {
    expect(outcome(await importAll(await write()))).toEqual(OUTCOME);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['a.example', 'e.example']);
    const { rows } = await imports.pool.query(
      'SELECT state, error FROM catalogue_import ORDER BY id DESC LIMIT 1',
    );
    expect(rows).toEqual([
      {
        state: 'finished',
        error: expect.stringMatching(
          /bad-companies\.csv: fewer than half of the rows were accepted, 1 of 3; see /,
        ),
      },
    ]);
  });

  it('has the same outcome in a dry run, which stores nothing', async () => {
    expect(outcome(await importAll(await write(), { dryRun: true }))).toEqual(OUTCOME);
    expect(await readCompanies(imports.pool)).toEqual({});
  });

  it('is stored with acceptAny', async () => {
    expect(
      outcome(await importAll(await write(), { acceptAny: true })).map(([, , refused]) => refused),
    ).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['b.example', 'a.example', 'e.example']);
  });

  it('refuses all files that are stored together', async () => {
    const paths = await write();
    for (const options of [{ maxRejects: 10 }, { snapshot: 'companies' }, { maxRejects: 10, dryRun: true }]) {
      const message = await refusalOf(importAll(paths, options));
      expect(message).toMatch(/^refused: .*bad-companies\.csv: fewer than half of the rows were accepted/);
    }
    expect(await readCompanies(imports.pool)).toEqual({});
  });

  it('is refused in the history if nothing was stored', async () => {
    const path = await imports.workspace.write('bad-companies.csv', BAD);
    await importAll([path]);
    const { rows } = await imports.pool.query('SELECT state FROM catalogue_import ORDER BY id DESC LIMIT 1');
    expect(rows).toEqual([{ state: 'refused' }]);
  });

  it('is none if it has no rows', async () => {
    const path = await imports.workspace.write('companies.csv', 'name,primary_domain\n');
    expect(outcome(await importAll([path]))).toEqual([[0, 0, undefined]]);
  });
});
