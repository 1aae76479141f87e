// Takes the pictures of the console that README and docs/ show: `npm run screenshots`, or with names of screens as
// arguments for those alone. Writes docs/images/console-NAME-light.png and -dark.png, and an animation as .gif, of the demo's
// catalogue in a directory of its own, which is removed afterwards. Fails for a picture of 200 kB or more, and for an
// animation of 800 kB or more.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import '../test/harness/typescript.mjs';
import { encodeGif } from './animation.mjs';
import { buildIfStale } from './build.mjs';
import { SCREENS } from './screenshots-screens.mjs';

const { findBrowser } = await import('../test/harness/browser/executable.ts');
const { launchBrowser } = await import('../test/harness/browser/launch.ts');
const { DESKTOP, signIn } = await import('../test/harness/browser/console-page.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(root, 'docs', 'images');
const MAX_BYTES = { png: 200_000, gif: 800_000 };

/** Starts the demo. @returns its address, Ada's key and a function that stops it. */
async function startDemo(dataDir) {
  const child = spawn(process.execPath, [join(root, 'dist', 'main.js'), 'demo'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGINT');
    await closed;
  };
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /ready at (\S+)/.exec(line)?.[1];
    const key = /^\s*Ada, admin\s+(\S+)/.exec(line)?.[1];
    if (key === undefined) continue;
    // Nobody else reads what follows, and a full pipe would stop the demo.
    child.stdout.resume();
    return { url, key, stop };
  }
  throw new Error('the demo ended before it was ready');
}

/** Takes a picture of a screen at rest: with its fonts and pictures, without motion and caret. An animation is several. */
async function takePicture(browser, demo, screen, colorScheme) {
  const { path, prepare, play, viewport = DESKTOP } = screen;
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  try {
    await signIn(context, demo.url, demo.key);
    const page = await context.newPage();
    await page.goto(demo.url + path);
    await prepare?.(page, demo);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const take = () => page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    if (!play) return await take();
    const frames = [];
    await play(page, async (ms) => frames.push({ png: await take(), ms }));
    return encodeGif(frames);
  } finally {
    await context.close();
  }
}

async function takeAll(browser, demo, screens) {
  await mkdir(IMAGES, { recursive: true });
  for (const screen of screens) {
    for (const colorScheme of ['light', 'dark']) {
      const picture = await takePicture(browser, demo, screen, colorScheme);
      const extension = screen.play ? 'gif' : 'png';
      const name = `console-${screen.name}-${colorScheme}.${extension}`;
      if (picture.length >= MAX_BYTES[extension])
        throw new Error(`${name} has ${picture.length} bytes, more than ${MAX_BYTES[extension]}`);
      await writeFile(join(IMAGES, name), picture);
      process.stdout.write(`docs/images/${name}: ${Math.ceil(picture.length / 1000)} kB\n`);
    }
  }
}

/** Screens that the arguments name; all without arguments. */
function chosenScreens(names) {
  const unknown = names.filter((name) => !SCREENS.some((screen) => screen.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `unknown screen: ${unknown.join(', ')}; there are ${SCREENS.map(({ name }) => name).join(', ')}`,
    );
  }
  return SCREENS.filter(({ name }) => names.length === 0 || names.includes(name));
}

const screens = chosenScreens(process.argv.slice(2));
const found = await findBrowser();
if (found.path === undefined) throw new Error(`no browser starts: ${found.reason}`);
await buildIfStale();
const folder = await mkdtemp(join(tmpdir(), 'company-data-screenshots-'));
// PostgreSQL may run as another user.
await chmod(folder, 0o755);
try {
  const demo = await startDemo(join(folder, 'data'));
  try {
    const browser = await launchBrowser(found.path);
    await takeAll(browser, demo, screens).finally(() => browser.close());
  } finally {
    await demo.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
