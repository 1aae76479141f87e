// Reduces an SBOM of everything in package-lock.json to what an image contains: packages in node_modules, and packages whose
// code is in the bundle or in the console. Usage: node sbom.mjs ALL.cdx.json APP_FOLDER > sbom.cdx.json
// For the package that `npm pack` makes, a lockfile as third argument says what is installed, in place of node_modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [file, app, lockfile] = process.argv.slice(2);
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

/** Packages that `npm ci --omit=dev` installs, with their versions. Links lead to folders of the repository. */
function locked(path) {
  return Object.entries(JSON.parse(read(path)).packages)
    .filter(([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link)
    .map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`);
}

/** Packages in the bundle, from the text that tools/licenses.mjs writes. */
const bundled = () =>
  [...read(app, 'dist/bundle/THIRD_PARTY_LICENSES.txt').matchAll(/^(\S+) (\d\S*)\n\nLicense: /gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );

/** Packages in the console, from the text that Vite writes. */
const inConsole = () =>
  [...read(app, 'dist/console/THIRD_PARTY_LICENSES.md').matchAll(/^## (\S+) - (\d\S*) \(/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );

const sbom = JSON.parse(read(file));
const known = new Set(sbom.components.map(nameOf));
const inBundle = bundled();
const inPages = inConsole();
// A change of format must not turn into an SBOM that lacks half of the image.
if (inBundle.length === 0 || inPages.length === 0) throw new Error('no licences found in dist/');
const missing = [...inBundle, ...inPages].filter((name) => !known.has(name));
if (missing.length > 0) throw new Error(`not in package-lock.json: ${missing.join(', ')}`);

const beside = lockfile ? locked(lockfile) : installed(join(app, 'node_modules'));
const shipped = new Set([...beside, ...inBundle, ...inPages]);
// npm calls what is bundled optional and for development, because it is not installed beside the bundle.
const components = sbom.components
  .filter((component) => shipped.has(nameOf(component)))
  .map(({ scope: _scope, properties: _properties, ...component }) => component);
// npm names the whole after the folder that it is in.
const { name, version } = JSON.parse(read(app, 'package.json'));
const whole = { ...sbom.metadata.component, name, version, purl: `pkg:npm/${name}@${version}` };
const references = new Set([whole, ...components].map((component) => component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) }));
const metadata = { ...sbom.metadata, component: whole };
process.stdout.write(`${JSON.stringify({ ...sbom, metadata, components, dependencies }, null, 2)}\n`);
