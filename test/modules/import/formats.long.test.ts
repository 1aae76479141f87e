import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { importPaths } from '../../../src/modules/import/import.ts';
import { BOTH, CSV, NDJSON, PARQUET, TSV, toParquet, toZstd } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import { emptyCatalogue, readCompanies, readDetections, readPartnerships } from './support.ts';

const imports = useImports();
beforeEach(() => emptyCatalogue(imports.pool));

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
/** Each format plain, and each compression once: a file is unpacked before its format counts. */
const CASES = FILES.flatMap(([format, content]) =>
  PACKED.filter(
    ([extension]) => extension === '' || format === 'csv' || `${format}${extension}` === 'parquet.zst',
  ).map(([extension, pack]) => ({ format, extension, bytes: pack(Buffer.from(content)) })),
);

describe('every format', () => {
  it.each(CASES)('is read from a file: $format$extension', async ({ format, extension, bytes }) => {
    const { report } = await imports.file(`companies.${format}${extension}`, bytes);
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
    await workspace.write('delivery/technologies.tab', gzipSync('tech_key\tdisplay_name\ngrid\tGrid\n'));
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
    await imports.file('technologies.csv', 'tech_key|display_name|category\ngrid|Grid|\n');
    await imports.file('companies.csv', CSV);
    await imports.file(
      'company_technologies.tsv',
      'domain\ttech_key\tdetection_count\tfirst_seen\tlast_seen\nacme.test\tgrid\t3\t2024-01-01\t2024-02-01T10:00:00Z\n',
    );
    await imports.file(
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

describe('a file from PostgreSQL', () => {
  it('has its timestamps, and those without a zone are in UTC, which is said once a file', async () => {
    await imports.file('technologies.csv', 'tech_key,display_name\ngrid,Grid\nmesh,Mesh\n');
    await imports.file('companies.csv', CSV);
    const notes: string[] = [];
    const header = 'domain,tech_key,detection_count,first_seen,last_seen\n';
    const { report } = await imports.file(
      'company_technologies.csv',
      `${header}acme.test,grid,3,2024-01-01 01:00:00+00,2024-02-01 10:00:00.5\nacme.test,mesh,1,2024-01-01 01:00:00-03:30,2024-02-01 10:00:00\n`,
      { onNote: (note) => notes.push(note) },
    );
    expect([report.accepted, report.warnings]).toEqual([2, 0]);
    expect(notes).toEqual([`${report.path}: times without a zone are read as UTC`]);
    expect(await readDetections(imports.pool)).toEqual({
      'acme.example grid': { count: 3, first: '2024-01-01T01:00:00.000Z', last: '2024-02-01T10:00:00.500Z' },
      'acme.example mesh': { count: 1, first: '2024-01-01T04:30:00.000Z', last: '2024-02-01T10:00:00.000Z' },
    });
  });
});
