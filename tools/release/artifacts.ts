import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brunoCollection } from './bruno.ts';
import { run } from './run.ts';

/**
 * Copies what is committed to `folder`, beside the packages that are installed in `root`, so that a release holds no file
 * that git does not know. The folder is within `root`: bundles name the files that they are made of, relative to it.
 */
export async function copySources(root: string, folder: string): Promise<void> {
  await run('git', ['checkout-index', '--all', `--prefix=${folder}/`], root);
  for (const modules of ['node_modules', 'console/node_modules', 'site/node_modules'])
    if (existsSync(join(root, modules))) await symlink(join(root, modules), join(folder, modules));
}

/** Builds `sources` and the guide. Packs the service and the client into `out`. @returns the names of the files. */
export async function packPackages(sources: string, out: string): Promise<string[]> {
  await run(process.execPath, ['tools/build.mjs'], sources);
  await run(process.execPath, ['site/run.mjs'], sources);
  await run(process.execPath, ['tools/pack.mjs', out], sources);
  const pack = ['pack', '--ignore-scripts', '--pack-destination', out];
  await run('npm', pack, join(sources, 'clients/typescript'));
  return (await readdir(out)).filter((name) => name.endsWith('.tgz')).sort();
}

/**
 * Returns the CycloneDX SBOM of the packed service: the packages whose code is in it, and those that are installed with it,
 * in the versions of the lockfiles.
 *
 * @param sources folder with package-lock.json and a built dist/. The guide is left out where it is not built.
 */
export async function createSbom(sources: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const describeLocked = async (packageFolder: string, name: string) => {
    await writeFile(join(folder, name), await run('npm', args, join(sources, packageFolder)));
    return join(folder, name);
  };
  try {
    const files = [await describeLocked('.', 'all.cdx.json')];
    if (existsSync(join(sources, 'dist/guide'))) files.push(await describeLocked('site', 'guide.cdx.json'));
    const reduce = ['ops/docker/sbom.mjs', '--lockfile=package-lock.json', '.', ...files];
    return await run(process.execPath, reduce, sources);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the Bruno collection of openapi.json as an archive with one folder, `name`. @returns the name of the archive. */
export async function packBruno(sources: string, out: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bruno-'));
  try {
    const document = JSON.parse(await readFile(join(sources, 'openapi.json'), 'utf8'));
    for (const [path, text] of brunoCollection(document)) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await run('tar', ['--create', '--gzip', '--file', join(out, `${name}.tgz`), name], folder);
    return `${name}.tgz`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes SHA256SUMS over all files of a folder, as `sha256sum --check` reads it. */
export async function writeChecksums(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map(({ name }) => name);
  const lines = await Promise.all(
    names.sort().map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    }),
  );
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}
