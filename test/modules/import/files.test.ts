import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { importPaths } from '../../../src/modules/import/import.ts';
import { refusalOf, useImports } from './fixture.ts';
import {
  dumpCatalogue,
  emptyCatalogue,
  readCompanies,
  readDetections,
  readPartnerships,
  Workspace,
} from './support.ts';

const imports = useImports();
let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.create();
  await emptyCatalogue(imports.pool);
});
afterEach(() => workspace.remove());

const COMPANIES = '{"name":"A","primary_domain":"a.example"}\n{"name":"B","primary_domain":"b.example"}\n';
const TECHNOLOGIES = '{"tech_key":"t","display_name":"T"}\n';
const DETECTIONS =
  '{"domain":"a.example","tech_key":"t","detection_count":1,"first_seen":"2024-01-01","last_seen":"2024-01-02"}\n';
const PARTNERSHIPS =
  '{"domain":"a.example","partner_domain":"b.example","observation_count":1,"first_observed_at":"2024-01-01","last_observed_at":"2024-01-02"}\n';
const clean = (path: string, kind: string, rows: number) => ({
  path,
  kind,
  rows,
  accepted: rows,
  rejected: 0,
  warnings: 0,
});

const run = (paths: string[], kind?: string, rejectsDir = workspace.rejectsDir) =>
  importPaths(imports.pool, paths, { rejectsDir, kind });
const refused = (paths: string[], kind?: string, rejectsDir?: string) =>
  refusalOf(run(paths, kind, rejectsDir));

describe('the file of rejected rows', () => {
  const WITH_A_BAD_ROW = `${COMPANIES}{}\n`;

  it('is readable only by its owner', async () => {
    const { files } = await run([await workspace.write('companies.ndjson', WITH_A_BAD_ROW)]);
    expect((await stat(files[0]?.rejects_file ?? '')).mode & 0o777).toBe(0o600);
  });

  it('ends the import with a one-line error when it cannot be created, and nothing is stored', async () => {
    const companies = await workspace.write('companies.ndjson', WITH_A_BAD_ROW);
    expect(await refused([companies], undefined, '/proc/rejects/below')).toMatch(
      /^\/proc\/rejects\/below cannot be created: /,
    );
    expect(await refused([companies], undefined, '/proc')).toMatch(
      /^\/proc\/companies-.* cannot be created: /,
    );
    expect(await readCompanies(imports.pool)).toEqual({});
  });
});

describe('a folder', () => {
  it('is imported in the order in which kinds depend on each other, plain or gzip; other files are skipped', async () => {
    const files = {
      'partnerships.ndjson.gz': gzipSync(PARTNERSHIPS),
      'company_technologies.ndjson': DETECTIONS,
      'companies.ndjson.gz': Buffer.concat([gzipSync(COMPANIES.slice(0, 42)), gzipSync(COMPANIES.slice(42))]),
      'technologies.jsonl': TECHNOLOGIES,
      'README.md': 'no data',
    };
    for (const [name, content] of Object.entries(files)) await workspace.write(name, content);
    await mkdir(join(workspace.folder, 'LICENSES'));
    const notes: string[] = [];
    const report = await importPaths(imports.pool, [workspace.folder], {
      rejectsDir: workspace.rejectsDir,
      onNote: (note) => notes.push(note),
    });
    expect(report).toEqual({
      files: [
        clean(join(workspace.folder, 'technologies.jsonl'), 'technologies', 1),
        clean(join(workspace.folder, 'companies.ndjson.gz'), 'companies', 2),
        clean(join(workspace.folder, 'company_technologies.ndjson'), 'company_technologies', 1),
        clean(join(workspace.folder, 'partnerships.ndjson.gz'), 'partnerships', 1),
      ],
    });
    expect(notes).toEqual([`${workspace.folder}: skipped LICENSES, README.md`]);
    expect(Object.keys(await readCompanies(imports.pool))).toEqual(['a.example', 'b.example']);
    expect(Object.keys(await readDetections(imports.pool))).toEqual(['a.example t']);
    expect(Object.keys(await readPartnerships(imports.pool))).toEqual([
      'a.example b.example',
      'b.example a.example',
    ]);
    expect(await readdir(workspace.folder)).not.toContain('rejects');
  });

  it('without data is an error, with and without --kind', async () => {
    expect(await refused([workspace.folder])).toMatch(/no file name contains a kind/);
    expect(await refused([workspace.folder], 'companies')).toMatch(/has no file that ends in \.ndjson/);
  });
});

describe('paths', () => {
  it('are imported in the order of their kinds; --kind applies to names without a kind', async () => {
    const detections = await workspace.write('company_technologies.ndjson', DETECTIONS);
    const technologies = await workspace.write('technologies.ndjson', TECHNOLOGIES);
    const companies = await workspace.write('dump.txt', COMPANIES);
    expect((await run([companies], 'companies')).files).toEqual([clean(companies, 'companies', 2)]);
    expect((await run([detections, technologies])).files).toEqual([
      clean(technologies, 'technologies', 1),
      clean(detections, 'company_technologies', 1),
    ]);
  });

  it('that cannot be read, or whose kind is unknown, change nothing', async () => {
    const companies = await workspace.write('companies.ndjson', COMPANIES);
    const dump = await workspace.write('dump.ndjson', COMPANIES);
    const missing = join(workspace.folder, 'missing-companies.ndjson');
    await symlink(missing, join(workspace.folder, 'partnerships.ndjson'));
    expect(await refused([companies, missing])).toBe(`${missing}: no such file or folder`);
    expect(await refused([companies, dump])).toMatch(/dump\.ndjson: the name contains no kind; add --kind/);
    expect(await refused([companies, workspace.folder])).toMatch(/partnerships\.ndjson: no such file/);
    expect(await refused([companies], 'firms')).toMatch(/--kind must be one of/);
    expect(await refused(['-'])).toMatch(/standard input needs --kind/);
    expect(await refused(['-', '-'], 'companies')).toMatch(/only once/);
    expect(await refused([])).toMatch(/nothing to import/);
    expect(await readCompanies(imports.pool)).toEqual({});
  });
});

describe('gzip', () => {
  it('is refused if truncated or damaged, and does not change the catalogue', async () => {
    await workspace.import(imports.pool, 'companies', ['{"name":"Z","primary_domain":"z.example"}']);
    const before = await dumpCatalogue(imports.pool);
    const rows = Array.from(
      { length: 50_000 },
      (_, index) => `{"name":"${Math.sin(index)}","primary_domain":"n${index}.example"}\n`,
    );
    const whole = gzipSync(rows.join(''));
    const damaged = Buffer.from(whole).fill(0xff, 300_000, 300_064);
    const short = await workspace.write('short-companies.ndjson.gz', whole.subarray(0, whole.length - 500));
    const broken = await workspace.write('damaged-companies.ndjson.gz', damaged);
    expect(await refused([short])).toBe(`${short}: the gzip data ends too early`);
    expect(await refused([broken])).toBe(`${broken}: the gzip data is damaged`);
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
    expect(await readdir(workspace.folder)).not.toContain('rejects');
  });
});

describe('an empty file', () => {
  it('imports no row, with or without blank lines', async () => {
    const empty = await workspace.write('companies.ndjson', '');
    const blank = await workspace.write('partnerships.ndjson', '\n \r\n');
    expect((await run([empty, blank])).files).toEqual([
      clean(empty, 'companies', 0),
      clean(blank, 'partnerships', 0),
    ]);
  });
});
