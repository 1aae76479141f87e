import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Commands, startCommands } from '../harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { pause } from '../harness/locks.ts';
import { AS_OF, seedSmallCatalogue } from '../modules/filters/support.ts';
import { Workspace } from '../modules/import/support.ts';

let database: TestDatabase;
let commands: Commands;
let workspace: Workspace;

beforeAll(async () => {
  database = await createTestDatabase();
  workspace = await Workspace.create();
  commands = startCommands({ DATABASE_URL: database.url, DATA_DIR: workspace.folder });
});
afterAll(async () => {
  await commands.close();
  await workspace.remove();
  await database.drop();
});
beforeEach(() => database.pool.query('TRUNCATE catalogue_import RESTART IDENTITY'));

const TIME = expect.stringMatching(/^\d{4}-.*Z$/);

interface Run {
  state: string;
  request: object;
  startedAt: string;
  finishedAt?: string;
  files?: object[];
  error?: string;
  progress?: object;
}

async function insertRun({
  state,
  request,
  startedAt,
  finishedAt,
  files,
  error,
  progress,
}: Run): Promise<void> {
  await database.pool.query(
    `INSERT INTO catalogue_import (state, request, started_at, finished_at, report, error, progress)
     VALUES ($1::import_state, $2, $3, $4, $5, $6, $7)`,
    [state, request, startedAt, finishedAt, files && { files }, error, progress],
  );
}

describe('catalogue status', () => {
  it('of an empty catalogue has no counts, times and imports', async () => {
    expect(await commands.json('catalogue', 'status')).toEqual({
      companies: 0,
      technologies: 0,
      detections: 0,
      partnerships: 0,
      retired_companies: 0,
      merged_companies: 0,
      retired_technologies: 0,
      as_of: null,
      updated_at: null,
      imported_at: null,
      index_version: 0,
      imports: [],
    });
    expect(await commands.text('catalogue', 'status')).toEqual([
      '0 companies, 0 technologies, 0 detections, 0 partnerships',
      'retired: 0 companies, 0 technologies; merged: 0 companies',
      'no observations yet, never changed, index version 0',
      '',
      'no imports yet',
    ]);
  });

  it('counts what is there, what was retired and what was merged, exactly', async () => {
    await seedSmallCatalogue(database.pool);
    await database.pool.query(
      `INSERT INTO retired_company (id, slug, name, merged_into)
       VALUES (101, 'gone', 'Gone', NULL), (102, 'old', 'Old', NULL), (103, 'twin', 'Twin', 1)`,
    );
    await database.pool.query(`INSERT INTO retired_technology (id, tech_key) VALUES (101, 'cobol')`);
    await database.pool.query(`UPDATE facet_index SET refreshed_at = '2026-03-02T08:00:00Z'`);
    const finishedAt = '2026-03-02T08:00:05Z';
    const request = { paths: [], options: {} };
    await insertRun({ state: 'finished', request, startedAt: '2026-03-02T08:00:00Z', finishedAt });
    expect(await commands.json('catalogue', 'status')).toEqual({
      companies: 5,
      technologies: 2,
      detections: 5,
      partnerships: 2,
      retired_companies: 2,
      merged_companies: 1,
      retired_technologies: 1,
      as_of: AS_OF,
      updated_at: '2026-03-02T08:00:00.000Z',
      imported_at: '2026-03-02T08:00:05.000Z',
      index_version: 1,
      imports: [expect.objectContaining({ import_id: 1, state: 'finished', seconds: 5 })],
    });
  });

  it('describes the last imports, newest first: their requests, files, reasons and progress', async () => {
    const companies = {
      path: '/data/companies.ndjson',
      kind: 'companies',
      rows: 10,
      accepted: 8,
      rejected: 2,
      warnings: 1,
      rejects_file: '/data/rejects/x.ndjson',
      retired: 3,
      renamed: 0,
      merged_rows: 2,
      merged: 1,
    };
    await insertRun({
      state: 'finished',
      request: { paths: ['/data'], options: {} },
      startedAt: '2026-03-01T08:00:00Z',
      finishedAt: '2026-03-01T08:00:05.25Z',
      files: [companies],
    });
    await insertRun({
      state: 'refused',
      request: { paths: ['-'], options: { snapshot: 'companies', max_deletes: '5%', strict: true } },
      startedAt: '2026-03-02T08:00:00Z',
      finishedAt: '2026-03-02T08:00:01Z',
      error: '812 of 1000 companies would be retired',
    });
    await insertRun({
      state: 'running',
      request: { paths: ['/data/comp\u001b[2Janies'], options: {} },
      startedAt: '2026-03-03T08:00:00Z',
      progress: {
        at: '2026-03-03T08:01:00Z',
        file: 1,
        path: 'companies',
        kind: 'companies',
        phase: 'merging',
        rows: 7,
      },
    });
    const lines = (await commands.text('catalogue', 'status')).slice(4);
    expect(lines).toEqual([
      'imports, newest first:',
      '#3 interrupted, 2026-03-03T08:00:00.000Z, 60.0 s: /data/comp [2Janies',
      '  companies (companies): was merging, 7 rows read',
      '#2 refused, 2026-03-02T08:00:00.000Z, 1.0 s: - --strict --snapshot companies --max-deletes 5%',
      '  reason: 812 of 1000 companies would be retired',
      '#1 finished, 2026-03-01T08:00:00.000Z, 5.3 s: /data',
      '  /data/companies.ndjson (companies): 8 of 10 rows accepted, 2 rejected, 1 warning, 3 retired, 1 merged, 2 merged rows',
      '    rejected rows and warnings: /data/rejects/x.ndjson',
    ]);
    const { imports } = await commands.json<{ imports: unknown[] }>('catalogue', 'status', '--limit', '2');
    expect(imports).toEqual([
      expect.objectContaining({ import_id: 3, state: 'interrupted', finished_at: null, seconds: 60 }),
      {
        import_id: 2,
        state: 'refused',
        started_at: '2026-03-02T08:00:00.000Z',
        finished_at: '2026-03-02T08:00:01.000Z',
        seconds: 1,
        paths: ['-'],
        options: { snapshot: 'companies', max_deletes: '5%', strict: true },
        files: [],
        progress: null,
        error: '812 of 1000 companies would be retired',
        dry_run: false,
        problems: [],
        has_rejects: false,
      },
    ]);
  });
});

describe('import', () => {
  it('prints a line for each file and a total, and appears in the history', async () => {
    const technologies = await workspace.write(
      'technologies.ndjson',
      '{"tech_key":"t","display_name":"T"}\n',
    );
    const companies = await workspace.write(
      'companies.ndjson',
      '{"name":"New","primary_domain":"new.example","country":"Mars"}\n{"name":"Bad"}\n',
    );
    const lines = await commands.text('import', companies, technologies);
    expect(lines).toEqual([
      `${technologies} (technologies): 1 of 1 row accepted, 0 rejected, 0 warnings`,
      `${companies} (companies): 1 of 2 rows accepted, 1 rejected, 1 warning`,
      expect.stringMatching(/^ {2}rejected rows and warnings: .*\.rejects\.ndjson$/),
      '2 files: 2 of 3 rows accepted, 1 rejected, 1 warning',
    ]);
    const { files } = await commands.json<{ files: unknown[] }>('import', technologies);
    const { imports, imported_at } = await commands.json<{
      imports: { finished_at: string }[];
      imported_at: string;
    }>('catalogue', 'status');
    expect(imports).toEqual([
      {
        import_id: 2,
        state: 'finished',
        started_at: TIME,
        finished_at: TIME,
        seconds: expect.any(Number),
        paths: [technologies],
        options: {},
        files,
        progress: null,
        error: null,
        dry_run: false,
        problems: [],
        has_rejects: false,
      },
      expect.objectContaining({ import_id: 1, state: 'finished', paths: [companies, technologies] }),
    ]);
    expect(imported_at).toBe(imports[0]?.finished_at);
  });

  it('that was killed is shown as interrupted', async () => {
    // It waits for its standard input, which never ends.
    const child = spawn(
      process.execPath,
      [resolve('dist/bundle/main.js'), 'import', '-', '--kind', 'companies'],
      {
        env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: workspace.folder },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    const ended = once(child, 'exit');
    const isRunning = async () => (await database.pool.query('SELECT FROM catalogue_import')).rowCount === 1;
    while (!(await isRunning())) await pause();
    child.kill('SIGKILL');
    await ended;
    // The time in which a process that lives would have written its progress.
    await database.pool.query(
      `UPDATE catalogue_import SET started_at = started_at - interval '6 seconds', progress = NULL`,
    );
    const { imports } = await commands.json<{ imports: unknown[] }>('catalogue', 'status');
    expect(imports).toEqual([
      expect.objectContaining({
        import_id: 1,
        state: 'interrupted',
        paths: ['-'],
        options: { kind: 'companies' },
      }),
    ]);
  });
});
