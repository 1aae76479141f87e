import { startPeer } from '../../lib/children.mjs';

const HUBS = 100;

export const enrichment = {
  title: `REST enrichment of ${HUBS} domains, the companies with the most partners`,
  connections: 4,
  async open({ root, url, pool, service, api, headers }) {
    const { rows } = await pool.query(
      'SELECT primary_domain AS domain FROM company ORDER BY partnership_count DESC, id LIMIT $1',
      [HUBS],
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
