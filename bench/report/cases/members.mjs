import { startPeer } from '../../lib/children.mjs';
import { startPostGraphile } from '../../lib/postgraphile.mjs';
import { unlockFoundedIn } from '../../lists/api.mjs';
import {
  assertSame,
  createPeerTable,
  fromOurs,
  fromTheirs,
  OURS,
  PAGE,
  PARTNERS,
  TECHNOLOGIES,
  THEIRS,
  YEARS,
} from '../../lists/graphql.mjs';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LISTS_PEER = { schemas: ['lists_peer'] };
const PLACES = 10;

const graphql = (query, headers) => (variables) => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ query, variables }),
});

const dropPeer = (pool) => () => pool.query('DROP SCHEMA IF EXISTS lists_peer CASCADE');

const withInstants = (node) =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      /(ObservedAt|Seen)$/.test(name) ? Date.parse(value) : value,
    ]),
  );

const fromSql = (members) =>
  members.map(({ tier, company: { partnerships, technologies, ...company } }) => ({
    tier: tier.toUpperCase(),
    ...company,
    partnerships: partnerships.map(withInstants),
    technologies: technologies.map(withInstants),
  }));

export const nestedPage = {
  title: `GraphQL page of ${PAGE} members with ${PARTNERS} partners and ${TECHNOLOGIES} technologies each`,
  connections: 8,
  isCurve: true,
  async open({ root, url, pool, service, api, headers }) {
    const listIds = [];
    for (const year of YEARS)
      listIds.push(await api.createList(`Nested ${year}`, 'founded_year', 'eq', year));
    await unlockFoundedIn(pool, YEARS);
    await createPeerTable(pool, listIds);
    const variables = listIds.map((listId) => ({ listId }));
    return {
      // Lists of a small catalogue have short pages.
      assertSame: (mine, theirs) => assertSame(mine, theirs, 0),
      ours: {
        ...service,
        requests: variables.map(graphql(OURS, headers)),
        read: ({ data }) => fromOurs(data),
      },
      peers: {
        'fastify + pg': async () => ({
          ...(await startPeer(root, 'lists', url)),
          requests: listIds.map((id) => ({
            method: 'GET',
            path: `/v1/lists/${id}/nested?limit=${PAGE}`,
            headers,
          })),
          read: fromSql,
        }),
        'PostGraphile 5': async () => ({
          ...(await startPostGraphile(url, LISTS_PEER)),
          requests: variables.map(graphql(THEIRS)),
          read: ({ data }) => fromTheirs(data),
        }),
      },
      close: dropPeer(pool),
    };
  },
};

/** A table of all companies as members of one list, which every peer pages through by offset. */
async function createEverything(pool, listId) {
  await createPeerTable(pool, []);
  await pool.query(`INSERT INTO lists_peer.member SELECT $1, id, 'high' FROM company`, [listId]);
  await pool.query('VACUUM (ANALYZE) lists_peer.member');
}

const COMPANY = 'name slug primaryDomain';
const PAGED_BY_POSTGRAPHILE = `query Page($listId: Int!, $offset: Int!) {
  allListsPeerMembers(first: ${PAGE}, offset: $offset, condition: { listId: $listId }, orderBy: [PRIMARY_KEY_ASC]) {
    edges { node { tier company { id: rowId ${COMPANY} } } } } }`;
const fromMember = ({ tier, company: { id, name, slug, primaryDomain } }) => ({
  company_id: id,
  name,
  slug,
  primary_domain: primaryDomain,
  tier,
});

const fromPage = ({ members }) =>
  members.map(({ company_id, name, slug, primary_domain, tier }) => ({
    company_id,
    name,
    slug,
    primary_domain,
    tier,
  }));

export const membersPage = {
  title: `REST page of ${PAGE} members, at ten offsets of a list of all companies`,
  connections: 8,
  isCurve: true,
  async open({ root, url, pool, service, api, headers, companies }) {
    const listId = await api.createList('All companies', 'technology_count', 'gte', 0);
    await createEverything(pool, listId);
    const offsets = Array.from({ length: PLACES }, (_, place) => Math.floor((companies * place) / PLACES));
    const requests = offsets.map((offset) => ({
      method: 'GET',
      path: `/v1/lists/${listId}/members?limit=${PAGE}&offset=${offset}`,
      headers,
    }));
    const variables = offsets.map((offset) => ({ listId, offset }));
    return {
      ours: { ...service, requests, read: fromPage },
      peers: {
        'fastify + pg': async () => ({
          ...(await startPeer(root, 'lists', url)),
          requests,
          read: fromPage,
        }),
        'PostGraphile 5': async () => ({
          ...(await startPostGraphile(url, LISTS_PEER)),
          requests: variables.map(graphql(PAGED_BY_POSTGRAPHILE)),
          read: ({ data }) => data.allListsPeerMembers.edges.map(({ node }) => fromMember(node)),
        }),
      },
      close: dropPeer(pool),
    };
  },
};
