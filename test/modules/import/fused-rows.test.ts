import { beforeEach, describe, expect, it } from '@jest/globals';
import { ImportRefusal } from '../../../src/modules/import/guards.ts';
import { toFile } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { dumpCatalogue, emptyCatalogue, readCompanies, summarize } from './support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

const north = {
  name: 'North Mill',
  primary_domain: 'mill.example',
  country: 'NO',
  industry: 'Paper',
  domains: ['north.example'],
  investors: ['Orvane'],
};
const south = { name: 'South Bakery', primary_domain: 'mill.example' };
const view = (name: string, values: object = {}) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  domains: ['mill.example'],
  investors: [],
  ...values,
});
const told = (domain: string, [line, name]: [number, string], [last, other]: [number, string]) =>
  `${line} warning primary_domain "${domain}" belongs to "${name}" in line ${line} and to "${other}" in line ${last}. ` +
  `It can be one company only: line ${last} counts alone, and line ${line} is ignored`;
const load = (...rows: object[]) => imports.run('companies', rows);

describe('rows of a file with one primary domain and two names', () => {
  it.each(['ndjson', 'csv.gz', 'parquet'] as const)(
    'are told, and the last one counts alone: %s',
    async (format) => {
      // Parquet files of this test have a value in each column of each row.
      const last = { ...south, country: 'SE', industry: 'Food' };
      const rows = [{ ...south, name: 'North Mill', country: 'NO', industry: 'Paper' }, last];
      const { report, problems } = await imports.file(`companies.${format}`, toFile(rows, format));
      expect(report).toMatchObject({ rows: 2, accepted: 2, rejected: 0, warnings: 1, merged_rows: 1 });
      // The header of delimited text is a line.
      const first = problems[0]?.line ?? 0;
      expect(summarize(problems)).toEqual([
        told('mill.example', [first, 'North Mill'], [first + 1, 'South Bakery']),
      ]);
      expect(await readCompanies(imports.pool)).toEqual({
        'mill.example': view('South Bakery', { country: 'SE', industry: 'Food' }),
      });
    },
  );

  it.each(['WWW.Mill.Example', ' mill．example '])(
    'are found in any spelling of the domain: %j',
    async (spelling) => {
      const { report } = await load(north, { ...south, primary_domain: spelling });
      expect(report).toMatchObject({ accepted: 2, warnings: 1, merged_rows: 1 });
      expect(await readCompanies(imports.pool)).toEqual({ 'mill.example': view('South Bakery') });
    },
  );

  it('are all told when there are many, also far apart and in another order', async () => {
    const filler = Array.from({ length: 20_000 }, (_, index) => ({
      name: `C${index}`,
      primary_domain: `c${index}.example`,
    }));
    const idn = (name: string, primary_domain: string) => ({ name, primary_domain });
    const rows = [
      south,
      idn('Bücher', 'bücher.example'),
      ...filler,
      north,
      idn('Bøger', 'xn--bcher-kva.example'),
      { ...south, country: 'SE' },
    ];
    const { report, problems } = await load(...rows);
    expect(report).toMatchObject({ accepted: 20_005, warnings: 3, merged_rows: 3 });
    expect(summarize(problems)).toEqual([
      told('mill.example', [1, 'South Bakery'], [20_005, 'South Bakery']),
      told('xn--bcher-kva.example', [2, 'Bücher'], [20_004, 'Bøger']),
      told('mill.example', [20_003, 'North Mill'], [20_005, 'South Bakery']),
    ]);
    const companies = await readCompanies(imports.pool);
    expect(companies['mill.example']).toEqual(view('South Bakery', { country: 'SE' }));
  });

  it.each([{}, { maxRejects: 5 }])(
    'are refused by a strict import, which stores nothing: %j',
    async (more) => {
      await load({ ...south, name: 'Old Name' });
      const before = await dumpCatalogue(imports.pool);
      const error = await imports
        .run('companies', [north, south, { ...south, name: 'Third' }], { strict: true, ...more })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ImportRefusal);
      const { exitCode, reason, files } = error as ImportRefusal;
      expect([exitCode, reason]).toEqual([
        3,
        '2 rows have the primary domain of a later row with another name, and --strict allows none',
      ]);
      expect(files).toMatchObject([
        { rows: 3, accepted: 3, merged_rows: 2, rejects_file: expect.any(String) },
      ]);
      expect(await dumpCatalogue(imports.pool)).toEqual(before);
    },
  );
});

describe('rows of a file with one primary domain', () => {
  it.each(['NORTH MILL', 'north mill', 'North Mill'])(
    'complete each other when their names are equal but for case: %j',
    async (name) => {
      const { report } = await imports.run('companies', [north, { ...south, name }], { strict: true });
      expect(report).toMatchObject({ accepted: 2, rejected: 0, warnings: 0 });
      expect(report.merged_rows).toBeUndefined();
      expect(await readCompanies(imports.pool)).toEqual({
        'mill.example': {
          ...view('North Mill', { country: 'NO', industry: 'Paper', investors: ['Orvane'] }),
          name,
          domains: ['mill.example', 'north.example'],
        },
      });
    },
  );

  it('complete each other when their names differ in the form of Unicode or a final sigma', async () => {
    const named = (name: string) => ({ ...south, name });
    const { report } = await load(
      { ...named('Cafe\u0301 ΚΟΣΜΟΣ'), country: 'GR' },
      named('CAFÉ Κόσμοσ'.replace('ό', 'ο')),
    );
    expect([report.warnings, report.merged_rows]).toEqual([0, undefined]);
    expect(await readCompanies(imports.pool)).toMatchObject({ 'mill.example': { country: 'GR' } });
  });
});
