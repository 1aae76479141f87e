import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A page as Vite writes it: the nonce where `html.cspNonce` puts it, and files with hashed names. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta property="csp-nonce" nonce="__CSP_NONCE__">
<script type="module" crossorigin src="/assets/index-Ab12_-cd.js" nonce="__CSP_NONCE__"></script>
<link rel="stylesheet" crossorigin href="/assets/index-Ef34gh.css" nonce="__CSP_NONCE__">
</head>
<body><div id="root"></div></body>
</html>
`;

/** Files of the page that are long enough to be compressed. */
export const SCRIPT = `${'console.info("hello");\n'.repeat(200)}`;
const STYLE = `${'.a { color: #123456 }\n'.repeat(200)}`;

/** A file whose bytes are no text. */
export const FONT = Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7919) % 251));

const compressed = (name: string, text: string): Array<[string, string | Buffer]> => [
  [name, text],
  [`${name}.br`, brotliCompressSync(text)],
  [`${name}.gz`, gzipSync(text)],
];

const ASSETS = new Map<string, string | Buffer>([
  ...compressed('index-Ab12_-cd.js', SCRIPT),
  ...compressed('index-Ef34gh.css', STYLE),
  ['only-gzip-1.js', SCRIPT],
  ['only-gzip-1.js.gz', gzipSync(SCRIPT)],
  ['small-1.js', 'export {};\n'],
  ['inter-1.woff2', FONT],
  ['logo-1.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['alone-1.gz', gzipSync('alone')],
]);

/** Writes what a build of the console writes, with the given documents. */
export async function writeConsole(folder: string, documents: readonly string[]): Promise<void> {
  const assets = join(folder, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  const byHash = Object.fromEntries(documents.map((text) => [hashOf(text), text]));
  await writeFile(join(folder, 'documents.json'), JSON.stringify(byHash));
  for (const [name, content] of ASSETS) await writeFile(join(assets, name), content);
}

/** Makes a temporary folder, and writes a build of the console below it. */
export async function buildConsole(documents: readonly string[] = ['query Name { __typename }']) {
  const root = await mkdtemp(join(tmpdir(), 'console-'));
  const folder = join(root, 'console');
  await writeConsole(folder, documents);
  return { root, folder, remove: () => rm(root, { recursive: true, force: true }) };
}
