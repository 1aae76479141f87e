import { median } from '../lib/statistics.mjs';
import { timed } from './report.mjs';

const TRIALS = 3;

/**
 * Tries each form that a peer has for a tree and keeps the fastest.
 *
 * @throws if the forms find different counts.
 * @returns {count, form, sql, run}
 */
export async function prepareFastest(peer, name, plan) {
  let best;
  for (const [form, sql] of Object.entries(peer.forms(plan))) {
    const run = await peer.prepare(sql);
    const times = [];
    let count;
    for (let trial = 0; trial < TRIALS; trial++) {
      const { value, ms } = await timed(run);
      times.push(ms);
      count = value;
    }
    if (best && best.count !== count) {
      throw new Error(`${name}: ${peer.label} counts ${best.count} by ${best.form} and ${count} by ${form}`);
    }
    const ms = median(times);
    if (!best || ms < best.ms) best = { count, form, sql, run, ms };
  }
  return best;
}
