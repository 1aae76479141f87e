import assert from 'node:assert/strict';
import { timed } from '../filters/report.mjs';
import { printTable, row } from '../lib/report.mjs';
import { alternate, median } from '../lib/statistics.mjs';

const TARGET = { atMost: 1.2 };
const LIMIT = 100;

/** Measures a page of members deep in a list of all companies against its first page, over REST. */
export async function benchPage(api, listId, { pool, companies }, { quick, signal }) {
  const [rounds, calls] = quick ? [3, 20] : [11, 100];
  const path = (offset) => `/v1/lists/${listId}/members?limit=${LIMIT}&offset=${offset}`;
  const deep = Math.floor(companies * 0.9);
  for (const offset of [0, deep]) await assertPage(api, pool, path(offset), offset);
  const measure = async ({ offset }) => {
    signal.throwIfAborted();
    const times = [];
    for (let call = 0; call < calls; call++) times.push((await timed(() => api.get(path(offset)))).ms);
    return { p50: median(times) };
  };
  const [ours, peer] = [
    { label: 'ours', offset: deep },
    { label: 'peer', offset: 0 },
  ];
  for (const each of [ours, peer]) await measure(each);
  const { p50 } = await alternate(rounds, ours, peer, measure);
  const rows = [row(`p50, offset ${deep.toLocaleString('en-US')} against 0`, 'ms', p50, TARGET)];
  rows.push(...(await benchSorts(api, listId, deep, { rounds, calls, signal })));
  printTable(`lists, page of ${LIMIT} members: ${rounds} rounds of ${calls}; the "peer" is offset 0`, rows);
  return rows.every(({ met }) => met);
}

/** Measures deep pages after a cursor, by tier and by numbers, against the same pages by offset, over GraphQL. */
async function benchSorts(api, listId, deep, { rounds, calls, signal }) {
  const rows = [];
  for (const field of ['TIER', 'PARTNERSHIP_COUNT', 'TECHNOLOGY_COUNT', 'FOUNDED_YEAR']) {
    const read = async (place) => {
      const page = `first: ${LIMIT}, orderBy: {field: ${field}, direction: ASC}, ${place}`;
      const selection = 'edges { node { companyId tier } } pageInfo { endCursor }';
      const query = `{ list(listId: ${listId}) { members(${page}) { ${selection} } } }`;
      const { data, errors } = await api.post('/graphql', { query });
      if (errors) throw new Error(JSON.stringify(errors));
      return data.list.members;
    };
    const { pageInfo } = await read(`offset: ${deep - LIMIT}`);
    const [ours, peer] = [
      { label: 'ours', place: `after: "${pageInfo.endCursor}"` },
      { label: 'peer', place: `offset: ${deep}` },
    ];
    assert.deepEqual(
      (await read(ours.place)).edges,
      (await read(peer.place)).edges,
      `pages by ${field} differ`,
    );
    const measure = async ({ place }) => {
      signal.throwIfAborted();
      const times = [];
      for (let call = 0; call < calls; call++) times.push((await timed(() => read(place))).ms);
      return { p50: median(times) };
    };
    const { p50 } = await alternate(rounds, ours, peer, measure);
    rows.push(row(`p50 by ${field}, after a cursor against by offset`, 'ms', p50, TARGET));
  }
  return rows;
}

/** All members are in one tier, so they are sorted by id. */
async function assertPage(api, pool, path, offset) {
  const { rows } = await pool.query('SELECT id FROM company ORDER BY id LIMIT $1 OFFSET $2', [LIMIT, offset]);
  const { members } = await api.get(path);
  assert.deepEqual(
    members.map(({ company_id }) => company_id),
    rows.map(({ id }) => id),
    `the members at offset ${offset} are others`,
  );
}
