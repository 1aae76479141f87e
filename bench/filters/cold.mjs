import { median } from '../lib/statistics.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';

const TARGET = 1;

/**
 * A new service, with nothing in its memory, against peers that have never seen the statement and must parse and plan
 * it, in the form that was their fastest. All of them have connections that were used before, with what is prepared
 * there (the service's statements are the same for every tree), and find in PostgreSQL's and the system's memory the
 * same files; DuckDB has its tables there as always.
 */
export async function benchCold(service, { pool }, cases, { quick, signal }) {
  const rounds = quick ? 2 : 7;
  const results = [];
  for (const each of cases) {
    const { name, body, isDense, contestants } = each;
    const ours = [];
    const theirs = contestants.map(() => []);
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      const filters = service.createFiltersService(pool, { cacheBytes: 256 * 2 ** 20 });
      ours.push(await timeCount(each, async () => (await filters.preview(body)).count()));
      for (const [index, { peer, sql }] of contestants.entries()) {
        theirs[index].push(await timeCount(each, () => peer.runUnprepared(sql)));
      }
    }
    const medians = theirs.map(median);
    results.push({ name, isDense, ours: median(ours), medians, ratio: median(ours) / Math.min(...medians) });
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

/** @throws when the count is not the one that was asserted. */
async function timeCount({ name, count }, evaluate) {
  const { value, ms } = await timed(evaluate);
  if (value !== count) throw new Error(`"${name}": counts ${value}, not ${count}`);
  return ms;
}
