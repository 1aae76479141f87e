import type { Pool, PoolClient, Queryable } from '../../../database/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { cleanDomain, isStorable } from '../../../lib/domain-name.ts';
import { Fault, validationFault } from '../../../lib/fault.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { recordEvent } from '../audit/audit-log.ts';
import type { Caller, List, PageOf, PageRequest } from '../list.ts';
import { changeList } from '../list-access.ts';
import { type ListUser, userJson } from '../list-user.ts';

export type DomainKind = 'added' | 'excluded';

/** A domain that somebody put on a list, or keeps off it. */
export interface ListDomain {
  domain: string;
  /** Null while no company is known for it. */
  companyId: number | null;
  addedBy: ListUser;
  addedAt: Date;
}

/** What became of domains that were put on a list. */
export interface DomainsChanged {
  list: List;
  /** Put on it now. */
  added: string[];
  alreadyPresent: string[];
  /** Those of `added` that no company is known for, yet. */
  notTracked: string[];
  /** Not a domain, as they were sent. */
  invalid: string[];
}

const MAX_DOMAINS = 1000;

export interface DomainTools {
  pool: Pool;
  clock: Clock;
  quotas: Quotas;
}

const ACTIONS = {
  added: { put: 'domains_added', take: 'domain_removed' },
  excluded: { put: 'domains_excluded', take: 'domain_unexcluded' },
} as const;

/**
 * Adds domains to a list, or excludes them, in bulk; the latest action on a domain holds (contract, section 6).
 *
 * @throws Fault validation_error unless there are 1 to 1000; quota_exceeded, then none is stored
 */
export async function putDomains(
  { pool, clock, quotas }: DomainTools,
  caller: Caller,
  listId: number,
  kind: DomainKind,
  raw: readonly string[],
): Promise<DomainsChanged> {
  return changeList(pool, caller, listId, 'editor', async (client, list) => {
    if (raw.length < 1 || raw.length > MAX_DOMAINS)
      throw validationFault([{ pointer: '/domains', message: `must contain 1 to ${MAX_DOMAINS} domains` }]);
    const { domains, invalid } = clean(raw);
    const at = clock.now();
    const { rows } = await client.query<{ domain: string; isNew: boolean }>(
      `INSERT INTO list_domain AS d (list_id, domain, kind, added_by_id, added_at)
       SELECT $1, domain, $2::list_domain_kind, $3, $4 FROM unnest($5::text[]) AS domain
       ON CONFLICT (list_id, domain) DO UPDATE SET kind = excluded.kind, added_by_id = excluded.added_by_id,
         added_at = excluded.added_at WHERE d.kind <> excluded.kind
       RETURNING domain, xmax = 0 AS "isNew"`,
      [list.listId, kind, caller.userId, at, domains],
    );
    await assertRoom(client, quotas, list.listId, rows.filter(({ isNew }) => isNew).length);
    const put = new Set(rows.map(({ domain }) => domain));
    const added = domains.filter((domain) => put.has(domain));
    let current = list;
    if (added.length > 0) {
      current = await touch(client, list, at);
      await recordEvent(client, caller, list.listId, ACTIONS[kind].put, { domains: added }, at);
    }
    const tracked = await findTracked(client, added);
    return {
      list: current,
      added,
      alreadyPresent: domains.filter((domain) => !put.has(domain)),
      notTracked: added.filter((domain) => !tracked.has(domain)),
      invalid,
    };
  });
}

/** Takes a domain off a list, or lets it in again. @throws Fault domain_not_found */
export async function takeDomain(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  listId: number,
  kind: DomainKind,
  raw: string,
): Promise<List> {
  return changeList(pool, caller, listId, 'editor', async (client, list) => {
    const domain = cleanDomain(raw);
    const { rowCount } = await client.query(
      'DELETE FROM list_domain WHERE list_id = $1 AND domain = $2 AND kind = $3::list_domain_kind',
      [list.listId, domain !== undefined && isStorable(domain) ? domain : '', kind],
    );
    if (rowCount === 0)
      throw new Fault('domain_not_found', `Domain not found among the ${kind} domains of this list.`);
    const at = clock.now();
    await recordEvent(client, caller, list.listId, ACTIONS[kind].take, { domain }, at);
    return touch(client, list, at);
  });
}

/** Domains of a list that the caller was found to see, the latest first. */
export async function findDomains(
  db: Queryable,
  listId: number,
  kind: DomainKind,
  { limit, offset }: PageRequest,
): Promise<PageOf<ListDomain>> {
  const [items, total] = await Promise.all([
    db.query<ListDomain>({
      name: 'list_domains',
      text: `SELECT d.domain, c.company_id AS "companyId", d.added_at AS "addedAt",
          ${userJson('u')} AS "addedBy"
        FROM list_domain d JOIN "user" u ON u.id = d.added_by_id
        LEFT JOIN company_domain c ON c.domain = d.domain
        WHERE d.list_id = $1 AND d.kind = $2::list_domain_kind
        ORDER BY d.added_at DESC, d.domain LIMIT $3 OFFSET $4`,
      values: [listId, kind, limit, offset],
    }),
    db.query<{ total: number }>({
      name: 'list_domains_count',
      text: 'SELECT count(*)::int AS total FROM list_domain WHERE list_id = $1 AND kind = $2::list_domain_kind',
      values: [listId, kind],
    }),
  ]);
  return { items: items.rows, total: total.rows[0]?.total ?? 0 };
}

function clean(raw: readonly string[]): { domains: string[]; invalid: string[] } {
  const domains = new Set<string>();
  const invalid: string[] = [];
  for (const each of raw) {
    const domain = cleanDomain(each);
    if (domain !== undefined && isStorable(domain)) domains.add(domain);
    else invalid.push(each);
  }
  return { domains: [...domains], invalid };
}

/**
 * Makes sure that a list has no more domains than it may. The caller has locked the list, so that parallel requests
 * cannot pass the quota together.
 *
 * @param stored how many domains were stored in this transaction. Those that moved between the two kinds are not new.
 */
async function assertRoom(client: PoolClient, quotas: Quotas, listId: number, stored: number): Promise<void> {
  const limit = quotas.limits.list_domains;
  if (limit === undefined || stored === 0) return;
  const { rows } = await client.query<{ total: number }>({
    name: 'list_domains_total',
    text: 'SELECT count(*)::int AS total FROM list_domain WHERE list_id = $1',
    values: [listId],
  });
  const used = (rows[0]?.total ?? 0) - stored;
  if (used + stored <= limit) return;
  throw quotas.exceeded(
    'list_domains',
    used,
    `The list has ${used} domains, added and excluded together, and ${stored} are new here; at most ${limit} are possible. Remove domains first, or create another list.`,
  );
}

async function findTracked(client: PoolClient, domains: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ domain: string }>(
    'SELECT domain FROM company_domain WHERE domain = ANY ($1::text[])',
    [domains],
  );
  return new Set(rows.map(({ domain }) => domain));
}

/** Members may be others now. @returns the list as it is from here on. */
async function touch(client: PoolClient, list: List, at: Date): Promise<List> {
  const revision = list.revision + 1;
  await client.query('UPDATE list SET revision = $2, updated_at = $3 WHERE id = $1', [
    list.listId,
    revision,
    at,
  ]);
  return { ...list, revision, updatedAt: at };
}
