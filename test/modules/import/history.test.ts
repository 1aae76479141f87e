import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { IMPORT_LOCK } from '../../../src/modules/facets/index-state.ts';
import {
  beginRun,
  finishRun,
  followRun,
  type ImportRun,
  readRuns,
  recordRun,
  saveProgress,
} from '../../../src/modules/import/history.ts';
import { type ImportOptions, importPaths } from '../../../src/modules/import/import.ts';
import { createProgressMeter } from '../../../src/modules/import/progress.ts';
import { useImports } from './fixture.ts';
import { READING } from './support.ts';

const imports = useImports();
beforeEach(() => imports.pool.query('TRUNCATE catalogue_import RESTART IDENTITY'));

const REQUEST = { paths: ['/data'], options: { snapshot: 'companies', strict: true } };
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const COMPANIES = '{"name":"A","primary_domain":"a.example"}\n{}\n';

async function onlyRun(): Promise<ImportRun> {
  const runs = await readRuns(imports.pool, { limit: 10 });
  expect(runs).toHaveLength(1);
  return runs[0] as ImportRun;
}

/** Lets a run look as if it had given its last sign of life some time ago. */
async function age(id: number, interval: string): Promise<void> {
  await imports.pool.query(
    `UPDATE catalogue_import SET started_at = started_at - $2::interval,
       progress = progress || jsonb_build_object('at', (progress ->> 'at')::timestamptz - $2::interval)
     WHERE id = $1`,
    [id, interval],
  );
}

function runImport(text: string, options: Partial<ImportOptions> = {}) {
  return importPaths(imports.pool, ['-'], {
    kind: 'companies',
    rejectsDir: imports.workspace.rejectsDir,
    stdin: Readable.from([Buffer.from(text)]),
    ...options,
  });
}

describe('the history of imports', () => {
  it('has the request, the times and the reports of a finished import', async () => {
    const { files } = await runImport(COMPANIES);
    expect(files).toMatchObject([{ rows: 2, accepted: 1, rejected: 1 }]);
    expect(await onlyRun()).toEqual({
      import_id: 1,
      state: 'finished',
      started_at: TIME,
      finished_at: TIME,
      seconds: expect.any(Number),
      paths: ['-'],
      options: { kind: 'companies' },
      files,
      progress: null,
      error: null,
      dry_run: false,
      problems: [],
      has_rejects: false,
    });
  });

  it('has the reason of an import that failed before its first file', async () => {
    const outcome = importPaths(imports.pool, ['/nowhere/companies.ndjson'], {
      rejectsDir: imports.workspace.rejectsDir,
    });
    await expect(outcome).rejects.toThrow('/nowhere/companies.ndjson: no such file or folder');
    expect(await onlyRun()).toMatchObject({
      state: 'failed',
      paths: ['/nowhere/companies.ndjson'],
      options: {},
      files: [],
      error: '/nowhere/companies.ndjson: no such file or folder',
    });
  });

  it('has the reports of the files that were stored before one failed', async () => {
    const companies = await imports.workspace.write('companies.ndjson', COMPANIES);
    // The beginning of each file is checked before the first import, so the damage is at the end.
    const whole = gzipSync(randomBytes(20_000).toString('hex'));
    const damaged = await imports.workspace.write('partnerships.ndjson.gz', whole.subarray(0, -100));
    const outcome = importPaths(imports.pool, [companies, damaged], {
      rejectsDir: imports.workspace.rejectsDir,
    });
    await expect(outcome).rejects.toThrow(damaged);
    expect(await onlyRun()).toMatchObject({
      state: 'failed',
      files: [{ path: companies, accepted: 1, rejected: 1 }],
      error: expect.stringContaining(damaged),
    });
  });

  it('says that an import was interrupted by a signal', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(runImport(COMPANIES, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(await onlyRun()).toMatchObject({
      state: 'failed',
      error: 'interrupted by a signal',
    });
  });

  it('has the reason and the reports of an import that a guard refused', async () => {
    const outcome = runImport(COMPANIES, { maxRejects: 0 });
    await expect(outcome).rejects.toThrow('1 row was rejected');
    expect(await onlyRun()).toMatchObject({
      state: 'refused',
      options: { kind: 'companies', max_rejects: 0 },
      files: [{ rows: 2, accepted: 1, rejected: 1 }],
      error: '1 row was rejected, and none is allowed',
    });
  });

  it('has no dry run, which changes nothing', async () => {
    expect((await runImport(COMPANIES, { dryRun: true })).files).toMatchObject([{ rows: 2 }]);
    expect(await readRuns(imports.pool, { limit: 10 })).toEqual([]);
  });

  it('keeps reasons that PostgreSQL could not store', async () => {
    const run = {
      request: REQUEST,
      report: { files: [] },
      progress: createProgressMeter(),
      onNote: () => undefined,
    };
    const fail = () => Promise.reject(new Error('bad\0 byte'));
    await expect(recordRun(imports.pool, run, fail)).rejects.toThrow('bad');
    expect(await onlyRun()).toMatchObject({ ...REQUEST, state: 'failed', error: 'bad byte' });
  });

  it('does not fail an import whose outcome cannot be recorded', async () => {
    const notes: string[] = [];
    const run = {
      request: REQUEST,
      report: { files: [] },
      progress: createProgressMeter(),
      onNote: (note: string) => notes.push(note),
    };
    const work = async () => {
      await imports.pool.query('ALTER TABLE catalogue_import RENAME TO hidden');
      return 'done';
    };
    try {
      expect(await recordRun(imports.pool, run, work)).toBe('done');
    } finally {
      await imports.pool.query('ALTER TABLE hidden RENAME TO catalogue_import');
    }
    expect(notes).toEqual([
      expect.stringMatching(/^the history of imports does not show the outcome of run 1: relation/),
    ]);
  });

  it('keeps the last thousand runs, and lists the newest first', async () => {
    await imports.pool.query(
      `INSERT INTO catalogue_import (request, state) SELECT '{"paths":[],"options":{}}', 'finished' FROM generate_series(1, 1000)`,
    );
    expect(await beginRun(imports.pool, REQUEST)).toBe(1001);
    const runs = await readRuns(imports.pool, { limit: 2000 });
    expect(runs.map(({ import_id }) => import_id)).toEqual(Array.from({ length: 1000 }, (_, i) => 1001 - i));
    expect(await readRuns(imports.pool, { limit: 2 })).toEqual(
      runs.slice(0, 2).map((run) => ({ ...run, seconds: expect.any(Number) })),
    );
  });
});

describe('the progress of a run', () => {
  it('is stored while it runs, and not after its outcome', async () => {
    const id = await beginRun(imports.pool, REQUEST);
    expect(await onlyRun()).toMatchObject({ state: 'running', finished_at: null, progress: null });
    await saveProgress(imports.pool, id, READING);
    expect(await onlyRun()).toMatchObject({ state: 'running', progress: READING });
    await finishRun(imports.pool, id, { state: 'finished', report: { files: [] } });
    await saveProgress(imports.pool, id, { ...READING, rows: 3 });
    expect(await onlyRun()).toMatchObject({ state: 'finished', progress: null });
    const { rows } = await imports.pool.query('SELECT progress FROM catalogue_import');
    expect(rows).toEqual([{ progress: { ...READING, at: expect.any(String) } }]);
  });

  it('never waits for the transaction that records the outcome', async () => {
    const id = await beginRun(imports.pool, REQUEST);
    const client = await imports.pool.connect();
    try {
      await client.query('BEGIN');
      await finishRun(client, id, { state: 'finished', report: { files: [] } });
      await saveProgress(imports.pool, id, READING);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await onlyRun()).toMatchObject({ state: 'finished', progress: null });
  });

  it('is saved again and again until it is stopped, and failures do not matter', async () => {
    const id = await beginRun(imports.pool, REQUEST);
    const meter = createProgressMeter();
    meter.begin(1);
    meter.start({ path: '-', kind: 'companies', size: undefined });
    let queries = 0;
    let onSecond = () => {};
    const second = new Promise<void>((resolve) => {
      onSecond = resolve;
    });
    const flaky = {
      query: (...args: unknown[]) => {
        queries += 1;
        if (queries === 1) return Promise.reject(new Error('the database is away'));
        onSecond();
        return Reflect.apply(imports.pool.query, imports.pool, args);
      },
    };
    const stop = followRun(flaky as typeof imports.pool, id, meter, 1);
    await second;
    await stop();
    expect(await onlyRun()).toMatchObject({ progress: { path: '-', phase: 'reading' } });
  });
});

describe('a run without an outcome', () => {
  it('is interrupted when it has been silent for seconds and no process holds the lock of imports', async () => {
    const id = await beginRun(imports.pool, REQUEST);
    await saveProgress(imports.pool, id, READING);
    await age(id, '10 seconds');
    expect(await onlyRun()).toEqual({
      import_id: id,
      state: 'interrupted',
      started_at: TIME,
      finished_at: null,
      seconds: expect.any(Number),
      ...REQUEST,
      files: [],
      progress: READING,
      error: null,
      dry_run: false,
      problems: [],
      has_rejects: false,
    });
    expect((await onlyRun()).seconds).toBeLessThan(5);
  });

  it('is running while a process holds the lock, unless it has been silent for a minute', async () => {
    const id = await beginRun(imports.pool, REQUEST);
    await saveProgress(imports.pool, id, READING);
    await age(id, '10 seconds');
    const client = await imports.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      expect(await onlyRun()).toMatchObject({ state: 'running', progress: READING });
      await age(id, '1 minute');
      expect(await onlyRun()).toMatchObject({ state: 'interrupted' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
