import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ASSETS = resolve('dist/console/assets');
const STYLES = resolve('console/node_modules/@mantine/core/styles');
/** Mantine names the classes of its components by hashes. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

/** Classes of Mantine in all files of a folder whose name ends so. */
function classesIn(folder: string, ending: string, not?: string): Set<string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(ending) && !(not && file.endsWith(not)));
  return new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(CLASS) ?? []));
}

test('every component in the bundle has its styles, and no other component has', () => {
  const styled = classesIn(STYLES, '.css', '.layer.css');
  const used = classesIn(ASSETS, '.js');
  const wanted = [...styled].filter((name) => used.has(name));
  const bundled = classesIn(ASSETS, '.css');
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((name) => !bundled.has(name))).toEqual([]);
  const imports = readFileSync(resolve('console/src/mantine.css'), 'utf8').match(/[\w-]+(?=\.css";)/g) ?? [];
  const needless = imports.filter((name) => {
    const own = readFileSync(join(STYLES, `${name}.css`), 'utf8').match(CLASS);
    return own !== null && !own.some((each) => used.has(each));
  });
  expect(needless).toEqual([]);
});
