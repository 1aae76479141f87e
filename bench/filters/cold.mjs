import { median } from '../lib/statistics.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';

const TARGET = 1;
const WARM_UPS = 30;

/**
 * A new service, with nothing in its cache, in a process whose code is compiled, against peers that have never seen the statement and must parse and plan
 * it, in the form that was their fastest. All of them have connections that were used before, with what is prepared
 * there (the service's statements are the same for every tree), and find in PostgreSQL's and the system's memory the
 * same files; DuckDB has its tables there as always.
 */
export async function benchCold(service, { pool }, cases, { quick, signal }) {
  const rounds = quick ? 2 : 7;
  const evaluateAnew = async (body) => {
    const filters = service.createFiltersService(pool, { cacheBytes: 256 * 2 ** 20 });
    return timed(async () => (await filters.preview(body)).count());
  };
  await warmUp(evaluateAnew, cases, quick ? 1 : WARM_UPS);
  const results = [];
  for (const each of cases) {
    const { body, isDense, contestants } = each;
    const ours = [];
    const theirs = contestants.map(() => []);
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      ours.push(msOf(each, await evaluateAnew(body)));
      for (const [index, { peer, sql }] of contestants.entries()) {
        theirs[index].push(msOf(each, await timed(() => peer.runUnprepared(sql))));
      }
    }
    const medians = theirs.map(median);
    results.push({
      name: each.name,
      isDense,
      ours: median(ours),
      medians,
      ratio: median(ours) / Math.min(...medians),
    });
  }
  const labels = cases[0].contestants.map(({ peer }) => `${peer.label} ms`);
  printCells(
    `filters, cold: medians of ${rounds} rounds`,
    ['tree', 'ours ms', ...labels, 'ratio', ''],
    results.map(({ name, isDense, ours, medians, ratio }) => [
      name,
      digits(ours),
      ...medians.map(digits),
      ratio.toFixed(3),
      isDense ? 'dense' : 'sparse',
    ]),
  );
  const worst = (rows) => Math.max(...rows.map(({ ratio }) => ratio));
  return summarize('filters, cold', [
    line('worst ratio of a dense tree', worst(results.filter(({ isDense }) => isDense)), '', TARGET),
    line('worst ratio of a sparse tree', worst(results.filter(({ isDense }) => !isDense)), '', TARGET),
    line('median of the ratios', median(results.map(({ ratio }) => ratio)), ''),
  ]);
}

/** Whichever tree came first would be measured while its code is still being compiled. */
async function warmUp(evaluateAnew, cases, times) {
  for (let i = 0; i < times; i++) {
    for (const { body } of cases) await evaluateAnew(body);
  }
}

/** @throws when the count is not the one that was asserted. */
function msOf({ name, count }, { value, ms }) {
  if (value !== count) throw new Error(`"${name}": counts ${value}, not ${count}`);
  return ms;
}
