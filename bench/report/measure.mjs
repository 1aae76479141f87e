import assert from 'node:assert/strict';
import { sendEvenly } from '../filters/pace.mjs';
import { say } from '../filters/report.mjs';
import { residentMb } from '../filters/server.mjs';
import { openFloors } from '../lib/floors.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { percentile, summarizeRounds, takeTurns } from '../lib/statistics.mjs';

const SHARE_OF_CAPACITY = 0.6;
const COMPARED = 50;
/** Seconds of a measurement where only a point of a curve is wanted. */
const SECONDS_OF_A_POINT = 2;

/**
 * Opens a case and its peers, compares all answers, and measures in turns. A peer that fails is reported and left out.
 *
 * @param plan with `isPoint`, only what the curves show is measured: requests of one connection, without floors
 * @returns {title, connections, contestants, rate, rounds, failures}
 */
export async function measureCase(definition, context, plan) {
  const opened = await definition.open(context);
  const ours = { ...opened.ours, label: 'ours' };
  const contestants = [ours];
  const failures = {};
  const hasFloors = !(definition.isTimed || definition.isWithoutFloors || plan.isPoint);
  const floors = hasFloors ? await openFloors(context, opened.floors) : [];
  try {
    for (const [label, open] of Object.entries(opened.peers)) {
      try {
        const peer = { ...(await open()), label };
        contestants.push(peer);
        if (!definition.isTimed) await assertSameAnswers(ours, peer, opened.assertSame);
        else if (!definition.isCold) await peer.run();
      } catch (error) {
        failures[label] = messageOf(error);
        say(`    ${label} failed: ${failures[label]}`);
      }
    }
    const running = contestants.filter(({ label }) => !(label in failures));
    const { count, unit } = opened;
    const measured = definition.isTimed
      ? await measureTimed(running, {
          ...plan,
          isCold: definition.isCold,
          rounds: Math.min(plan.rounds, definition.maxRounds ?? Infinity),
        })
      : await measureHttp([...running, ...floors], definition.connections, plan);
    const { title, connections } = definition;
    return { title, connections, count, unit, failures, ...measured };
  } finally {
    for (const peer of [...contestants.slice(1), ...floors]) await peer.stop?.();
    await opened.close?.();
  }
}

export const messageOf = (error) => String(error.message ?? error).slice(0, 500);

/** Compares the answers to the same requests, as far as both sides express them. */
async function assertSameAnswers(ours, peer, assertSame = assert.deepEqual) {
  const step = Math.max(1, Math.floor(ours.requests.length / COMPARED));
  for (let index = 0; index < ours.requests.length; index += step) {
    const mine = read(ours, await answer(ours, index));
    assertSame(mine, read(peer, await answer(peer, index), mine));
  }
}

const read = ({ read: convert = (body) => body }, body, expected) => convert(body, expected);

async function answer({ url, requests, run, label }, index) {
  if (run) return run(index);
  const { path, ...init } = requests[index];
  const response = await fetch(url + path, init);
  const body = await response.json();
  if (!response.ok || body.errors)
    throw new Error(`${label}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}

/** Runs each operation a round, and that of the service once before, unless it has nothing to warm up. */
async function measureTimed(contestants, { rounds, signal, isCold }) {
  if (!isCold) await contestants[0].run();
  const results = await takeTurns(rounds, contestants, ({ run }) => {
    signal.throwIfAborted();
    return run();
  });
  return { rounds: { timed: results }, contestants: collect(contestants, { timed: results }) };
}

/**
 * Measures the time of sequential requests, the capacity, and the latency at a fixed rate. The rate is a share of the
 * service's capacity. A peer with less capacity than that has no steady latency and is left out of the last part, as floors are.
 */
async function measureHttp(contestants, connections, { rounds, seconds: full, isPoint, signal }) {
  const seconds = isPoint ? Math.min(full, SECONDS_OF_A_POINT) : full;
  const load = (number) => (contestant) => {
    signal.throwIfAborted();
    return contestant.run
      ? runInTurn(contestant, seconds)
      : sendInTurn(contestant, { connections: number, seconds });
  };
  for (const contestant of contestants) await load(isPoint ? 1 : connections)(contestant);
  const alone = await takeTurns(rounds, contestants, load(1));
  if (isPoint) return { rounds: { alone }, contestants: collect(contestants, { alone }) };
  const capacity = await takeTurns(rounds, contestants, load(connections));
  const capacityOf = ({ label }) => summarizeRounds(capacity, label).throughput.median;
  const rate = Math.max(1, Math.floor(SHARE_OF_CAPACITY * capacityOf(contestants[0])));
  const steady = contestants.filter((each) => !each.run && !each.isFloor && capacityOf(each) > rate);
  const paced = await takeTurns(rounds, steady, ({ url, requests }) => {
    signal.throwIfAborted();
    return sendEvenly(url, requests, { rate, duration: seconds, connections, signal });
  });
  const results = { alone, capacity, paced };
  const found = collect(contestants, results);
  for (const { label, pid } of contestants) {
    if (pid) found[label].memoryMb = await residentMb(pid);
  }
  return { rate, rounds: results, contestants: found };
}

function collect(contestants, phases) {
  const found = {};
  for (const { label, isFloor } of contestants) {
    found[label] = isFloor ? { isFloor } : {};
    for (const [phase, results] of Object.entries(phases)) {
      if (results[0] && label in results[0]) found[label][phase] = summarizeRounds(results, label);
    }
  }
  return found;
}

/** Measures a peer in this process like a server with one connection. */
async function runInTurn({ run, requests }, seconds) {
  const times = [];
  const start = performance.now();
  for (let now = start, next = 0; now < start + seconds * 1000; next++) {
    await run(next % requests.length);
    times.push(performance.now() - now);
    now = performance.now();
  }
  const elapsed = performance.now() - start;
  return {
    throughput: (times.length * 1000) / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
