import type { PoolClient } from '../../database/client.ts';
import { inTransaction } from '../../database/migrate.ts';
import { normalizeDomain } from '../../lib/domain-name.ts';
import { IMPORT_LOCK } from '../facets/index-state.ts';
import { rebuildIndexWithin } from '../filters/facet-index.ts';
import { CHANGE_TABLES } from './importer.ts';
import { LEAVING_TABLE, removeCompanies } from './removals.ts';

/** Number of domains that are read and normalized at a time. */
const PART = 10_000;

/**
 * Gives the domains of companies their normal form, in one transaction with the facet index. Early builds of
 * 0.1.0 stored internationalized domains as they were sent. Texts that cannot be host names stay.
 *
 * Companies that turn out to have the same primary domain, or one the primary domain of the other, merge into the
 * smallest id. A secondary domain of several companies stays with the smallest id. Running it again changes nothing.
 */
export function normalizeCompanyDomains(client: PoolClient): Promise<void> {
  return inTransaction(client, () => normalizeDomains(client));
}

async function normalizeDomains(client: PoolClient): Promise<void> {
  // A running import has read domains in their former form.
  await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  await client.query(NORMAL_TABLE);
  const live = await collect(client, 'company_domain');
  const retired = await collect(client, RETIRED);
  if (live + retired === 0) return;
  await client.query('ANALYZE normal_domain');
  if (live > 0) {
    await mergeDuplicates(client);
    for (const statement of LIVE_STEPS) await client.query(statement);
  }
  for (const statement of RETIRED_STEPS) await client.query(statement);
  if (live > 0) await rebuildIndexWithin(client);
}

const NORMAL_TABLE = `
  CREATE TEMP TABLE normal_domain (domain text PRIMARY KEY, normal text NOT NULL) ON COMMIT DROP`;

const RETIRED = '(SELECT primary_domain AS domain FROM retired_company) retired';

/** Collects the stored domains that have another normal form. Most domains are plain ASCII, and never leave the database. */
async function collect(client: PoolClient, relation: string): Promise<number> {
  let collected = 0;
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    const { rows } = await client.query<{ domain: string }>(
      `SELECT domain FROM ${relation}
       WHERE domain > $1 AND domain COLLATE "C" ~ '[^a-z0-9._-]' ORDER BY domain LIMIT ${PART}`,
      [after],
    );
    const changed = rows.flatMap(({ domain }) => {
      const normal = normalize(domain);
      return normal === domain ? [] : [{ domain, normal }];
    });
    await client.query(
      'INSERT INTO normal_domain SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING',
      [changed.map(({ domain }) => domain), changed.map(({ normal }) => normal)],
    );
    collected += changed.length;
    last = rows.at(-1)?.domain;
  }
  return collected;
}

/** One leading `www.` was already removed before a domain was stored. A second one belongs to the domain, and stays. */
function normalize(stored: string): string {
  return normalizeDomain(stored.startsWith('www.') ? `www.${stored}` : stored).domain ?? stored;
}

async function mergeDuplicates(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ ids: number[] }>(SAME);
  if (rows.length === 0) return;
  const survivors = findSurvivors(rows.map(({ ids }) => ids));
  for (const table of [...CHANGE_TABLES, LEAVING_TABLE]) await client.query(table);
  await client.query(
    `INSERT INTO import_leaving (company_id, target_id, line)
     SELECT company_id, target_id, 0 FROM unnest($1::integer[], $2::integer[]) AS merged (company_id, target_id)`,
    [[...survivors.keys()], [...survivors.values()]],
  );
  await removeCompanies(client);
}

/** @returns the smallest id of all companies that are connected with a company, for each that has a smaller one */
function findSurvivors(groups: readonly (readonly number[])[]): Map<number, number> {
  const parents = new Map<number, number>();
  const find = (id: number): number => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const [first = 0, ...others] of groups) {
    for (const other of others) {
      const [a, b] = [find(first), find(other)];
      if (a !== b) parents.set(Math.max(a, b), Math.min(a, b));
    }
  }
  return new Map([...parents.keys()].map((id) => [id, find(id)]));
}

/** Domains whose normal form changes, and those that have such a normal form already. */
const HOLDERS = `
  SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d USING (domain)
  UNION
  SELECT d.*, n.normal FROM normal_domain n JOIN company_domain d ON d.domain = n.normal`;

const SAME = `
  SELECT array_agg(DISTINCT company_id) AS ids FROM (${HOLDERS}) h
  GROUP BY normal HAVING count(DISTINCT company_id) > 1 AND bool_or(is_primary)`;

const LIVE_STEPS = [
  // Domains that become the same. The first of them is kept.
  `CREATE TEMP TABLE normal_ranked ON COMMIT DROP AS
    SELECT domain, normal, company_id,
      row_number() OVER (PARTITION BY normal ORDER BY is_primary DESC, company_id, position, domain) AS place,
      bool_or(was_primary) OVER same AS was_primary, bool_or(from_merge) OVER same AS from_merge
    FROM (${HOLDERS}) h WINDOW same AS (PARTITION BY normal, company_id)`,
  `UPDATE company_domain d SET was_primary = r.was_primary, from_merge = r.from_merge
    FROM normal_ranked r WHERE d.domain = r.domain AND r.place = 1 AND NOT d.is_primary`,
  'DELETE FROM company_domain d USING normal_ranked r WHERE d.domain = r.domain AND r.place > 1',
  `UPDATE company_domain d SET domain = r.normal
    FROM normal_ranked r WHERE d.domain = r.domain AND r.place = 1 AND r.domain <> r.normal`,
  `UPDATE company c SET primary_domain = d.domain
    FROM normal_ranked r JOIN company_domain d ON d.domain = r.normal AND d.is_primary
    WHERE c.id = d.company_id AND c.primary_domain <> d.domain`,
  `UPDATE company c
    SET domain_count = (SELECT count(*) FROM company_domain d WHERE d.company_id = c.id), updated_at = now()
    WHERE id IN (SELECT company_id FROM normal_ranked)`,
];

const RETIRED_STEPS = [
  // A domain of a company that is in the catalogue belongs to that one. Of several retired companies, the last has
  // it.
  `CREATE TEMP TABLE normal_retired ON COMMIT DROP AS
    SELECT r.id, h.normal, NOT EXISTS (SELECT FROM company_domain d WHERE d.domain = h.normal)
      AND row_number() OVER (PARTITION BY h.normal ORDER BY r.retired_at DESC, r.id DESC) = 1 AS has_domain
    FROM retired_company r
    JOIN (SELECT domain, normal FROM normal_domain UNION SELECT normal, normal FROM normal_domain) h
      ON h.domain = r.primary_domain`,
  `UPDATE retired_company r SET primary_domain = NULL
    FROM normal_retired n WHERE n.id = r.id AND NOT n.has_domain`,
  `UPDATE retired_company r SET primary_domain = n.normal
    FROM normal_retired n WHERE n.id = r.id AND n.has_domain AND r.primary_domain <> n.normal`,
];
