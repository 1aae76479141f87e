import pg from 'pg';
import { build } from '../filters/postgres.mjs';
import { say, timed } from '../filters/report.mjs';
import { printTable, row } from '../lib/report.mjs';
import { alternate } from '../lib/statistics.mjs';

const TARGET = { atMost: 0.1 };
const RANGES = ['11-50', '201-500'];
/** By rank: about a quarter of the companies use it. */
const TECHNOLOGY_RANK = 8;

/** The tables of a peer: members without an index, for the fastest writes, and detections sorted by technology. */
export const SCHEMA = [
  'CREATE SCHEMA lists_peer',
  'CREATE TABLE lists_peer.member (list_id integer NOT NULL, company_id integer NOT NULL, tier text NOT NULL)',
  `CREATE TABLE lists_peer.detection AS
     SELECT technology_id, company_id, last_seen FROM company_technology ORDER BY technology_id, company_id`,
  'CREATE INDEX ON lists_peer.detection (technology_id) INCLUDE (company_id, last_seen)',
  'VACUUM (ANALYZE) lists_peer.detection',
];

/** Measures materialization over REST against INSERT … SELECT of the same members, both durable at their commit. */
export async function benchMaterialize(api, { url, pool }, { quick, signal }) {
  const rounds = quick ? 3 : 11;
  await build(url, SCHEMA);
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    const rows = [];
    for (const each of await createCases(api, pool)) {
      const members = await assertSameMembers(client, pool, api, each);
      const title = `${each.name}: ${members.toLocaleString('en-US')} members`;
      const measure = async ({ run }) => {
        signal.throwIfAborted();
        return run();
      };
      const ours = {
        label: 'ours',
        run: async () => ({ ms: (await timed(() => materialize(api, each.listId))).ms }),
      };
      const peer = { label: 'peer', run: () => insert(client, each) };
      const { ms } = await alternate(rounds, ours, peer, measure);
      rows.push(row(title, 'ms', ms, TARGET));
    }
    printTable(`lists, materialize: ${rounds} rounds`, rows);
    return rows.every(({ met }) => met);
  } finally {
    await client.query('DROP SCHEMA lists_peer CASCADE');
    await client.end();
  }
}

export async function createCases(api, pool) {
  const { rows } = await pool.query(
    `SELECT t.tech_key AS key, t.id, (SELECT as_of FROM facet_index) AS "asOf"
     FROM company_technology d JOIN technology t ON t.id = d.technology_id
     GROUP BY t.id ORDER BY count(*) DESC OFFSET $1 LIMIT 1`,
    [TECHNOLOGY_RANK],
  );
  const [{ key, id, asOf }] = rows;
  const since = (days) => new Date(asOf.getTime() - days * 86_400_000);
  return [
    {
      name: 'a column of companies',
      listId: await api.createList('Column', 'employee_range', 'any_of', ...RANGES),
      select: `SELECT $1::int, id, 'high' FROM company WHERE employee_range = ANY ($2)`,
      values: [RANGES],
    },
    {
      name: 'a technology, in tiers',
      listId: await api.createList('Technology', 'technology', 'any_of', key),
      select: `SELECT $1::int, company_id,
          CASE WHEN last_seen >= $3 THEN 'high' WHEN last_seen >= $4 THEN 'medium' ELSE 'exploratory' END
        FROM lists_peer.detection WHERE technology_id = $2`,
      values: [id, since(90), since(365)],
    },
  ];
}

export const materialize = (api, listId) => api.post(`/v1/lists/${listId}/materialize`);

/** The table is emptied before the measurement. */
export async function insert(client, { listId, select, values }) {
  await client.query('TRUNCATE lists_peer.member');
  const text = `INSERT INTO lists_peer.member (list_id, company_id, tier) ${select}`;
  return { ms: (await timed(() => client.query(text, [listId, ...values]))).ms };
}

/** Compares the members by company and tier. @returns their number */
export async function assertSameMembers(client, pool, api, each) {
  await materialize(api, each.listId);
  await insert(client, each);
  const theirs = await pool.query('SELECT company_id, tier FROM lists_peer.member');
  const tierOf = new Map(theirs.rows.map(({ company_id, tier }) => [company_id, tier]));
  const limit = 1000;
  for (let offset = 0; offset < tierOf.size; offset += limit) {
    const page = await api.get(`/v1/lists/${each.listId}/members?limit=${limit}&offset=${offset}`);
    if (page.total !== tierOf.size)
      throw new Error(`${each.name}: ${page.total} members, not ${tierOf.size}`);
    for (const { company_id, tier } of page.members) {
      if (tierOf.get(company_id) !== tier)
        throw new Error(`${each.name}: company ${company_id} is in another tier`);
    }
  }
  say(`  ${each.name}: the ${tierOf.size} members and their tiers are the same`);
  return tierOf.size;
}
