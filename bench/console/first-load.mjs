import { line } from '../filters/report.mjs';
import { median } from '../lib/statistics.mjs';
import { ADD_CONDITION, openPage } from './browser.mjs';

const MAX_KILOBYTES = 300;
const MAX_FONT_KILOBYTES = 40;
const MAX_MS = 1500;

/** Time without requests after which everything was loaded. */
const QUIET_MS = 500;

/** Follows the requests of a page. Its stream of events lasts, and counts with its headers alone. */
async function followRequests(page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const pending = new Set();
  const fonts = new Set();
  let [bytes, fontBytes, changedAt] = [0, 0, performance.now()];
  const end = (requestId) => {
    pending.delete(requestId);
    changedAt = performance.now();
  };
  network.on('Network.requestWillBeSent', ({ requestId }) => pending.add(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'font/woff2') fonts.add(requestId);
    if (response.mimeType !== 'text/event-stream') return;
    bytes += response.encodedDataLength;
    end(requestId);
  });
  network.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fonts.has(requestId)) fontBytes += encodedDataLength;
    else bytes += encodedDataLength;
    end(requestId);
  });
  return async () => {
    while (pending.size > 0 || performance.now() - changedAt < QUIET_MS) await page.waitForTimeout(50);
    return { bytes, fontBytes };
  };
}

/**
 * Measures the first load of the builder with an empty cache: bytes as they were sent, and milliseconds from the request
 * to the field that takes the first condition.
 */
export async function benchFirstLoad({ browser, url, key, quick, signal }) {
  const rounds = quick ? 2 : 15;
  const times = [];
  let sent = { bytes: 0, fontBytes: 0 };
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const page = await openPage(browser, { url, key });
    const bytesOf = await followRequests(page);
    const start = performance.now();
    await page.goto(`${url}/app/build`, { waitUntil: 'commit' });
    await page.locator(ADD_CONDITION).first().waitFor();
    times.push(performance.now() - start);
    sent = await bytesOf();
    await page.context().close();
  }
  return [
    line('first load of the builder, everything but its font', sent.bytes / 1000, 'kB', MAX_KILOBYTES),
    line('its font', sent.fontBytes / 1000, 'kB', MAX_FONT_KILOBYTES),
    line('builder usable, cold cache: median', median(times), 'ms', MAX_MS),
    line('builder usable, cold cache: longest', Math.max(...times), 'ms'),
  ];
}
