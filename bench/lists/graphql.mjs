import assert from 'node:assert/strict';
import { timed } from '../filters/report.mjs';
import { startPostGraphile } from '../lib/postgraphile.mjs';
import { printTable, row } from '../lib/report.mjs';
import { alternate, median } from '../lib/statistics.mjs';
import { unlockFoundedIn } from './api.mjs';

const TARGET = { atMost: 0.6 };
export const [PAGE, PARTNERS, TECHNOLOGIES] = [100, 10, 20];
/** One list for each request, with its first page, because the peer computes everything before a later page. */
export const YEARS = Array.from({ length: 20 }, (_, index) => 1990 + index);

export const OURS = `query Page($listId: ID!) {
  list(listId: $listId) { members(first: ${PAGE}) { edges { node { tier company {
    companyId name slug primaryDomain partnershipCount
    partnerships(first: ${PARTNERS}) { edges { node {
      partnerName partnerDomain partnerSlug firstObservedAt lastObservedAt observationCount } } }
    technologies(first: ${TECHNOLOGIES}) {
      edges { detectionCount firstSeen lastSeen node { techKey displayName } } }
  } } } } }
}`;

export const THEIRS = `query Page($listId: Int!) {
  allListsPeerMembers(first: ${PAGE}, condition: { listId: $listId }, orderBy: [PRIMARY_KEY_ASC]) {
    edges { node { tier company {
      rowId name slug primaryDomain partnershipCount
      partnerships(first: ${PARTNERS}, orderBy: [LAST_OBSERVED_AT_DESC]) { edges { node {
        partner { name primaryDomain slug } firstObservedAt lastObservedAt observationCount } } }
      technologies(first: ${TECHNOLOGIES}, orderBy: [DETECTION_COUNT_DESC]) { edges { node {
        technology { techKey displayName } detectionCount firstSeen lastSeen } } }
    } } }
  }
}`;

/** Measures a page of members with companies, partners and technologies in one query, against PostGraphile. */
export async function benchGraphQL(api, { url, pool, companies }, { quick, signal }) {
  const rounds = quick ? 3 : 11;
  const listIds = [];
  for (const year of YEARS) {
    const listId = await api.createList(`Founded in ${year}`, 'founded_year', 'eq', year);
    await api.post(`/v1/lists/${listId}/materialize`);
    listIds.push(listId);
  }
  await unlockFoundedIn(pool, YEARS);
  await createPeerTable(pool, listIds);
  let peer;
  try {
    peer = await startPostGraphile(url, { schemas: ['lists_peer'] });
    const p50 = await compare(api, peer, listIds, rounds, signal);
    const rows = [row(`p50 of a page of ${PAGE} members`, 'ms', p50, TARGET)];
    const title = `lists, GraphQL: ${rounds} rounds of the first pages of ${YEARS.length} lists of ${companies.toLocaleString('en-US')} companies; the peer is PostGraphile`;
    printTable(title, rows);
    return rows.every(({ met }) => met);
  } finally {
    await peer?.stop();
    await pool.query('DROP SCHEMA lists_peer CASCADE');
  }
}

/** Compares the responses first. @returns the times of a page, ours and the peer's */
async function compare(api, peer, listIds, rounds, signal) {
  const ask = ({ url: to, headers, query }, listId) =>
    post(to, headers, { query, variables: { listId } }, signal);
  const contestants = [
    {
      label: 'ours',
      url: `${api.url}/graphql`,
      headers: api.headers,
      query: OURS,
    },
    {
      label: 'peer',
      url: `${peer.url}/graphql`,
      headers: { 'Content-Type': 'application/json' },
      query: THEIRS,
    },
  ];
  const [ours, theirs] = contestants;
  for (const listId of listIds) {
    assertSame(fromOurs(await ask(ours, listId)), fromTheirs(await ask(theirs, listId)));
  }
  const measure = async (contestant) => {
    const times = [];
    for (const listId of listIds) times.push((await timed(() => ask(contestant, listId))).ms);
    return { p50: median(times) };
  };
  for (const each of contestants) await measure(each);
  const { p50 } = await alternate(rounds, ours, theirs, measure);
  return p50;
}

/** Creates the members as a table for peers: all are in one tier, sorted by company. */
export async function createPeerTable(pool, listIds) {
  await pool.query('DROP SCHEMA IF EXISTS lists_peer CASCADE');
  await pool.query('CREATE SCHEMA lists_peer');
  await pool.query(
    'CREATE TABLE lists_peer.member (list_id int, company_id int, tier text NOT NULL, PRIMARY KEY (list_id, company_id))',
  );
  await pool.query(
    `INSERT INTO lists_peer.member SELECT k.list_id, c.id, 'HIGH'
     FROM unnest($1::int[], $2::int[]) AS k (list_id, year) JOIN company c ON c.founded_year = k.year`,
    [listIds, YEARS.slice(0, listIds.length)],
  );
  await pool.query('ANALYZE lists_peer.member');
}

async function post(url, headers, body, signal) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${url}: ${JSON.stringify(errors).slice(0, 500)}`);
  return data;
}

const nodesOf = ({ edges }) => edges.map(({ node }) => node);

export function fromOurs({ list }) {
  return nodesOf(list.members).map(({ tier, company: { partnerships, technologies, ...company } }) => ({
    tier,
    ...company,
    partnerships: nodesOf(partnerships).map(withTimes('firstObservedAt', 'lastObservedAt')),
    technologies: technologies.edges
      .map(({ node, ...edge }) => ({ ...node, ...edge }))
      .map(withTimes('firstSeen', 'lastSeen')),
  }));
}

export function fromTheirs({ allListsPeerMembers }) {
  return nodesOf(allListsPeerMembers).map(
    ({ tier, company: { rowId, partnerships, technologies, ...company } }) => ({
      tier,
      companyId: rowId,
      ...company,
      partnerships: nodesOf(partnerships)
        .map(({ partner, ...rest }) => ({
          partnerName: partner.name,
          partnerDomain: partner.primaryDomain,
          partnerSlug: partner.slug,
          ...rest,
        }))
        .map(withTimes('firstObservedAt', 'lastObservedAt')),
      technologies: nodesOf(technologies)
        .map(({ technology, ...rest }) => ({ ...technology, ...rest }))
        .map(withTimes('firstSeen', 'lastSeen')),
    }),
  );
}

/** Both write the same instants in two formats. */
function withTimes(...names) {
  return (node) => ({ ...node, ...Object.fromEntries(names.map((name) => [name, Date.parse(node[name])])) });
}

/** The order of equal items is undefined, so those that are equal to the last one may differ. */
export function assertSame(ours, theirs, least = PAGE / 2) {
  const withoutTies = (nodes, key, full) => {
    const last = nodes.at(-1)?.[key];
    const sure = nodes.length < full ? nodes : nodes.filter((node) => node[key] !== last);
    return sure.map((node) => JSON.stringify(Object.entries(node).sort())).sort();
  };
  const comparable = ({ partnerships, technologies, ...rest }) => ({
    ...rest,
    partners: partnerships.map(({ lastObservedAt }) => lastObservedAt),
    counts: technologies.map(({ detectionCount }) => detectionCount),
    partnerships: withoutTies(partnerships, 'lastObservedAt', PARTNERS),
    technologies: withoutTies(technologies, 'detectionCount', TECHNOLOGIES),
  });
  // Fewer only in a quick run, whose catalogue is small.
  assert.ok(ours.length > least);
  assert.deepEqual(ours.map(comparable), theirs.map(comparable), 'the pages differ');
}
