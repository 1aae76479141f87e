import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCases } from '../../filters/cases.mjs';
import { breakdownsOf, prepareDrafts } from '../../filters/draft.mjs';
import { openExists } from '../../filters/exists.mjs';
import { startPeer } from '../../lib/children.mjs';

const PATH = '/v1/lists/preview-count';

export const previewCount = {
  title: 'REST preview-count, two dozen filters in rotation',
  connections: 8,
  isCurve: true,
  async open({ root, url, pool, companies, service, modules, headers }) {
    const folder = await mkdtemp(join(tmpdir(), 'company-data-bench-statements-'));
    let peer;
    const close = async () => {
      await peer?.close();
      await pool.query('DROP SCHEMA IF EXISTS peer_exists CASCADE');
      await rm(folder, { recursive: true, force: true });
    };
    try {
      peer = await openExists(url);
      const cases = await prepareCases(root, modules, { pool, companies }, peer);
      const file = join(folder, 'statements.json');
      await writeFile(file, JSON.stringify(cases.map(({ fastest }) => fastest.sql)));
      const requests = cases.map(({ body }) => ({
        method: 'POST',
        path: PATH,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }));
      const read = ({ count, capped }) => ({ count, capped });
      return {
        ours: { ...service, requests, read },
        peers: {
          'fastify + pg': async () => ({
            ...(await startPeer(root, 'lists', url, file)),
            requests: requests.map((each, index) => ({ ...each, path: `${PATH}?statement=${index}` })),
            read,
          }),
        },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

/** A draft as the console's builder asks for it while somebody edits. */
export const draft = {
  title: 'GraphQL draft of a filter of seven conditions: count, tiers, funnel, sample, three breakdowns',
  connections: 8,
  isCurve: true,
  async open({ root, pool, service, modules, headers }) {
    const [{ calls, runPeer }] = await prepareDrafts(root, modules, pool, headers['X-API-Key']);
    const requests = [calls.draft];
    return {
      ours: { ...service, requests, read: (body) => byField(breakdownsOf(body)) },
      peers: {
        // Without HTTP, and without tiers, funnel and sample.
        'the breakdowns in SQL': async () => ({
          requests,
          run: async () => (await runPeer()).rows,
          read: byField,
        }),
      },
    };
  },
};

/** Sorts `[field, value, count]` by field: PostgreSQL promises no order among the parts of a UNION. */
const byField = (rows) => rows.toSorted(([one], [other]) => one.localeCompare(other));
