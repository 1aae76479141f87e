import { line } from '../filters/report.mjs';
import { openPage } from './browser.mjs';

const MAX_SHARE = 35;
const TILE = 32;
const VIEWPORT = { width: 1440, height: 900 };
/** Time after which a screen has everything that it asked for. */
const SETTLED_MS = 4_000;
const EXAMPLES = 30;

/** Runs in a page: returns which share of the tiles of a picture has a single colour. */
async function shareOf({ picture, tile }) {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  let [all, plain] = [0, 0];
  for (let top = 0; top + tile <= height; top += tile)
    for (let left = 0; left + tile <= width; left += tile) {
      const pixels = new Uint32Array(context.getImageData(left, top, tile, tile).data.buffer);
      all += 1;
      if (pixels.every((pixel) => pixel === pixels[0])) plain += 1;
    }
  return plain / all;
}

/** Returns the share of the first screen, in per cent, whose tiles of 32 x 32 pixels have a single colour. */
export async function emptySpaceOf(page) {
  const picture = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const share = await blank.evaluate(shareOf, { picture, tile: TILE });
  await blank.close();
  return 100 * share;
}

/** Sends names of companies as a file. @returns the path of the page of its job */
async function createJob(api, domains) {
  const headers = { ...api.headers, 'Content-Type': 'text/csv' };
  const body = ['domain', ...domains, 'nobody.invalid'].join('\n');
  const response = await fetch(`${api.url}/v1/jobs?kind=enrich`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`POST /v1/jobs: ${response.status} ${await response.text()}`);
  const { job_id: id } = await response.json();
  return `/app/files/${id}`;
}

/** Measures how much of the screens that people see most is empty, after somebody saved a first list. */
export async function benchEmptySpace({ browser, url, key, bodies, api, signal }) {
  const [definition] = bodies.values();
  const { list_id: id } = await api.post('/v1/lists', { name: 'First list', definition });
  const { members } = await api.get(`/v1/lists/${id}/members?limit=${EXAMPLES}`);
  const domains = members.map(({ primary_domain: domain }) => domain);
  const screens = {
    home: '/app',
    workspace: `/app/lists/${id}`,
    company: `/app/companies/${members[0].slug}`,
    file: await createJob(api, domains),
    insight: '/app/insight/moves',
  };
  const page = await openPage(browser, { url, key, viewport: VIEWPORT });
  const lines = [];
  for (const [name, path] of Object.entries(screens)) {
    signal.throwIfAborted();
    await page.goto(url + path, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    lines.push(line(`empty space of the first screen: ${name}`, await emptySpaceOf(page), '%', MAX_SHARE));
  }
  await page.context().close();
  return lines;
}
