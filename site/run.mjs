// Builds the guide into dist/guide (`npm run docs`): the pages and their compressed forms. The packages
// of this folder are installed first if they are missing. With --check, a browser then looks at every page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compressFolder } from '../tools/compress-assets.mjs';
import { FILES, ROOT } from './pages.mjs';

const SITE = join(ROOT, 'site');
const VITEPRESS = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
const folder = join(ROOT, 'dist/guide');

async function run(command, ...args) {
  const child = spawn(command, args, { cwd: SITE, stdio: ['ignore', 2, 2] });
  const [status] = await once(child, 'close');
  if (status !== 0) process.exit(status ?? 1);
}

/** The folder appears complete: a service refuses to start with a part of it. */
async function build() {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await run(process.execPath, VITEPRESS, 'build', SITE, '--outDir', unfinished);
  await mkdir(join(unfinished, 'files'));
  for (const file of FILES) await cp(join(ROOT, file), join(unfinished, 'files', basename(file)));
  await compressFolder(unfinished);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
if (!existsSync(VITEPRESS)) await run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
await build();
if (values.check) {
  const { checkSite } = await import('./check.mjs');
  await checkSite(folder);
}
