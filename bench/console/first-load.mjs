import { line } from '../filters/report.mjs';
import { median } from '../lib/statistics.mjs';
import { ADD_CONDITION, openPage } from './browser.mjs';

const MAX_KILOBYTES = 300;
const MAX_MS = 1500;

/**
 * Measures the first load of the builder with an empty cache: bytes as they were sent, and milliseconds from the request
 * to the field that takes the first condition.
 */
export async function benchFirstLoad({ browser, url, key, quick, signal }) {
  const rounds = quick ? 2 : 15;
  const times = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const page = await openPage(browser, { url, key });
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const start = performance.now();
    await page.goto(`${url}/app/build`, { waitUntil: 'commit' });
    await page.locator(ADD_CONDITION).first().waitFor();
    times.push(performance.now() - start);
    await page.waitForLoadState('networkidle');
    await page.context().close();
  }
  return [
    line('first load of the builder, everything that is sent', bytes / 1000, 'kB', MAX_KILOBYTES),
    line('builder usable, cold cache: median', median(times), 'ms', MAX_MS),
    line('builder usable, cold cache: longest', Math.max(...times), 'ms'),
  ];
}
