// Looks at the built guide in a browser, served by the code of the service with its Content Security Policy: every page is
// reachable from a sidebar and fits a phone, every link leads to an element, diagrams are drawn, the search finds. Nothing may be
// asked of another host.
import { once } from 'node:events';
import { createServer } from 'node:http';
import '../test/harness/typescript.mjs';
import { BASE, pathOf, readPages } from './pages.mjs';

const { findBrowser } = await import('../test/harness/browser/executable.ts');
const { launchBrowser } = await import('../test/harness/browser/launch.ts');
const { Problems } = await import('../test/harness/browser/problems.ts');
const { loadGuide } = await import('../src/http/guide.ts');
const { serveGuide } = await import('../src/http/guide.ts');

const PHONE = { width: 390, height: 844 };

/** Serves the folder as the service does. */
async function serve(folder) {
  const guide = serveGuide(loadGuide(folder));
  const server = createServer((req, res) =>
    guide(req, res, () => {
      res.statusCode = 404;
      res.end();
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Returns what a page has: anchors, links to pages of the guide, those of the sidebar, and faults of its own. */
function readInPage(base) {
  const hrefs = (selector) =>
    [...document.querySelectorAll(selector)]
      .map((link) => new URL(link.href))
      .filter(({ origin }) => origin === location.origin);
  const inGuide = (url) => url.pathname.startsWith(base) && !url.pathname.includes('/files/');
  return {
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: hrefs('main a[href]')
      .filter(inGuide)
      .map(({ pathname, hash }) => [pathname, decodeURIComponent(hash.slice(1))]),
    sidebar: hrefs('.VPSidebar a[href]').map(({ pathname }) => pathname),
    undrawn: document.querySelectorAll('.diagram:not(:has(svg))').length,
    width: document.documentElement.scrollWidth,
  };
}

async function readPage(page, url) {
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  if (response.status() !== 200) throw new Error(`${url}: ${response.status()}`);
  await page
    .waitForFunction(() => !document.querySelector('.diagram:not(:has(svg))'), undefined, { timeout: 20_000 })
    .catch(() => undefined);
  return page.evaluate(readInPage, BASE);
}

async function search(page, url, text) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.DocSearch-Button').click();
  await page.locator('#localsearch-input').fill(text);
  const first = page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor({ timeout: 10_000 });
  return first.getAttribute('href');
}

/**
 * Checks the guide in a folder.
 *
 * @throws Error that lists everything that is wrong; or if there is no browser.
 */
export async function checkSite(folder) {
  const { path, reason } = await findBrowser();
  if (path === undefined) throw new Error(`no browser starts: ${reason}`);
  const server = await serve(folder);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await launchBrowser(path);
  const faults = [];
  try {
    const context = await browser.newContext({ viewport: PHONE });
    const problems = new Problems();
    await problems.watch(context, origin);
    const page = await context.newPage();
    const paths = ['', ...readPages().pages.map(pathOf)].map((each) => BASE + each);
    const read = new Map();
    for (const each of paths) read.set(each, await readPage(page, origin + each));
    const inSidebars = new Set([...read.values()].flatMap(({ sidebar }) => sidebar));
    for (const [from, { links, undrawn, width }] of read) {
      if (from !== BASE && !inSidebars.has(from)) faults.push(`${from} is in no sidebar`);
      if (undrawn > 0) faults.push(`${from}: ${undrawn} diagrams are not drawn`);
      if (width > PHONE.width) faults.push(`${from} is ${width} pixels wide on a phone of ${PHONE.width}`);
      for (const [to, id] of links) {
        const target = read.get(to);
        if (!target || (id && !target.ids.includes(id)))
          faults.push(`${from} links to ${to}#${id}, which does not exist`);
      }
    }
    const found = await search(page, origin + BASE, 'Idempotency-Key');
    if (!found?.startsWith(`${BASE}idempotency`))
      faults.push(`the search for Idempotency-Key finds ${found} first`);
    faults.push(...(await problems.settle(context)));
  } finally {
    await browser.close();
    server.close();
  }
  if (faults.length > 0) throw new Error(`the guide has ${faults.length} faults:\n${faults.join('\n')}`);
  process.stdout.write(`every page of the guide is as it should be\n`);
}
