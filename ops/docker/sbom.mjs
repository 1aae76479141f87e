// Reduces SBOMs of everything in lockfiles to what an image contains: packages in node_modules, and packages whose code is in
// the bundle, the console or the guide, if its SBOM is given. Usage: node sbom.mjs APP_FOLDER ALL.cdx.json [GUIDE.cdx.json]
// For the package that tools/pack.mjs makes, --lockfile=FILE says what is installed, in place of node_modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packedManifest } from '../../tools/pack.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lockfile: { type: 'string' } },
});
const [app, ...files] = positionals;
const read = (...path) => readFileSync(join(...path), 'utf8');
const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;

/** Packages that are installed, with their versions. npm nests those of which there are several versions. */
function installed(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'package.json')
    .map((entry) => JSON.parse(read(entry.parentPath, entry.name)))
    .filter(({ name, version }) => name && version)
    .map(nameOf);
}

/** Packages that come with the package when it is installed, in the versions of the lockfile. */
function locked(path) {
  const { packages } = JSON.parse(read(path));
  const found = new Set();
  const visit = (
    from,
    { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta },
  ) => {
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = findPlace(packages, from, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place, packages[place]);
    }
  };
  visit('', packedManifest(JSON.parse(read(app, 'package.json'))));
  return [...found].map((place) => `${place.replace(/^.*node_modules\//, '')}@${packages[place].version}`);
}

/** Looks for a package where Node does: in the folder `from`, then in those above it. */
function findPlace(packages, from, name) {
  const place = `${from}/node_modules/${name}`.replace(/^\//, '');
  if (packages[place] || from === '') return packages[place] && place;
  return findPlace(packages, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

/** Packages in the bundle or the guide, from the text that tools/licenses.mjs writes. */
const bundledIn = (folder) =>
  [...read(app, folder, 'THIRD_PARTY_LICENSES.txt').matchAll(/^(\S+) (\d\S*)\n\nLicense: /gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );

/** Packages in the console, from the text that Vite writes. */
const inConsole = () =>
  [...read(app, 'dist/console/THIRD_PARTY_LICENSES.md').matchAll(/^## (\S+) - (\d\S*) \(/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );

/** Joins a list of all SBOMs. The first entry of each key stays. */
function joinBy(keyOf, listOf) {
  const byKey = new Map();
  for (const each of sboms.flatMap(listOf)) if (!byKey.has(keyOf(each))) byKey.set(keyOf(each), each);
  return [...byKey.values()];
}

const sboms = files.map((file) => JSON.parse(read(file)));
const [sbom] = sboms;
const all = joinBy(nameOf, ({ components }) => components);
const known = new Set(all.map(nameOf));
const guide = files.length > 1 ? [bundledIn('dist/guide')] : [];
const bundled = [bundledIn('dist/bundle'), inConsole(), ...guide];
// A change of format must not turn into an SBOM that lacks half of the image.
if (bundled.some(({ length }) => length === 0)) throw new Error('no licences found in dist/');
const missing = bundled.flat().filter((name) => !known.has(name));
if (missing.length > 0) throw new Error(`not in a lockfile: ${missing.join(', ')}`);

const beside = values.lockfile ? locked(values.lockfile) : installed(join(app, 'node_modules'));
const shipped = new Set([...beside, ...bundled.flat()]);
// npm calls what is bundled optional and for development, because it is not installed beside the bundle.
const components = all
  .filter((component) => shipped.has(nameOf(component)))
  .map(({ scope: _scope, properties: _properties, ...component }) => component);
// npm names the whole after the folder that it is in.
const { name, version } = JSON.parse(read(app, 'package.json'));
const whole = { ...sbom.metadata.component, name, version, purl: `pkg:npm/${name}@${version}` };
const references = new Set([whole, ...components].map((component) => component['bom-ref']));
const dependencies = joinBy(
  ({ ref }) => ref,
  ({ dependencies }) => dependencies,
)
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) }));
const metadata = { ...sbom.metadata, component: whole };
process.stdout.write(`${JSON.stringify({ ...sbom, metadata, components, dependencies }, null, 2)}\n`);
