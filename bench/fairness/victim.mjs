import { Agent, request } from 'node:http';
import { percentile } from '../lib/statistics.mjs';

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;

/**
 * Looks up companies at an even rate, independently of the responses. Times start when a look-up is due.
 *
 * @param keys used in turns; each has a separate budget
 * @param list of the first key, which is renamed instead, if it is given
 * @param isOver tells whether to stop
 * @returns {sent, failed: {reason: count}, p50, p99, longest} in milliseconds
 */
export async function lookUpEvenly({ url, keys, identifiers, rate, list }, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const start = performance.now();
  const times = [];
  const failed = {};
  const pending = new Set();
  let sent = 0;
  for (; !isOver(); sent++) {
    const due = start + (sent * 1000) / rate;
    // Timers are late by a millisecond or two; all look-ups that are due by then are sent at once.
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    const call =
      list === undefined
        ? { path: `/v1/companies/${identifiers[sent % identifiers.length]}`, key: keys[sent % keys.length] }
        : {
            method: 'PATCH',
            path: `/v1/lists/${list}`,
            key: keys[0],
            body: JSON.stringify({ name: `Name ${sent}` }),
          };
    const one = send(url, call, agent).then((reason) => {
      pending.delete(one);
      times.push(performance.now() - due);
      if (reason !== undefined) failed[reason] = (failed[reason] ?? 0) + 1;
    });
    pending.add(one);
  }
  await Promise.all(pending);
  agent.destroy();
  return {
    sent,
    failed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    longest: percentile(times, 1),
  };
}

/** @returns the reason why a request failed; undefined if it succeeded. */
function send(url, { method = 'GET', path, key, body }, agent) {
  return new Promise((resolve) => {
    const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) };
    const sent = request(url + path, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.on('error', (error) => resolve(error.code ?? error.message));
      response.on('end', () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode}`));
      response.resume();
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}
