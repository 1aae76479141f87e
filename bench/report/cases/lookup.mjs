import { CASES, CORE, FACTS, fromOurs, fromRest, fromTheirs } from '../../graphql-lookup.mjs';
import { startAsStarted, startPeer } from '../../lib/children.mjs';
import { startPostGraphile } from '../../lib/postgraphile.mjs';

const CONNECTIONS = 50;
const ASKED = 2_000;

/** Slugs and domains of companies, spread over the whole catalogue. */
async function readIdentifiers(pool) {
  const { rows } = await pool.query(
    `SELECT slug, primary_domain AS domain FROM company
     WHERE id % greatest(1, (SELECT max(id) FROM company) / $1) = 0 ORDER BY id LIMIT $1`,
    [ASKED],
  );
  return rows;
}

/** Creates look-ups by slug and by domain. */
export async function createLookups(pool, headers) {
  const identifiers = (await readIdentifiers(pool)).flatMap(({ slug, domain }) => [slug, domain]);
  return identifiers.map((each) => ({ method: 'GET', path: `/v1/companies/${each}`, headers }));
}

/** @param query added to each path. The floors have the statement of a plain look-up. */
const restLookup = (title, query = '') => ({
  title,
  connections: CONNECTIONS,
  isCurve: true,
  async open({ root, url, pool, service, headers }) {
    const requests = (await createLookups(pool, headers)).map((each) => ({
      ...each,
      path: each.path + query,
    }));
    return {
      ours: { ...service, requests },
      floors: query
        ? {}
        : { 'its statement': requests.map(({ path }) => path.replace('/v1/companies/', '/company/')) },
      peers: { 'fastify + pg': async () => ({ ...(await startPeer(root, 'lookup', url)), requests }) },
    };
  },
});

export const lookup = restLookup('REST look-up of a company, by slug and by domain');

export const lookupAll = restLookup(
  'REST look-up of a company with 20 technologies and firmographics',
  CASES[1].rest,
);

/** The other cases have limits and log off. A peer with them off shows what they cost; fastify + pg has neither. */
export const lookupAsStarted = {
  title: 'REST look-up with keys, limits and a log, as `npm start` has them',
  connections: CONNECTIONS,
  isWithoutFloors: true,
  async open({ root, url, pool, service, headers }) {
    const requests = await createLookups(pool, headers);
    const started = await startAsStarted(root, url);
    return {
      ours: { ...started, requests },
      peers: {
        // Keys alone. The process of the other cases stops with them.
        'without limits and log': async () => ({ ...service, stop: undefined, requests }),
        'fastify + pg': async () => ({ ...(await startPeer(root, 'lookup', url)), requests }),
      },
      close: started.stop,
    };
  },
};

const post = (query, headers) => (slug) => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ query, operationName: 'Company', variables: { slug } }),
});

export const graphqlLookup = {
  title: 'GraphQL look-up of a company with 20 technologies',
  connections: CONNECTIONS,
  isCurve: true,
  async open({ root, url, pool, service, headers }) {
    const slugs = (await readIdentifiers(pool)).map(({ slug }) => slug);
    const [, { ours, theirs, rest }] = CASES;
    const document = (field, facts, more) =>
      `query Company($slug: String!) { company: ${field} { ${CORE} ${facts} ${more} } }`;
    const mine = document('company(identifier: $slug)', `firmographics { ${FACTS} }`, ours);
    return {
      ours: {
        ...service,
        requests: slugs.map(post(mine, headers)),
        read: ({ data }) => fromOurs(data.company),
      },
      peers: {
        'fastify + pg over REST': async () => ({
          ...(await startPeer(root, 'lookup', url)),
          requests: slugs.map((slug) => ({ method: 'GET', path: `/v1/companies/${slug}${rest}`, headers })),
          read: (body, expected) => fromRest(body, expected),
        }),
        'PostGraphile 5': async () => ({
          ...(await startPostGraphile(url, {})),
          requests: slugs.map(post(document('companyBySlug(slug: $slug)', FACTS, theirs))),
          read: ({ data }) => fromTheirs(data.company),
        }),
      },
    };
  },
};
