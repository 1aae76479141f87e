import { median } from '../lib/statistics.mjs';
import { openDuckDb } from './duckdb.mjs';
import { openExists } from './exists.mjs';
import { openIntarray } from './intarray.mjs';
import { say, timed } from './report.mjs';

const TRIALS = 3;

/** Loads the peers in sequence. They read the database of the service and do not change its tables. */
export async function openPeers(root, { url, pool }) {
  const peers = [];
  const openers = [() => openDuckDb(root, pool), () => openIntarray(url), () => openExists(url)];
  try {
    for (const open of openers) {
      const { value: peer, ms } = await timed(open);
      peers.push(peer);
      say(`  ${peer.label} loaded in ${(ms / 1000).toFixed(0)} s`);
    }
    return peers;
  } catch (error) {
    await closePeers(peers);
    throw error;
  }
}

export async function closePeers(peers) {
  for (const peer of peers) await peer.close();
}

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
