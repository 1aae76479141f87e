import { median } from '../lib/statistics.mjs';
import { createFilters, warmUp } from './ours.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';

const TARGET = 1;
/** A tree is gone through for so long, and so often at least and at most. */
const ROUNDS = { ms: 6000, least: 7, most: 301 };

/**
 * A new service, made before its time is taken, with nothing in its cache, in a process whose code is compiled, against
 * peers that have never seen the statement and must parse and plan it, in the form that was their fastest. Nobody
 * remembers anything: peers look up the ids of what a tree names, as the service does. All of them have connections that
 * were used before, with what is prepared there (the service's statements are the same for every tree), and find in
 * PostgreSQL's and the system's memory the same files; DuckDB has its tables there as always. Each round goes through them
 * in another order, and before each turn DuckDB reads a million names on all processors: nobody profits from what somebody
 * else has just run.
 */
export async function benchCold(service, { pool }, cases, { quick, signal }) {
  /** @returns what evaluates the tree in a service that was made for it. */
  const startAnew = (body) => {
    const filters = createFilters(service, pool);
    return () => timed(async () => (await filters.preview(body)).count());
  };
  await warmUp(cases, (body) => startAnew(body)(), { quick, signal });
  const between = () => cases[0].contestants[0].peer.scan();
  const results = [];
  for (const each of cases) {
    const { name, body, isDense, contestants } = each;
    const starts = [
      () => startAnew(body),
      ...contestants.map((contestant) => () => () => timed(() => countAnew(contestant))),
    ];
    const times = await measure(each, starts, { between, rounds: quick ? 2 : undefined, signal });
    const [ours, ...theirs] = times.map(median);
    const rounds = times[0].length;
    results.push({ name, isDense, rounds, ours, theirs, ratio: ours / Math.min(...theirs) });
  }
  printResults(results, cases[0].contestants);
  const worst = (rows) => Math.max(...rows.map(({ ratio }) => ratio));
  return summarize('filters, cold', [
    line('worst ratio of a dense tree', worst(results.filter(({ isDense }) => isDense)), '', TARGET),
    line('worst ratio of a sparse tree', worst(results.filter(({ isDense }) => !isDense)), '', TARGET),
    line('median of the ratios', median(results.map(({ ratio }) => ratio)), ''),
  ]);
}

async function countAnew({ peer, lookUp, sql }) {
  if (lookUp) await peer.lookUp(lookUp);
  return peer.runUnprepared(sql);
}

/**
 * @param starts each gives back what can be run once.
 * @returns the times of each contestant
 * @throws when a count is not the one that was asserted.
 */
async function measure({ name, count }, starts, { between, rounds, signal }) {
  const times = starts.map(() => []);
  const started = performance.now();
  const isEnough = (done) =>
    rounds ? done === rounds : done >= ROUNDS.least && performance.now() - started > ROUNDS.ms;
  for (let round = 0; round < ROUNDS.most && !isEnough(round); round++) {
    signal.throwIfAborted();
    for (const index of shuffled(starts.length)) {
      await starts[index]()();
      const run = starts[index]();
      await between();
      const { value, ms } = await run();
      if (value !== count) throw new Error(`"${name}": counts ${value}, not ${count}`);
      times[index].push(ms);
    }
  }
  return times;
}

/** The numbers below `length`, in any order. */
function shuffled(length) {
  return Array.from({ length }, (_, index) => ({ index, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ index }) => index);
}

function printResults(results, contestants) {
  const labels = contestants.map(({ peer }) => `${peer.label} ms`);
  printCells(
    'filters, cold: medians',
    ['tree', 'rounds', 'ours ms', ...labels, 'ratio', ''],
    results.map(({ name, rounds, isDense, ours, theirs, ratio }) => [
      name,
      String(rounds),
      digits(ours),
      ...theirs.map(digits),
      ratio.toFixed(3),
      isDense ? 'dense' : 'sparse',
    ]),
  );
}
