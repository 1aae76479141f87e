import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ImportRefusal, parseMaxDeletes } from '../../../src/modules/import/guards.ts';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { useImports } from './fixture.ts';
import { detection, dumpCatalogue, observation, readCompanies } from './support.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `c${index}`);
const company = (name: string) => ({ name, primary_domain: `${name}.example` });
const imports = useImports(async (imports) => {
  await imports.run('technologies', [
    { tech_key: 't1', display_name: 'T1' },
    { tech_key: 't2', display_name: 'T2' },
  ]);
  await imports.run('companies', NAMES.map(company));
  await imports.run('company_technologies', [
    detection('c0.example', 't1'),
    detection('c1.example', 't1'),
    detection('c1.example', 't2'),
    detection('c2.example', 't2'),
  ]);
  await imports.run('partnerships', [
    observation('c0.example', 'c1.example'),
    observation('c1.example', 'c2.example'),
    observation('c2.example', 'c0.example'),
  ]);
});

/** Imports in vain. @returns the refusal */
async function refused(
  kind: ImportKind,
  rows: unknown[],
  options: Partial<ImportOptions>,
): Promise<ImportRefusal> {
  const before = await dumpCatalogue(imports.pool);
  const error = await imports.run(kind, rows, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ImportRefusal);
  expect(await dumpCatalogue(imports.pool)).toEqual(before);
  return error as ImportRefusal;
}

describe('a snapshot', () => {
  it('is refused when it would retire more than 5 % of the rows, or than the limit', async () => {
    const rows = NAMES.slice(2).map(company);
    const refusal = await refused('companies', rows, { snapshot: 'companies' });
    expect([refusal.exitCode, refusal.message]).toEqual([
      2,
      'refused: the snapshot does not have 2 of 20 rows of companies, and --max-deletes 5% allows 1. If it is complete, allow more. Nothing was stored.',
    ]);
    expect((await refused('companies', rows, { snapshot: 'companies', maxDeletes: '1' })).message).toContain(
      '--max-deletes 1 allows 1',
    );
    const { report } = await imports.run('companies', rows, { snapshot: 'companies', maxDeletes: '2' });
    expect(report.retired).toBe(2);
  });

  it('counts a refused row as present, whatever is wrong with it', async () => {
    const rows = [
      ...NAMES.slice(3).map(company),
      { primary_domain: 'c0.example' },
      '{"name": "C1", "primary_domain": "c1.example", "domains": [}',
      { name: 'C2', primary_domain: 'c2.example', deleted: 'maybe' },
    ];
    const { report } = await imports.run('companies', rows, { snapshot: 'companies', maxDeletes: '0' });
    expect(report).toMatchObject({ accepted: 17, rejected: 3 });
    expect(report.retired).toBeUndefined();
  });

  it('is refused when it is unknown which company a rejected row names', async () => {
    const rows = [...NAMES.map(company), '{"name": "broken'];
    const refusal = await refused('companies', rows, { snapshot: 'companies' });
    expect([refusal.exitCode, refusal.reason]).toEqual([
      2,
      '1 rejected row of the snapshot cannot be read, so it is unknown which rows are missing. Correct the file',
    ]);
  });

  it('may have several files, which are complete together', async () => {
    const paths = await Promise.all(
      [NAMES.slice(0, 10), NAMES.slice(11)].map((names, part) =>
        imports.workspace.write(
          `companies-${part}.ndjson`,
          names.map((name) => JSON.stringify(company(name))).join('\n'),
        ),
      ),
    );
    const { files } = await importPaths(imports.pool, paths, {
      rejectsDir: imports.workspace.rejectsDir,
      snapshot: 'companies',
    });
    expect(files.map(({ accepted, retired }) => [accepted, retired])).toEqual([
      [10, undefined],
      [9, 1],
    ]);
  });

  it('needs a file of the kind, and a limit that can be read', async () => {
    await expect(imports.run('companies', [], { snapshot: 'technologies' })).rejects.toThrow(
      '--snapshot technologies: none of the files is of this kind',
    );
    await expect(imports.run('companies', [], { snapshot: 'firms' })).rejects.toThrow(
      '--snapshot must be one of',
    );
    for (const text of ['', 'all', '101%', '1.5', '-1', '5 %%'])
      expect(() => parseMaxDeletes(text)).toThrow('--max-deletes must be');
    expect(['5%', '2.5%', '100%', '0', '500'].map(parseMaxDeletes)).toEqual([
      { percent: 5 },
      { percent: 2.5 },
      { percent: 100 },
      { rows: 0 },
      { rows: 500 },
    ]);
  });
});

describe('a limit of rejected rows', () => {
  it('is judged over all files before anything is stored; the rejects files are kept', async () => {
    const bad = { name: 'Bad', primary_domain: 'no domain' };
    const refusal = await refused('companies', [company('new'), bad, bad], { maxRejects: 1 });
    expect([refusal.exitCode, refusal.reason]).toEqual([3, '2 rows were rejected, and at most 1 may be']);
    const [file] = refusal.files;
    expect(file).toMatchObject({ rows: 3, accepted: 1, rejected: 2 });
    const lines = (await readFile(file?.rejects_file ?? '', 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).line)).toEqual([2, 3]);
    expect((await refused('companies', [bad], { maxRejects: 0 })).reason).toBe(
      '1 row was rejected, and none is allowed',
    );
    const { report } = await imports.run('companies', [company('new'), bad], { maxRejects: 1 });
    expect(report).toMatchObject({ accepted: 1, rejected: 1 });
    expect(Object.keys(await readCompanies(imports.pool))).toContain('new.example');
  });
});

describe('a dry run', () => {
  it('reports what an import would do, over files that refer to each other, and stores nothing', async () => {
    const before = await dumpCatalogue(imports.pool);
    const files = {
      'companies.ndjson': [company('new'), { primary_domain: 'c0.example', deleted: true }],
      'company_technologies.ndjson': [detection('new.example', 't1'), detection('c0.example', 't1')],
    };
    const paths = await Promise.all(
      Object.entries(files).map(([name, rows]) =>
        imports.workspace.write(name, rows.map((row) => JSON.stringify(row)).join('\n')),
      ),
    );
    const report = await importPaths(imports.pool, paths, {
      rejectsDir: imports.workspace.rejectsDir,
      dryRun: true,
    });
    expect(
      report.files.map(({ rejects_file, ...file }) => ({ ...file, problems: rejects_file !== undefined })),
    ).toEqual([
      {
        path: paths[0],
        kind: 'companies',
        rows: 2,
        accepted: 2,
        rejected: 0,
        warnings: 0,
        retired: 1,
        problems: false,
      },
      {
        path: paths[1],
        kind: 'company_technologies',
        rows: 2,
        accepted: 1,
        rejected: 1,
        warnings: 0,
        problems: true,
      },
    ]);
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
  });
});
