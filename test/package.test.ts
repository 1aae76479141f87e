import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

const { EXTERNAL } = await import(new URL('../tools/pack.mjs', import.meta.url).href);
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const manifest = await readJson('package.json');

/** Names and versions of packages in a text of licences, each as `name@version`. */
async function readShipped(path: string, heading: RegExp): Promise<string[]> {
  return [...(await readFile(path, 'utf8')).matchAll(heading)].map(
    ([, name, version]) => `${name}@${version}`,
  );
}
const bundled = await readShipped('dist/bundle/THIRD_PARTY_LICENSES.txt', /^(\S+) (\d\S*)\n\nLicense: /gm);
const inConsole = await readShipped('dist/console/THIRD_PARTY_LICENSES.md', /^## (\S+) - (\d\S*) \(/gm);

describe('dependencies', () => {
  const namesOf = (packages: string[]) => packages.map((each) => each.replace(/@[^@]*$/, ''));
  /** Those that a manifest lists, of packages that ship. */
  const listed = ({ dependencies, devDependencies }: typeof manifest, shipped: string[]) => {
    const known = new Set(Object.keys({ ...dependencies, ...devDependencies }));
    return [...new Set(shipped)].filter((name) => known.has(name)).sort();
  };

  it('are what is bundled, and what is installed beside the bundle', () => {
    const installed = EXTERNAL.filter((name: string) => name in manifest.dependencies);
    const shipped = listed(manifest, [...namesOf(bundled), ...installed]);
    expect(Object.keys(manifest.dependencies).sort()).toEqual(shipped);
    expect(EXTERNAL.filter((name: string) => !installed.includes(name))).toEqual(
      Object.keys(manifest.optionalDependencies),
    );
  });

  it('of the console are what its pages contain', async () => {
    const ofConsole = await readJson('console/package.json');
    expect(Object.keys(ofConsole.dependencies).sort()).toEqual(listed(ofConsole, namesOf(inConsole)));
  });

  it('bring everything that ships: npm audit --omit=dev sees it', async () => {
    const { packages } = await readJson('package-lock.json');
    const audited = Object.entries<{ version: string; dev?: true; name?: string }>(packages)
      .filter(([, { dev }]) => !dev)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
    expect([...bundled, ...inConsole].filter((each) => !audited.includes(each))).toEqual([]);
  });

  it('have a reason in decision 8 where an override holds them', async () => {
    type Overrides = { [name: string]: string | Overrides };
    const leaves = (overrides: Overrides): string[] =>
      Object.entries(overrides).flatMap(([name, held]) => (typeof held === 'string' ? name : leaves(held)));
    const manifests = [manifest, await readJson('bench/package.json')];
    const overridden = manifests.flatMap(({ overrides = {} }) => leaves(overrides));
    const decision = await readFile('docs/decisions/0008-pinned-below-node-22.md', 'utf8');
    const rows = [...decision.matchAll(/^\| (\S+) \(override\b.*?\) (?:\|[^|]*){2}\| [^|]{10,} \|/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(overridden.sort());
  });
});
