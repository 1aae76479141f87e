import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from '@jest/globals';
import { browserName } from '../../console/src/lib/browser-name.ts';
import { PHONE } from '../harness/browser/console-page.ts';
import { unpackedChromium } from '../harness/browser/executable.ts';
import { type ConsolePage, openConsole } from '../harness/browser/open-console.ts';
import { Problems } from '../harness/browser/problems.ts';
import { goodPage, type PageServer, script, servePages } from '../harness/browser/serve-pages.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { testClock } from '../harness/clock.ts';

/** Does what the hash of the address names. */
const ACTIONS = `const actions = {
  log: () => console.error('first', 2),
  throw: () => setTimeout(() => { throw new Error('broken') }),
  reject: () => void Promise.reject(new Error('refused')),
  missing: () => fetch('/nothing'),
  lost: () => fetch('/lost').catch(() => undefined),
  give_up: () => { const c = new AbortController(); fetch('/slow', { signal: c.signal }).catch(() => undefined); c.abort(); },
  abroad: () => fetch('http://elsewhere.example/').catch(() => undefined),
  inline: () => { const s = document.createElement('script'); s.textContent = '1'; document.body.append(s); },
};
actions[location.hash.slice(1)]?.();`;

let pages: PageServer;
beforeAll(async () => {
  pages = await servePages({
    '/': goodPage('<script src="/actions.js"></script>'),
    '/actions.js': script(ACTIONS),
    '/lost': (req) => req.socket.destroy(),
    '/slow': () => undefined,
  });
});
afterAll(() => pages.close());

it('unpacks a browser completely or not at all when processes do so at once', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'company-data-unpack-'));
  try {
    const unpack = (name: string) =>
      unpackedChromium(cache, (folder) => writeFile(join(folder, 'chromium'), name));
    const [one, two] = await Promise.all([unpack('one'), unpack('two')]);
    expect(two).toBe(one);
    expect(['one', 'two']).toContain(await readFile(one, 'utf8'));
    await expect(
      unpackedChromium(join(cache, 'other'), () => Promise.reject(new Error('full'))),
    ).rejects.toThrow('full');
    expect(await readdir(join(cache, 'other'))).toEqual([]);
    expect((await readdir(cache)).filter((name) => name.startsWith('unpacking'))).toEqual([]);
  } finally {
    await rm(cache, { recursive: true });
  }
});

describeInBrowser('a page in the browser', () => {
  it('has more time than other tests, where the runner looks for it', () => {
    expect(Reflect.get(globalThis, Symbol.for('TEST_TIMEOUT_SYMBOL'))).toBe(90_000);
  });

  it('has the size, the colours, the motion and the time that a test asks for', async () => {
    const clock = testClock('2026-03-01T12:00:00.000Z');
    const readState = ({ page }: ConsolePage) =>
      page.evaluate(() => ({
        size: [innerWidth, innerHeight],
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
        still: matchMedia('(prefers-reduced-motion: reduce)').matches,
        day: new Date().toISOString().slice(0, 16),
      }));
    const desktop = await openConsole({ url: pages.url, clock });
    expect(await readState(desktop)).toEqual({
      size: [1280, 800],
      dark: false,
      still: true,
      day: '2026-03-01T12:00',
    });
    const phone = await openConsole(
      { url: pages.url, clock },
      { viewport: PHONE, colorScheme: 'dark', reducedMotion: false },
    );
    expect(await readState(phone)).toEqual({
      size: [390, 844],
      dark: true,
      still: false,
      day: '2026-03-01T12:00',
    });
  });

  it('renders text in a font that has its letters', async () => {
    const { page } = await openConsole(pages);
    const widths = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas) canvas.font = '20px sans-serif';
      return ['W', 'i', 'ß'].map((letter) => canvas?.measureText(letter).width);
    });
    // A font without them shows the same box for all.
    expect(new Set(widths).size).toBe(3);
  });

  it.each([
    { action: 'log', problems: [/^console error: first 2 \(.*actions\.js\)$/] },
    { action: 'throw', problems: [/^page error: broken$/] },
    { action: 'reject', problems: [/^page error: refused$/] },
    { action: 'missing', problems: [/^console error: .* 404 .*\/nothing\)$/] },
    { action: 'lost', problems: [/^console error: .*\/lost\)$/, /^request failed: .*\/lost net::/] },
    { action: 'give_up', problems: [] },
    {
      action: 'abroad',
      problems: [
        /^console error: .*elsewhere/,
        /^request failed: .*elsewhere/,
        /^request to another host: http:\/\/elsewhere/,
      ],
    },
    {
      action: 'inline',
      problems: [/^console error: .*Content Security/, /^policy violation: script-src-elem inline$/],
    },
  ])('fails a test that does not expect what happens at $action', async ({ action, problems: patterns }) => {
    const { page, problems, opened } = await openConsole(pages, { path: `/#${action}` });
    for (let wait = 0; problems.found.length < patterns.length && wait < 1_000; wait += 1)
      await page.waitForTimeout(20);
    const unexpected = await problems.settle(opened.context);
    expect([...unexpected].sort()).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)));
    for (const pattern of patterns) problems.expect(pattern);
    expect(await problems.settle(opened.context)).toEqual([]);
  });

  it('fails a test that expects what does not happen', async () => {
    const { opened } = await openConsole(pages);
    const problems = new Problems();
    problems.expect(/never/);
    expect(await problems.settle(opened.context)).toEqual(['expected, but missing: /never/']);
  });
});

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['Firefox/1.0', 'Firefox'],
  ['curl/8.14.1', undefined],
  ['', undefined],
])('%s is %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
