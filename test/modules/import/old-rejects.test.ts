import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { useImports } from './fixture.ts';
import { emptyCatalogue } from './support.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'old-rejects-'));
const { service } = useService('tidy', { dataDir });
const imports = useImports();
const DAY = 86_400_000;

/** Writes a file that was last written some days before a time. */
async function write(folder: string, name: string, days: number, now = Date.now()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const at = new Date(now - days * DAY);
  await writeFile(path, '{"line":1,"level":"rejected","reason":"is missing","row":"{}"}\n');
  await utimes(path, at, at);
}

/** Writes old and young files. @returns the names of those that stay */
async function fill(folder: string, now?: number): Promise<string[]> {
  const kept = ['companies-b.rejects.ndjson', 'stdin-c.rejects.ndjson.partial'];
  for (const name of kept) await write(folder, name, 29.9, now);
  await write(folder, 'companies-20251101T010203Z-0a1b2c.rejects.ndjson', 30.1, now);
  await write(folder, 'partnerships-20251101T010203Z-0a1b2c.rejects.ndjson', 400, now);
  // A killed import leaves it.
  await write(folder, 'stdin-20251101T010203Z-0a1b2c.rejects.ndjson.partial', 31, now);
  const others = ['companies.ndjson', 'rejects.txt', 'a.rejects.ndjson.gz', 'mine.rejects.ndjson'];
  for (const name of others) await write(folder, name, 400, now);
  await mkdir(join(folder, 'folder.rejects.ndjson'));
  return [...kept, ...others, 'folder.rejects.ndjson'].sort();
}

const bad = { name: 'Bad' };
const good = { name: 'Acme', primary_domain: 'acme.example' };
const list = async (folder: string) => (await readdir(folder)).sort();

describe('rejects files that are older than 30 days', () => {
  beforeEach(async () => {
    await emptyCatalogue(imports.pool);
    await rm(imports.workspace.rejectsDir, { recursive: true, force: true });
  });

  it('are removed by the next import into their folder, and nothing else is', async () => {
    const { rejectsDir } = imports.workspace;
    const kept = await fill(rejectsDir);
    const { report } = await imports.run('companies', [good, bad]);
    const own = basename(report.rejects_file ?? '');
    expect(own).toMatch(/\.rejects\.ndjson$/);
    expect(await list(rejectsDir)).toEqual([...kept, own].sort());
  });

  it('are removed by an import that is clean or refused, but not by a dry run', async () => {
    const { rejectsDir } = imports.workspace;
    const kept = await fill(rejectsDir);
    await imports.run('companies', [good], { dryRun: true });
    expect((await list(rejectsDir)).length).toBe(kept.length + 3);
    await imports.run('companies', [good]);
    expect(await list(rejectsDir)).toEqual(kept);
    await write(rejectsDir, 'old-20251101T010203Z-0a1b2c.rejects.ndjson', 31);
    await expect(imports.run('companies', [bad, good], { strict: true })).rejects.toThrow('refused');
    expect(await list(rejectsDir)).not.toContain('old-20251101T010203Z-0a1b2c.rejects.ndjson');
  });

  it('do not fail an import that cannot remove them', async () => {
    const notes: string[] = [];
    const rejectsDir = await imports.workspace.write('no-folder', 'text');
    const onNote = (note: string) => notes.push(note);
    const { report } = await imports.run('companies', [good], { rejectsDir, onNote });
    expect(report).toMatchObject({ accepted: 1 });
    expect(notes).toEqual([expect.stringMatching(/^old rejects files cannot be removed: ENOTDIR/)]);
  });

  it('are removed by a server from its DATA_DIR, when nobody imports any more', async () => {
    await believeClock(service);
    await service.service.sweep();
    const folder = join(dataDir, 'rejects');
    const kept = await fill(folder, service.clock.now().getTime());
    await service.service.sweep();
    expect(await list(folder)).toEqual(kept);
    await rm(dataDir, { recursive: true });
  });
});
