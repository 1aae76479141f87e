import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDirectories } from '../../src/lib/files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'directories-'));
});
afterAll(() => rm(root, { recursive: true }));

test('creates missing directories, and leaves existing ones unchanged', async () => {
  const deep = join(root, 'a/b/c');
  await Promise.all([createDirectories(deep), createDirectories(deep), createDirectories(join(root, 'a/b'))]);
  await createDirectories(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
});

test('a file in the path is an error', async () => {
  await writeFile(join(root, 'file'), '');
  await expect(createDirectories(join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(createDirectories(join(root, 'file/below'))).rejects.toThrow('ENOTDIR');
});

// With `recursive`, mkdir would try the same directory for ever.
test('a place where nothing can be created is an error at any depth', async () => {
  for (const path of ['/proc/x', '/proc/x/y/z', '/sys/x/y'])
    await expect(createDirectories(path)).rejects.toThrow(/ENOENT|EPERM|EACCES/);
});
