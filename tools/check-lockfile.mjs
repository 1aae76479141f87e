// Fails when a lockfile
// - names the host of a registry: it must install from whichever registry npm is set to,
// - lacks the packages of other platforms: npm leaves out those that it did not install, and `npm ci` then refuses the file,
// - has a package that does not declare a Node.js that the service supports: `npm ci` would print a warning,
// - belongs to a manifest with a range instead of a version: without a lockfile, npm would choose another one.
import { readFile } from 'node:fs/promises';
import semver from 'semver';

const files = [
  'package-lock.json',
  'bench/package-lock.json',
  'ops/check/package-lock.json',
  'site/package-lock.json',
  'tools/conformance/package-lock.json',
];
/** The first version of each line that is supported (docs/decisions/0008). */
const SUPPORTED = ['20.19.0', '22.13.0', '24.0.0'];
/** PostGraphile needs Node.js 22, and so does the conformance suite of MCP, which brings one. */
const ON_ANY_NODE = ['bench/package-lock.json', 'tools/conformance/package-lock.json'];

let faults = 0;
const report = (fault) => {
  console.error(fault);
  faults += 1;
};
for (const file of files) {
  const { packages } = JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'));
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  for (const [path, { resolved, engines, optionalDependencies = {}, ...rest }] of Object.entries(packages)) {
    if (typeof resolved === 'string' && /^(https?|git)/.test(resolved)) {
      report(`${file}: ${path} names an address; remove its "resolved"`);
    }
    for (const name of Object.keys(optionalDependencies)) {
      if (!names.has(name))
        report(`${file}: ${path} lacks ${name}; make the lockfile anew in an empty folder`);
    }
    const refusing = SUPPORTED.filter((version) => !semver.satisfies(version, engines?.node ?? '*'));
    if (refusing.length > 0 && !ON_ANY_NODE.includes(file))
      report(
        `${file}: ${path} declares Node.js ${engines.node}, not ${refusing.join(', ')}; hold an older release`,
      );
    if (path.includes('node_modules/')) continue;
    const listed = { ...rest.dependencies, ...rest.devDependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(listed))
      if (!semver.valid(version.replace(/^npm:.+@/, '')))
        report(`${file}: ${path || 'the manifest'} has ${name} ${version}; name one version`);
  }
}
process.exitCode = faults > 0 ? 1 : 0;
