import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A script as VitePress writes it into each page. */
export const INLINE = 'document.documentElement.classList.add("dark")';

const pageOf = (title: string, more = '') => `<!doctype html>
<html lang="en">
<head>
<title>${title}</title>
<script id="check-dark-mode">${INLINE}</script>
<script type="module" src="/guide/assets/app.Ab12_-cd.js"></script>
</head>
<body>${more}</body>
</html>
`;

/** A page that is long enough to be compressed. */
export const ERRORS = pageOf('Error codes', '<p>list_not_found</p>'.repeat(100));

const FILES = new Map<string, string | Buffer>([
  ['index.html', pageOf('Guide')],
  ['404.html', pageOf('Not found')],
  ['errors.html', ERRORS],
  ['errors.html.br', brotliCompressSync(ERRORS)],
  ['errors.html.gz', gzipSync(ERRORS)],
  ['decisions/index.html', pageOf('Decisions')],
  ['decisions/0001-first.html', pageOf('1. First', '<script>other()</script>')],
  ['assets/app.Ab12_-cd.js', 'export {};\n'],
  ['assets/chunks/theme.Ef34_-gh.js', 'export {};\n'],
  ['files/schema.graphql', 'type Query { a: Int }\n'],
  ['hashmap.json', '{}'],
]);

/** Makes a temporary folder with what a build of the guide writes. */
export async function buildGuide() {
  const root = await mkdtemp(join(tmpdir(), 'guide-'));
  const folder = join(root, 'guide');
  for (const [name, content] of FILES) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}
