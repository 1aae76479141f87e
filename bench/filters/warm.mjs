import { median, percentile } from '../lib/statistics.mjs';
import { createFilters, warmUp } from './ours.mjs';
import { digits, line, printCells, summarize, timed } from './report.mjs';

const TARGETS = { dense: 0.05, sparse: 1, p99: 15 };

/** Measures the service with a full cache against SQL with prepared statements and data in memory. */
export async function benchWarm(service, { pool }, cases, { quick, signal }) {
  const [rounds, calls] = quick ? [2, 20] : [7, 60];
  const filters = createFilters(service, pool);
  await warmUp(cases, async (body) => (await filters.preview(body)).count(), { quick, signal });
  const results = [];
  for (const each of cases) results.push(await measure(filters, each, rounds, calls, signal));
  printResults(results, rounds, calls);
  const worst = (rows, value) => Math.max(...rows.map(value));
  const [dense, sparse] = [true, false].map((isDense) => results.filter((row) => row.isDense === isDense));
  return summarize('filters, warm', [
    line(
      'worst ratio of a dense tree',
      worst(dense, ({ ratio }) => ratio),
      '',
      TARGETS.dense,
    ),
    line(
      'worst ratio of a sparse tree',
      worst(sparse, ({ ratio }) => ratio),
      '',
      TARGETS.sparse,
    ),
    line(
      'worst p99',
      worst(results, ({ p99 }) => p99),
      'ms',
      TARGETS.p99,
    ),
    line(
      'p99 of all trees together',
      percentile(
        results.flatMap(({ ours }) => ours),
        0.99,
      ),
      'ms',
    ),
  ]);
}

/** They run alternately, so that other load on the machine affects all of them alike. */
async function measure(filters, { name, body, count, conditions, isDense, fastest }, rounds, calls, signal) {
  const ours = [];
  const theirs = [];
  const evaluate = async () => (await filters.preview(body)).count();
  for (let i = 0; i < calls; i++) await evaluate();
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    for (let i = 0; i < calls; i++) {
      const { value, ms } = await timed(evaluate);
      if (value !== count) throw new Error(`"${name}": the service counts ${value}, not ${count}`);
      ours.push(ms);
    }
    theirs.push((await timed(fastest.run)).ms);
  }
  const sql = median(theirs);
  const p50 = median(ours);
  return {
    name,
    count,
    conditions,
    isDense,
    form: fastest.form,
    ours,
    p50,
    p99: percentile(ours, 0.99),
    sql,
    ratio: p50 / sql,
  };
}

function printResults(results, rounds, calls) {
  const head = ['tree', 'conditions', 'matches', 'ours µs', 'p99 µs', 'SQL ms', 'ratio', ''];
  const rows = results.map((row) => [
    row.name,
    String(row.conditions),
    row.count.toLocaleString('en-US'),
    digits(row.p50 * 1000),
    digits(row.p99 * 1000),
    `${digits(row.sql)} (${row.form})`,
    row.ratio.toFixed(4),
    row.isDense ? 'dense' : 'sparse',
  ]);
  printCells(`filters, warm: medians of ${rounds} rounds, the service ${calls} times a round`, head, rows);
}
