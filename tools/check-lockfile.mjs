// Fails when a lockfile names the host of a registry (it must install from whichever registry npm is set to), or lacks
// the packages of other platforms (npm leaves out those that it did not install, and `npm ci` then refuses the file).
import { readFile } from 'node:fs/promises';

const files = [
  'package-lock.json',
  'bench/package-lock.json',
  'ops/check/package-lock.json',
  'site/package-lock.json',
];
let faults = 0;
const report = (fault) => {
  console.error(fault);
  faults += 1;
};
for (const file of files) {
  const { packages } = JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'));
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  for (const [path, { resolved, optionalDependencies = {} }] of Object.entries(packages)) {
    if (typeof resolved === 'string' && /^(https?|git)/.test(resolved)) {
      report(`${file}: ${path} names an address; remove its "resolved"`);
    }
    for (const name of Object.keys(optionalDependencies)) {
      if (!names.has(name))
        report(`${file}: ${path} lacks ${name}; make the lockfile anew in an empty folder`);
    }
  }
}
process.exitCode = faults > 0 ? 1 : 0;
