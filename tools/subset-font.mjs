// Makes the fonts of the console from the package of Inter: `npm run font`. Letters of Latin languages, the signs that
// texts use, and the weights between normal and bold. Letters beyond Latin-1 are a file of their own, which browsers
// load where a page has one. Digits are one too: only they keep other shapes, those of the same width. Inter's hyphens
// and commas have wide shapes as well, which tear words apart. Prints the sizes; fails from 40 kB on.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FOLDER = new URL('../console/src/app/fonts/', import.meta.url);
const MAX_BYTES = 40_000;
const WEIGHTS = { wght: { min: 400, max: 700 } };
const DIGITS = '0123456789';
const SIGNS = '–—‘’‚“”„†•…‹›€™−×÷≤≥≈→←↑↓⌘⌥′″';

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));

/** Files to write, with the letters that they hold. */
const FILES = {
  'inter-digits': DIGITS,
  'inter-latin': range(0x20, 0x7e) + range(0xa0, 0xff) + SIGNS,
  'inter-latin-ext': range(0x100, 0x17f),
};

let total = 0;
await mkdir(FOLDER, { recursive: true });
for (const [name, letters] of Object.entries(FILES)) {
  const family = name.replace('digits', 'latin');
  const source = import.meta.resolve(`@fontsource-variable/inter/files/${family}-wght-normal.woff2`);
  const font = await subsetFont(await readFile(fileURLToPath(source)), letters, {
    targetFormat: 'woff2',
    variationAxes: WEIGHTS,
    keepFeatures: letters === DIGITS ? ['tnum'] : ['ccmp', 'kern', 'mark'],
  });
  await writeFile(new URL(`${name}.woff2`, FOLDER), font);
  process.stdout.write(`${name}.woff2: ${font.length} bytes\n`);
  total += font.length;
}
if (total >= MAX_BYTES) throw new Error(`the fonts have ${total} bytes, ${MAX_BYTES} or more`);
