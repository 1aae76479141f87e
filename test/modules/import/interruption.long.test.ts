import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { importPaths } from '../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../src/modules/import/kinds.ts';
import { createProgressMeter } from '../../../src/modules/import/progress.ts';
import { useImports } from './fixture.ts';
import { dumpCatalogue, readCompanies, readDetections } from './support.ts';

const domain = (index: number) => `c${index}.example`;
const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `C ${index}`, primary_domain: domain(index) }));
const detections = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    domain: domain(index % 50),
    tech_key: `t${index % 7}`,
    detection_count: 1 + index,
    first_seen: '2024-01-01',
    last_seen: '2024-01-02',
  }));
const technologies = Array.from({ length: 7 }, (_, index) => ({
  tech_key: `t${index}`,
  display_name: `T${index}`,
}));
const lines = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const imports = useImports(async (imports) => {
  await imports.run('companies', companies(50));
  await imports.run('technologies', technologies);
  await imports.run('company_technologies', detections(20));
});

/** Imports the chunks of `feed`, which may abort or fail. */
function importFrom(
  kind: ImportKind,
  feed: (stop: AbortController) => AsyncGenerator<Buffer>,
): Promise<unknown> {
  const stop = new AbortController();
  return importPaths(imports.pool, ['-'], {
    kind,
    rejectsDir: imports.workspace.rejectsDir,
    stdin: Readable.from(feed(stop)),
    signal: stop.signal,
  });
}

describe('an aborted import', () => {
  it.each(['companies', 'company_technologies'] as const)(
    'leaves no trace while it reads %s',
    async (kind) => {
      const before = await dumpCatalogue(imports.pool);
      const rows = kind === 'companies' ? companies(60_000) : detections(60_000);
      const outcome = importFrom(kind, async function* (stop) {
        yield Buffer.from(lines(rows));
        yield Buffer.from('no row at all\n');
        setTimeout(() => stop.abort(), 50);
        await sleep(60_000, undefined, { signal: stop.signal, ref: false });
      });
      await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
      expect(await dumpCatalogue(imports.pool)).toEqual(before);
      expect(await readdir(imports.workspace.folder)).toEqual([]);
    },
  );

  it('leaves no trace while it merges', async () => {
    const before = await dumpCatalogue(imports.pool);
    const stop = new AbortController();
    const outcome = importPaths(imports.pool, ['-'], {
      kind: 'companies',
      rejectsDir: imports.workspace.rejectsDir,
      stdin: Readable.from([Buffer.from(lines(companies(30_000)))]),
      signal: stop.signal,
      progress: {
        ...createProgressMeter(),
        phase: (phase) => {
          if (phase === 'merging') setTimeout(() => stop.abort(), 30);
        },
      },
    });
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
  });

  it('leaves no trace and a working pool when its source fails', async () => {
    const before = await dumpCatalogue(imports.pool);
    const outcome = importFrom('company_technologies', async function* () {
      yield Buffer.from(lines(detections(60_000)));
      throw new Error('the cable was pulled');
    });
    await expect(outcome).rejects.toThrow('-: the cable was pulled');
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
    const { report } = await imports.run('company_technologies', detections(60));
    expect(report.accepted).toBe(60);
  });

  it('leaves no trace and reports one line when the connection is lost', async () => {
    const before = await dumpCatalogue(imports.pool);
    const outcome = importFrom('company_technologies', async function* () {
      yield Buffer.from(lines(detections(60_000)));
      await imports.pool.query(`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`);
      yield Buffer.from(lines(detections(60_000)));
    });
    await expect(outcome).rejects.toThrow(/^-: the connection to the database was lost; nothing of the file/);
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
  });

  it('leaves no trace and releases the lock when its process is killed', async () => {
    const before = await dumpCatalogue(imports.pool);
    const child = spawn('node', ['--input-type=module', '--eval', CHILD], {
      env: { ...process.env, TEST_URL: imports.database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // The child writes when its rows are in the staging table and its transaction is open.
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await dumpCatalogue(imports.pool)).toEqual(before);
    const { report } = await imports.run('companies', companies(51));
    expect(report.accepted).toBe(51);
  });
});

/** Begins an import in plain JavaScript: a child process cannot load TypeScript. */
const CHILD = `
  import pg from 'pg';
  const client = new pg.Client({ connectionString: process.env.TEST_URL });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(7203412901)');
  await client.query("INSERT INTO technology (tech_key, display_name) VALUES ('half', 'Half')");
  process.stdout.write('ready');
  setInterval(() => undefined, 1000);
`;

describe('concurrent imports', () => {
  it('wait for each other and give the same result as one after the other', async () => {
    const names = ['x', 'y', 'z'];
    const notes: string[] = [];
    const reports = await Promise.all(
      names.map((name) =>
        imports.run(
          'companies',
          Array.from({ length: 300 }, (_, index) => ({
            name: `Same ${index % 10}`,
            primary_domain: `${name}${index}.example`,
            domains: [`shared${index}.example`],
          })),
          { onNote: (note) => notes.push(note) },
        ),
      ),
    );
    expect(reports.map(({ report }) => report.accepted)).toEqual([300, 300, 300]);
    expect(reports.map(({ report }) => report.warnings).sort()).toEqual([0, 300, 300]);
    expect(notes).toEqual(['waiting for another import to finish', 'waiting for another import to finish']);
    const views = Object.values(await readCompanies(imports.pool));
    expect(views).toHaveLength(950);
    expect(new Set(views.map(({ slug }) => slug)).size).toBe(950);
  });

  it('of detections for the same companies do not deadlock', async () => {
    const all = detections(3000);
    await Promise.all([
      imports.run('company_technologies', all),
      imports.run('company_technologies', [...all].reverse()),
      imports.run('company_technologies', all),
    ]);
    expect(Object.keys(await readDetections(imports.pool))).toHaveLength(350);
    await readCompanies(imports.pool);
  });
});
