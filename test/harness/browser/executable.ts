import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchBrowser } from './launch.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
const UNPACK = join(ROOT, 'test', 'harness', 'programs', 'unpack-chromium.mjs');
/** In the checkout, not in a shared folder, where another user could put a program of this name. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'chromium');
const SYSTEM_BROWSER = '/usr/bin/chromium';

export type FoundBrowser = { path: string } | { path?: undefined; reason: string };

/**
 * Finds a Chromium that starts: at BROWSER_PATH if that is set, else the one of @sparticuz/chromium,
 * else Debian's. Unpacks the former once for each version; takes 2 s then, and milliseconds later.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env.BROWSER_PATH;
  const reasons: string[] = [];
  for (const candidate of given ? [async () => given] : [unpackedChromium, async () => SYSTEM_BROWSER]) {
    try {
      const path = await candidate();
      await (await launchBrowser(path)).close();
      return { path };
    } catch (error) {
      reasons.push(
        // Playwright adds the log of the browser in further lines.
        String(error instanceof Error ? error.message : error)
          .trim()
          .split('\n', 1)[0] ?? '',
      );
    }
  }
  return { reason: reasons.join('; ') };
}

/** Fills a folder with the browser of the package and its fonts. */
type Unpack = (folder: string) => Promise<unknown>;

/** Returns the path of the package's Chromium, unpacked. Processes that unpack at once do not disturb each other. */
export async function unpackedChromium(cache = CACHE, unpack: Unpack = unpackPackage): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  const folder = join(cache, version);
  if (!existsSync(folder)) await unpackTo(cache, folder, unpack);
  return join(folder, 'chromium');
}

/** The folder appears complete, by a rename. Whoever comes second keeps what is there. */
async function unpackTo(cache: string, folder: string, unpack: Unpack): Promise<void> {
  await mkdir(cache, { recursive: true });
  const part = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpack(part);
    await writeFile(join(part, 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** In a process of its own, as the package unpacks into TMPDIR. */
function unpackPackage(folder: string): Promise<unknown> {
  return run(process.execPath, [UNPACK], { cwd: ROOT, env: { PATH: process.env.PATH, TMPDIR: folder } });
}

/** Fonts of the package come first, so that text is as wide on every machine; the machine's have what they lack. */
function fontsConfiguration(fonts: string): string {
  const prefer = (generic: string, ...families: string[]) => {
    const names = families.map((family) => `<family>${family}</family>`).join('');
    return `<alias binding="strong"><family>${generic}</family><prefer>${names}</prefer></alias>`;
  };
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${fonts}</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
<cachedir prefix="xdg">fontconfig</cachedir>
${prefer('sans-serif', 'Open Sans')}
${prefer('system-ui', 'Open Sans')}
${prefer('monospace', 'DejaVu Sans Mono', 'Liberation Mono')}
</fontconfig>
`;
}
