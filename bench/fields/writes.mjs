import assert from 'node:assert/strict';
import { post } from '../filters/draft.mjs';
import { sendEvenly } from '../filters/pace.mjs';
import { line, say, summarize } from '../filters/report.mjs';
import { where } from '../filters/trees.mjs';
import { median } from '../lib/statistics.mjs';
import { exampleOf, FILLED } from './data.mjs';
import { ask, registryOf } from './drafts.mjs';

const [REQUESTS, ENTRIES, MOST_SECONDS, MOST_P99] = [100, 1_000, 10, 2];
const RATE = 100;
const NAMES = Object.keys(FILLED);

/** Requests of 1,000 values each, of all fields. */
function* requestsOf(key, slugs, round) {
  for (let request = 0; ; request++) {
    const values = Array.from({ length: ENTRIES }, (_, place) => {
      const row = request * ENTRIES + place;
      const name = NAMES[row % NAMES.length];
      return {
        identifier: slugs[row % slugs.length],
        fields: { [`org.${name}`]: exampleOf(row + round * 7, name) },
      };
    });
    yield post(key, '/v1/fields/values', { values });
  }
}

/** Writes values of one organization while another one looks companies up. */
export async function benchWrites({ server, pool }, { quick, signal }) {
  const [rounds, duration] = quick ? [1, 5] : [3, 12];
  const { rows } = await pool.query('SELECT slug FROM company ORDER BY id LIMIT $1', [REQUESTS * ENTRIES]);
  const slugs = rows.map(({ slug }) => slug);
  const calls = slugs.slice(-2_000).map((slug) => ({
    method: 'GET',
    path: `/v1/companies/${slug}`,
    headers: { 'X-API-Key': server.other },
  }));
  const lookUp = () => sendEvenly(server.url, calls, { rate: RATE, duration, connections: 20, signal });
  await lookUp();
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const without = await lookUp();
    const state = { isOver: false };
    const [seconds, meanwhile] = await Promise.all([
      write(server, requestsOf(server.key, slugs, round), state),
      lookUp().finally(() => {
        state.isOver = true;
      }),
    ]);
    say(
      `  round ${round + 1}: ${seconds.toFixed(1)} s; p99 ${meanwhile.p99.toFixed(1)} ms, without ${without.p99.toFixed(1)} ms`,
    );
    results.push({
      seconds,
      p50: meanwhile.p50 / without.p50,
      p99: meanwhile.p99 / without.p99,
      alone: without.p99,
    });
  }
  await assertVisible(server, pool);
  const of = (name) => median(results.map((result) => result[name]));
  return summarize(
    `fields, writes: 100,000 values in ${REQUESTS} requests, beside ${RATE} look-ups a second of others`,
    [
      line('time', of('seconds'), 's', MOST_SECONDS),
      line('p99 of the look-ups, to the same without', of('p99'), '', MOST_P99),
      line('p50 of the look-ups, to the same without', of('p50'), ''),
      line('p99 of the look-ups without', of('alone'), 'ms'),
    ],
  );
}

/** Writes until the look-ups are over, at least all values. @returns seconds of the first 100 requests */
async function write(server, requests, state) {
  const start = performance.now();
  let seconds;
  let sent = 0;
  for (const request of requests) {
    const { set, unchanged, invalid, not_tracked } = await ask(server, request);
    assert.deepEqual([set + unchanged, invalid, not_tracked], [ENTRIES, [], []]);
    sent += 1;
    if (sent === REQUESTS) seconds = (performance.now() - start) / 1000;
    if (sent >= REQUESTS && state.isOver) return seconds;
  }
}

/** The next count has what was written. */
async function assertVisible(server, pool) {
  const registry_version = await registryOf(server);
  for (const name of ['segment', 'score', 'renewal']) {
    const root = where(`org.${name}`, 'is_known', true);
    const { count } = await ask(
      server,
      post(server.key, '/v1/lists/preview-count', { registry_version, root }),
    );
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM own_field_values v JOIN own_field f ON f.scope_id = v.scope_id AND f.key = $1
       WHERE v."values" ? f.id::text`,
      [`org.${name}`],
    );
    assert.equal(count, Math.min(rows[0].count, 10_000));
  }
}
