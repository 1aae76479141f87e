import { median } from '../lib/statistics.mjs';
import { createFilters, warmUp } from './ours.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';

const TARGET = 1;
/** The time for one tree, and its minimum and maximum number of runs. */
const ROUNDS = { ms: 6000, least: 7, most: 301 };

/**
 * Measures the first evaluation of each tree. The service is new, with an empty cache, in a process whose code is
 * compiled. The peers parse and plan a statement for the first time, in their fastest form, and look up the ids of the
 * values in a tree, like the service.
 *
 * All of them have open connections with the prepared statements of earlier trees; the service's statements are the
 * same for every tree. The files are in the memory of PostgreSQL and of the system, and DuckDB's tables are in memory.
 * Each round has another order. Before each turn, DuckDB reads a million names on all processors, so that no run
 * benefits from the one before.
 */
export async function benchCold(service, { pool }, cases, { quick, signal }) {
  /** @returns a function that evaluates the tree in a new service. */
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
 * @param starts each returns a function that can run once
 * @returns the times of each contestant
 * @throws if a count is not the expected one
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

/** Returns the numbers below `length` in random order. */
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
