import assert from 'node:assert/strict';
import { post } from '../filters/draft.mjs';
import { digits, printCells, timed } from '../filters/report.mjs';
import { and, not, or, where } from '../filters/trees.mjs';
import { sendInTurn } from '../lib/in-turn.mjs';
import { median } from '../lib/statistics.mjs';
import { ask, registryOf } from './drafts.mjs';
import { openDuckDb, toCondition } from './duckdb.mjs';

const [segment, city, tags] = ['custom.segment', 'custom.city', 'custom.tags'];

const TREES = {
  'one category': where(segment, 'any_of', 'Segment 3'),
  'categories, not one': and(
    where(segment, 'any_of', 'Segment 0', 'Segment 5'),
    where(city, 'none_of', 'City 0', 'City 9'),
  ),
  'several values': and(where(tags, 'all_of', 'Tag 0', 'Tag 1'), where(tags, 'none_of', 'Tag 2')),
  'a range of numbers': where('custom.revenue', 'between', 5_000, 2_500_000),
  'decimals below zero': where('custom.score', 'lte', -12.34),
  'a range of days': where('custom.renewal', 'between', '2018-02-01', '2021-11-30'),
  'a boolean and what is known': and(
    where('custom.customer', 'eq', true),
    where('custom.contacted', 'is_known', false),
  ),
  'ten conditions': and(
    where(segment, 'none_of', 'Segment 0'),
    or(where(city, 'any_of', 'City 0', 'City 1'), where(tags, 'any_of', 'Tag 0', 'Tag 7')),
    not(where('custom.customer', 'eq', true)),
    or(
      where('custom.revenue', 'gte', 40_000),
      where('custom.seats', 'lte', 25),
      where('custom.score', 'eq', 0.5),
    ),
    or(where('custom.renewal', 'gte', '2019-01-01'), not(where('custom.contacted', 'lte', '2018-01-01'))),
    where(segment, 'is_known', true),
  ),
};
const QUERY = `query Count($definition: JSON!) { previewCount(definitionJson: $definition) {
  exactCount breakdown(field: "${segment}", first: 25) { value count } } }`;

/** Measures counts over own fields against DuckDB. All counts and breakdowns must be equal before anything is timed. */
export async function benchCounts({ server, path }, { quick, signal }) {
  const [rounds, seconds, runs] = quick ? [1, 1, 3] : [5, 1, 10];
  const registry_version = await registryOf(server);
  const duck = await openDuckDb(path);
  try {
    const cases = [];
    for (const [name, root] of Object.entries(TREES)) {
      const definition = { registry_version, root };
      const matching = `FROM company WHERE ${toCondition(root)}`;
      const run = await duck.prepare(`SELECT count(*) ${matching}`);
      const broken = await duck.prepare(
        `SELECT segment, count(*) ${matching} AND segment IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 25`,
      );
      const body = { query: QUERY, variables: { definition } };
      const { exactCount, breakdown } = (await ask(server, post(server.key, '/graphql', body))).data
        .previewCount;
      assert.deepEqual(
        [[exactCount], ...breakdown.map(({ value, count }) => [value, count])],
        [...(await run()), ...(await broken())],
        name,
      );
      cases.push({
        name,
        count: exactCount,
        run,
        request: post(server.key, '/v1/lists/preview-count', definition),
      });
    }
    const results = [];
    for (const { name, count, run, request } of cases) {
      const [ours, theirs] = [[], []];
      for (let round = 0; round < rounds; round++) {
        signal.throwIfAborted();
        ours.push((await sendInTurn({ ...server, requests: [request] }, { connections: 1, seconds })).p50);
        for (let i = 0; i < runs; i++) theirs.push((await timed(run)).ms);
      }
      const [our, their] = [median(ours), median(theirs)];
      results.push([
        name,
        count.toLocaleString('en-US'),
        digits(our),
        digits(their),
        (our / their).toFixed(3),
      ]);
    }
    const head = ['tree', 'matches', 'p50 ms', 'DuckDB ms', 'ratio'];
    printCells(
      `fields, counts: preview-count over HTTP to DuckDB in memory, medians of ${rounds} rounds`,
      head,
      results,
    );
    return true;
  } finally {
    duck.close();
  }
}
