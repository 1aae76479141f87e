// Compresses the files of a folder at the highest levels, once for each build: the service sends them as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Pictures and fonts are compressed already. */
const TEXTS = /\.(?:css|graphql|html|js|json|svg|txt|yaml)$/;

/** Smaller files grow by the header of the compressed form, or fit into one packet anyway. */
const MIN_BYTES = 1024;

async function compressFile(path) {
  const text = await readFile(path);
  if (text.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [br, gz] = await Promise.all([brotli(text, { params }), deflate(text, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes `NAME.br` and `NAME.gz` beside each text file of the folder, and of those in it, that is worth it. */
export async function compressFolder(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXTS.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}
