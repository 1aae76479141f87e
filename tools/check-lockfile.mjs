// Fails when a lockfile names the host of a registry: it must install from whichever registry npm is set to.
import { readFile } from 'node:fs/promises';

const files = ['package-lock.json', 'bench/package-lock.json'];
let faults = 0;
for (const file of files) {
  const { packages } = JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'));
  for (const [path, { resolved }] of Object.entries(packages)) {
    if (typeof resolved !== 'string' || !/^(https?|git)/.test(resolved)) continue;
    console.error(`${file}: ${path} names an address; remove its "resolved"`);
    faults += 1;
  }
}
process.exitCode = faults > 0 ? 1 : 0;
