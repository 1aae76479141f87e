// Collects the licences of packages whose code is part of dist/: they ask to be passed on with it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const FILES = /^(licen[cs]e|notice|copying)/i;

/** Returns the folders of the packages that these modules belong to. @param modules paths, some of no package */
export function packagesOf(modules) {
  return [...new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/**
 * Returns names, versions and licences of packages as one text.
 *
 * @param folders those of the packages
 * @throws Error if a package neither names its licence nor contains it.
 */
export async function describeLicenses(folders) {
  const parts = await Promise.all(folders.map(describe));
  return [...new Set(parts)].join(`\n${'-'.repeat(80)}\n\n`);
}

async function describe(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => FILES.test(file)).sort();
  if (!license && files.length === 0) throw new Error(`${name} ${version} names no licence`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version}`, `License: ${license ?? 'as follows'}`, ...texts]
    .map((text) => `${text.trim()}\n`)
    .join('\n');
}
