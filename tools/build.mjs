// Builds dist/ from src/, dist/bundle/ from that, dist/console/ from console/, dist/pages/ from libraries, dist/texts/ from docs/, and
// clients/typescript/dist/, so that the client can be installed from its folder. With --if-stale only when something that goes into them is newer than the last
// build: `npm start`, `npm run demo` and `npm run cli` call it so, and wait a few milliseconds when there is nothing to do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTexts } from '../site/texts.mjs';
import { bundle } from './bundle.mjs';
import { compressFolder } from './compress-assets.mjs';
import { vendorPages } from './vendor-pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');
const stamp = join(root, 'dist', '.built');
const texts = join(root, 'dist', 'texts');
/** What the texts are made of. */
const pages = [
  'docs',
  'site/pages.mjs',
  'site/llms.mjs',
  'site/texts.mjs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'ops',
];
const inputs = [
  'src',
  'prisma',
  'tools',
  'schema.graphql',
  'openapi.json',
  'asyncapi.json',
  'console/src',
  'console/index.html',
  'console/package.json',
  'console/vite.config.ts',
  'clients/typescript/src',
  'clients/typescript/tsconfig.json',
  'codegen.ts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

async function newest(path) {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = (await readdir(path)).filter((name) => name !== 'generated');
  const times = await Promise.all(entries.map((name) => newest(join(path, name))));
  return Math.max(info.mtimeMs, ...times);
}

async function isFresh() {
  try {
    const builtAt = (await stat(stamp)).mtimeMs;
    await stat(join(root, 'dist', 'bundle', 'main.js'));
    await stat(join(root, 'clients', 'typescript', 'dist', 'client.js'));
    await stat(join(root, 'dist', 'console', 'documents.json'));
    await stat(join(root, 'dist', 'pages'));
    const times = await Promise.all(inputs.map((input) => newest(join(root, input))));
    return Math.max(...times) <= builtAt;
  } catch {
    return false;
  }
}

async function run(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    // Standard output belongs to the command that asked for the build.
    stdio: ['ignore', 2, 2],
    // Prisma looks for its generators on the path, which npm sets and a plain shell does not.
    env: {
      ...process.env,
      PATH: [binaries, process.env.PATH].join(delimiter),
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // A test that builds runs with `test`, for which the console would get React's code for development.
      NODE_ENV: 'production',
    },
  });
  const [status] = await once(child, 'close');
  if (status !== 0) process.exit(status ?? 1);
}

async function build() {
  // Made first, so that they do not make the sources look newer than the build.
  for (const sources of ['src', 'console/src']) {
    await mkdir(join(root, sources, 'generated'), { recursive: true });
  }
  const startedAt = new Date();
  process.stderr.write('building…\n');
  await Promise.all([
    run('node_modules/prisma/build/index.js', 'generate', '--no-hints'),
    run('node_modules/@graphql-codegen/cli/esm/bin.js'),
  ]);
  const compile = (project) => run('node_modules/typescript-7/bin/tsc', '-p', project);
  await Promise.all([
    // The service imports what the client's build writes (`#client/` in package.json).
    compile('clients/typescript').then(() => compile('tsconfig.build.json')),
    buildConsole(),
    vendorPages(join(root, 'dist', 'pages')),
    writeTexts(texts),
  ]);
  // A process of its own decodes import files, and threads encode Parquet. Each program is found beside the code that starts it.
  const entries = [
    'main.js',
    'modules/import/decoder/decoder-process.js',
    'modules/import/upload/process.js',
    'lib/parquet/parquet-thread.js',
  ];
  await bundle(
    entries.map((entry) => join(root, 'dist', entry)),
    join(root, 'dist', 'bundle'),
  );
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(stamp, '');
  await utimes(stamp, startedAt, startedAt);
}

/**
 * Builds the pages of the console, their compressed forms, and the file of the documents that they send by hash. The
 * folder appears complete: a service refuses to start with a part of it.
 */
async function buildConsole() {
  const folder = join(root, 'dist', 'console');
  const unfinished = `${folder}.unfinished`;
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'console', '--outDir', unfinished];
  await run(...vite, '--emptyOutDir', '--logLevel', 'warn');
  await compressFolder(join(unfinished, 'assets'));
  const documents = join(root, 'console', 'src', 'generated', 'persisted-documents.json');
  await copyFile(documents, join(unfinished, 'documents.json'));
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/** Builds when something that goes into dist/ is newer than the last build. */
export async function buildIfStale() {
  if (!(await isFresh())) return build();
  // Pages change more often than programs, and take a moment.
  const writtenAt = await stat(join(texts, 'index.json')).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const changes = await Promise.all(pages.map((input) => newest(join(root, input))));
  if (Math.max(...changes) > writtenAt) await writeTexts(texts);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes('--if-stale') ? buildIfStale() : build());
}
