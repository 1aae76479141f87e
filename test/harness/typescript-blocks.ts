import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A module that TypeScript blocks of a page make together. */
export interface PageModule {
  /** Path that the first line of a block names, as in `// src/client.ts`; otherwise a number. */
  file: string;
  code: string;
}

/**
 * Returns the modules of a page's TypeScript blocks. A block that names a file or imports something begins a module.
 * Another one continues the module before it, in a scope of its own.
 */
export async function readModules(page: string): Promise<PageModule[]> {
  const text = await readFile(page, 'utf8');
  const modules: PageModule[] = [];
  for (const { 1: language = '', 2: code = '' } of text.matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)) {
    const [, file] = /^\/\/ (\S+\.tsx?)\n/.exec(code) ?? [];
    const last = modules.at(-1);
    if (file === undefined && !/^import /m.test(code) && last) last.code += `{\n${code}}\n`;
    else modules.push({ file: file ?? `${modules.length + 1}.${language}`, code });
  }
  return modules;
}

/** Paths of README, CONTRIBUTING, the client's README and all pages of docs/. */
export async function findPages(): Promise<string[]> {
  const names = await readdir('docs', { recursive: true });
  const docs = names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  return ['README.md', 'CONTRIBUTING.md', 'clients/typescript/README.md', ...docs.sort()];
}

/**
 * Creates a folder whose modules find the packages of this repository, and the built client.
 *
 * @returns its path, and a function that removes it.
 */
export async function createFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const cache = resolve('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const path = await mkdtemp(join(cache, 'blocks-'));
  await mkdir(join(path, 'node_modules'));
  await symlink(resolve('clients/typescript'), join(path, 'node_modules/company-data-client'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function writeModules(folder: string, modules: readonly PageModule[]): Promise<void> {
  for (const { file, code } of modules) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
