import assert from 'node:assert/strict';
import { line } from '../filters/report.mjs';
import { median, percentile } from '../lib/statistics.mjs';
import { ADD_CONDITION, openPage, paste } from './browser.mjs';

const MAX_MEDIAN_MS = 100;
const MAX_P95_MS = 250;
const MEASURE = 'builder:numbers';
const TIMEOUT_MS = 30_000;

/** Numbers that the page asks for, over REST: what the same answer takes without a browser. */
const ASKED = { funnel: true, breakdown: ['industry', 'country'], sample: 25 };

/** Waits for the numbers of the latest change. @returns milliseconds from the change until they were painted */
async function numbersOf(page, change) {
  await page.evaluate((name) => performance.clearMeasures(name), MEASURE);
  await change();
  const entry = await page.waitForFunction(
    (name) => performance.getEntriesByName(name).at(-1)?.duration,
    MEASURE,
    { timeout: TIMEOUT_MS, polling: 'raf' },
  );
  return entry.jsonValue();
}

/** Reads the total that the page shows, in the row of the root. */
async function totalOn(page) {
  const total = page.locator('[data-row]').first().getByRole('gridcell').last();
  return Number((await total.innerText()).replace(/\D/g, ''));
}

/** Measures changes of a filter until all numbers are on the screen, and compares each total with the API's. */
export async function benchChanges({ browser, url, key, bodies, api, quick, signal }) {
  const page = await openPage(browser, { url, key });
  await page.goto(`${url}/app/build`);
  await page.locator(ADD_CONDITION).first().waitFor();
  const rounds = quick ? 2 : 6;
  const times = [];
  const direct = [];
  for (let round = 0; round < rounds; round++) {
    for (const [name, body] of bodies) {
      signal.throwIfAborted();
      const shown = await numbersOf(page, () => paste(page, body));
      const start = performance.now();
      const { count } = await api.post('/v1/lists/preview', { definition: body, ...ASKED });
      const asked = performance.now() - start;
      assert.equal(await totalOn(page), count, `${name}: the page and the API count differently`);
      // The first round fills the caches of the service.
      if (round === 0) continue;
      times.push(shown);
      direct.push(asked);
    }
  }
  await page.context().close();
  return [
    line(`change to all numbers, ${times.length} changes: median`, median(times), 'ms', MAX_MEDIAN_MS),
    line('change to all numbers: p95', percentile(times, 0.95), 'ms', MAX_P95_MS),
    line('the same numbers over REST: median', median(direct), 'ms'),
    line('the same numbers over REST: p95', percentile(direct, 0.95), 'ms'),
  ];
}
