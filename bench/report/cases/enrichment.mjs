import { startPeer } from '../../lib/children.mjs';

const HUBS = 100;
/** Partners of one company. In a large catalogue, a hundred hubs with more of them exceed the 16 MiB of a response. */
const MAX_PARTNERS = 400;

export const enrichment = {
  title: `REST enrichment of ${HUBS} domains, the companies with the most partners up to ${MAX_PARTNERS} each`,
  connections: 4,
  isCurve: true,
  async open({ root, url, pool, service, api, headers }) {
    const { rows } = await pool.query(
      `SELECT primary_domain AS domain FROM company WHERE partnership_count <= $2
       ORDER BY partnership_count DESC, id LIMIT $1`,
      [HUBS, MAX_PARTNERS],
    );
    const body = JSON.stringify({ domains: rows.map(({ domain }) => domain) });
    const requests = [
      {
        method: 'POST',
        path: '/v1/enrich/partnerships',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      },
    ];
    // The first call is charged; the following ones are free.
    await api.post('/v1/enrich/partnerships', JSON.parse(body));
    return {
      ours: { ...service, requests },
      peers: { 'fastify + pg': async () => ({ ...(await startPeer(root, 'enrichment', url)), requests }) },
    };
  },
};
