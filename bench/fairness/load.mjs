import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../lib/statistics.mjs';
import { createHistogram } from './histogram.mjs';
import { createPlainSender, toRequest } from './plain-sender.mjs';

/** More than may wait at a time. With fewer connections, waiting requests would keep others from being sent. */
const CONNECTIONS = 3_000;

/**
 * Runs `clients` clients. Each sends its next call when the previous one is answered.
 *
 * @param calls sent in turns: {method, path, key, body}
 * @returns {goodput}: responses with 200 per second
 */
export async function sendSaturating({ url, calls, clients, seconds }) {
  const histogram = createHistogram();
  const sender = createPlainSender(url, histogram);
  const requests = calls.map(toRequest);
  const start = performance.now();
  const end = start + seconds * 1000;
  let [sent, good] = [0, 0];
  const client = async () => {
    while (performance.now() < end) {
      const { status, code } = await sender.send(requests[sent++ % requests.length]);
      if (status === 200 && code === undefined) good += 1;
      // Without a pause, a refused client would measure the speed of refusals.
      else await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  sender.close();
  const elapsed = (performance.now() - start) / 1000;
  return { goodput: good / elapsed, answers: histogram.counts };
}

/**
 * Sends at an even rate, independently of the responses. All sent requests count, however late their responses are;
 * goodput counts the responses with 200 within the time.
 *
 * @returns {goodput, answers, withoutRetryAfter, p50, p99}
 */
export async function sendOpenLoop({ url, calls, rate, seconds }) {
  const histogram = createHistogram();
  const sender = createPlainSender(url, histogram, { sockets: CONNECTIONS, timeoutMs: 30_000 });
  const requests = calls.map(toRequest);
  await sender.openAll();
  const start = performance.now();
  const end = start + seconds * 1000;
  const total = Math.floor(rate * seconds);
  const pending = [];
  const times = [];
  let [good, withoutRetryAfter] = [0, 0];
  for (let sent = 0; sent < total; sent++) {
    const due = start + (sent * 1000) / rate;
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    pending.push(
      sender.send(requests[sent % requests.length]).then(({ status, code, retryAfter }) => {
        const now = performance.now();
        if (status === 200 && code === undefined) {
          if (now <= end) good += 1;
          times.push(now - due);
        } else if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(retryAfter ?? '')) {
          withoutRetryAfter += 1;
        }
      }),
    );
  }
  await Promise.all(pending);
  sender.close();
  return {
    goodput: good / seconds,
    answers: histogram.counts,
    withoutRetryAfter,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
