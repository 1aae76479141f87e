// Files that name the release of the service name that of package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseFaults } from '../lib/assert.mjs';
import { ROOT } from '../lib/programs.mjs';

export const missing = () => undefined;

export async function check() {
  const read = (file) => readFileSync(join(ROOT, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const faults = Object.entries(JSON.parse(read('tools/release/places.json'))).flatMap(([file, patterns]) => {
    const found = patterns.map((pattern) => new RegExp(pattern, 'm').exec(read(file))?.[0]);
    return found.every((each) => each === version)
      ? []
      : [`${file} names ${found.join(', ')}, not ${version}`];
  });
  refuseFaults(faults);
  return `all files name ${version}`;
}
