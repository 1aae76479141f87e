import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { percentile } from '../lib/statistics.mjs';

/** The thread of `sendEvenly`. */
async function send({ url, calls, rate, duration, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const pending = [];
  for (let sent = 0; sent < rate * duration; sent++) {
    const due = start + (sent * 1000) / rate;
    // Timers are late by a millisecond or two; all requests that are due by then are sent at once.
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    const one = sendOne(url, calls[sent % calls.length], agent).then((end) => end - due);
    one.catch(() => undefined);
    pending.push(one);
  }
  const times = await Promise.all(pending);
  agent.destroy();
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    longest: percentile(times, 1),
  };
}

function sendOne(url, { method, path, headers, body }, agent) {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.on('error', reject);
      response.on('end', () => resolve(performance.now()));
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

parentPort.postMessage(await send(workerData));
