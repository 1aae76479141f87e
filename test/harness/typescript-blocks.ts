import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { blocksOf, linkClient } from './pages.ts';

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
  const modules: PageModule[] = [];
  for (const { language, text: code } of blocksOf(await readFile(page, 'utf8'))) {
    if (language !== 'ts' && language !== 'tsx') continue;
    const [, file] = /^\/\/ (\S+\.tsx?)\n/.exec(code) ?? [];
    const last = modules.at(-1);
    if (file === undefined && !/^import /m.test(code) && last) last.code += `{\n${code}}\n`;
    else modules.push({ file: file ?? `${modules.length + 1}.${language}`, code });
  }
  return modules;
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
  await linkClient(path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function writeModules(folder: string, modules: readonly PageModule[]): Promise<void> {
  for (const { file, code } of modules) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
