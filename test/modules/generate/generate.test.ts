import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartupError } from '../../../src/lib/fault.ts';
import { generateTo } from '../../../src/modules/generate/generate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FILES = [
  'companies.ndjson',
  'company_technologies.ndjson',
  'partnerships.ndjson',
  'technologies.ndjson',
];

async function hashes(name: string): Promise<Record<string, string>> {
  const entries = (await readdir(join(folder, name))).sort().map(async (file) => {
    const bytes = await readFile(join(folder, name, file));
    return [
      file,
      createHash('sha256')
        .update(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
        .digest('hex'),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('generateTo', () => {
  it('writes the same bytes for the same options, and other bytes for another seed, size or day', async () => {
    const options = { companies: 500, seed: 7 };
    await generateTo(join(folder, 'a'), options);
    await generateTo(join(folder, 'b'), options);
    const first = await hashes('a');
    expect(Object.keys(first)).toEqual(FILES);
    expect(await hashes('b')).toEqual(first);
    for (const change of [{ seed: 8 }, { companies: 501 }, { asOf: '2025-01-31' }]) {
      await generateTo(join(folder, 'c'), { ...options, ...change });
      const other = await hashes('c');
      expect(FILES.map((file) => other[file] === first[file])).toEqual([false, false, false, true]);
    }
  });

  it('replaces the files of an earlier run, plain or gzip', async () => {
    await generateTo(join(folder, 'd'), { companies: 50, seed: 1 });
    const plain = await hashes('d');
    const { files } = await generateTo(join(folder, 'd'), { companies: 50, seed: 1, gzip: true });
    expect(files.map(({ path }) => path)).toContain(join(folder, 'd', 'companies.ndjson.gz'));
    const zipped = await hashes('d');
    expect(Object.keys(zipped)).toEqual(FILES.map((file) => `${file}.gz`));
    expect(Object.values(zipped)).toEqual(Object.values(plain));
  });

  it.each([
    [{ companies: 0, seed: 1 }, /--companies/],
    [{ companies: 1.5, seed: 1 }, /--companies/],
    [{ companies: 100_000_001, seed: 1 }, /--companies/],
    [{ companies: 1, seed: -1 }, /--seed/],
    [{ companies: 1, seed: 1, asOf: '2025-02-29' }, /--as-of/],
    [{ companies: 1, seed: 1, asOf: 'today' }, /--as-of/],
  ])('refuses %j', async (options, message) => {
    const error = await generateTo(join(folder, 'none'), options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(message);
  });
});

it('has a share of the detections when asked for', async () => {
  const detections = async (detectionShare?: number) => {
    const { files } = await generateTo(join(folder, 'share'), { companies: 5000, seed: 1, detectionShare });
    return files.map(({ rows }) => rows)[2] ?? 0;
  };
  const all = await detections();
  const fifth = await detections(0.2);
  expect(fifth / all).toBeGreaterThan(0.15);
  expect(fifth / all).toBeLessThan(0.25);
});
