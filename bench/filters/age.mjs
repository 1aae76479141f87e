import { median } from '../lib/statistics.mjs';
import { createBodies } from './cases.mjs';
import { createFilters, warmUp } from './ours.mjs';
import { line, summarize } from './report.mjs';

/** Median time with ages, over the median time without, over all trees. Some postings are put together from bands first. */
const MOST = 1.2;

const AGES = [
  { first_seen: '90d' },
  { first_seen: '365d' },
  { last_seen: '30d' },
  { last_seen: '180d' },
  { not_seen: '90d' },
];

/** Measures counts of trees whose dated conditions say how old the evidence must be, against the same trees without. */
export async function benchAge(root, service, { pool }, { quick, signal }) {
  const [rounds, calls] = quick ? [2, 10] : [7, 40];
  const dated = new Set(service.FIELDS.filter((field) => field.dated).map(({ key }) => key));
  const filters = createFilters(service, pool);
  const cases = [...(await createBodies(root, service, pool))].flatMap(([name, body], index) => {
    const aged = { ...body, root: withAge(body.root, dated, AGES[index % AGES.length]) };
    return JSON.stringify(aged) === JSON.stringify(body)
      ? []
      : [
          { name, body },
          { name: `${name}, aged`, body: aged },
        ];
  });
  const count = async (body) => (await (await filters.preview(body)).tierCounts()).total;
  await warmUp(cases, count, { quick, signal });
  const times = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { body }] of cases.entries()) {
      signal.throwIfAborted();
      for (let call = 0; call < calls; call += 1) {
        const start = performance.now();
        await count(body);
        times[index].push(performance.now() - start);
      }
    }
  }
  const medians = times.map(median);
  const sum = (isAged) => medians.filter((_, index) => index % 2 === isAged).reduce((a, b) => a + b, 0);
  return summarize(`filters, age: ${cases.length / 2} trees with dated conditions, all tiers`, [
    line('without ages, all trees once', sum(0), 'ms'),
    line('with ages, all trees once', sum(1), 'ms'),
    line('with / without', sum(1) / sum(0), '', MOST),
  ]);
}

function withAge(node, dated, when) {
  if (node.condition)
    return dated.has(node.condition.field) ? { condition: { ...node.condition, when } } : node;
  if (node.not) return { not: withAge(node.not, dated, when) };
  const [[key, children]] = Object.entries(node);
  return { [key]: children.map((child) => withAge(child, dated, when)) };
}
