// Files that name the release of the service name that of package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseFaults } from '../lib/assert.mjs';
import { OPS, ROOT } from '../lib/programs.mjs';

/** The places of a release, by file. */
const PLACES = {
  'helm/company-data/Chart.yaml': [/^appVersion: '?([\d.]+)/m],
  'docker/compose.yaml': [/company-data:([\d.]+)\}/, /\$\{VERSION:-([\d.]+)\}/],
  'README.md': [/company-data:([\d.]+) /, /company-data-([\d.]+)\.tgz/, /VERSION=([\d.]+)/],
};

export const missing = () => undefined;

export async function check() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const faults = Object.entries(PLACES).flatMap(([file, patterns]) => {
    const text = readFileSync(join(OPS, file), 'utf8');
    const found = patterns.map((pattern) => pattern.exec(text)?.[1]);
    return found.every((each) => each === version)
      ? []
      : [`${file} names ${found.join(', ')}, not ${version}`];
  });
  refuseFaults(faults);
  return `all files name ${version}`;
}
