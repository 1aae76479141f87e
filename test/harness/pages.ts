import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A fenced block of a page. */
export interface Block {
  language: string;
  text: string;
  /** Number of its first line. */
  line: number;
}

/** Returns the fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: page.slice(0, index).split('\n').length,
    }),
  );
}

/** Paths of README, CONTRIBUTING, the client's README and all pages of docs/. */
export async function findPages(): Promise<string[]> {
  const names = await readdir('docs', { recursive: true });
  const docs = names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  return ['README.md', 'CONTRIBUTING.md', 'clients/typescript/README.md', ...docs.sort()];
}

/** Lets programs in a folder import the built client, and the package that verifies webhooks. */
export async function linkClient(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  await symlink(resolve('clients/typescript'), join(folder, 'node_modules/company-data-client'));
  await symlink(resolve('node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
}
