import type { PoolClient } from '../../../database/client.ts';
import { sqlOrder, windowSql } from '../../../database/keyset.ts';
import { isStorable, parsePastedDomain } from '../../../lib/domain-name.ts';
import { Fault, invalidValue } from '../../../lib/fault.ts';
import type { PageWindow } from '../../../lib/page.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { changeList, type ListDependencies } from '../access.ts';
import { type DetailsOf, eventSql, eventValues } from '../audit/audit-log.ts';
import { type Caller, type List, type ListUser, userJson } from '../list.ts';
import { RAISE_ABOVE } from '../references/references.ts';

type DomainKind = 'added' | 'excluded';

/** Order of the domains of a list, latest first. */
export const DOMAIN_ORDER = sqlOrder('added_at', [
  { sql: 'd.added_at', type: 'timestamptz', descending: true },
  { sql: 'd.domain COLLATE "C"', type: 'text' },
]);

/** A domain that a user added to a list or excluded from it. */
export interface ListDomain {
  domain: string;
  /** Null while the domain belongs to no company. */
  companyId: number | null;
  addedBy: ListUser;
  addedAt: Date;
}

/** An entry that is not a domain. */
export interface InvalidDomain {
  /** The entry as it was sent. */
  input: string;
  reason: string;
}

/** Result of adding or excluding domains. */
export interface DomainsChanged {
  list: List;
  /** Domains that this call stored. */
  added: string[];
  alreadyPresent: string[];
  /** Domains of `added` that belong to no company yet. */
  notTracked: string[];
  invalid: InvalidDomain[];
}

/** Domains of a request, and of an event. */
export const MAX_DOMAINS = 1000;

const ACTIONS = {
  added: { put: 'domains_added', remove: 'domain_removed', moved: 'no_longer_excluded' },
  excluded: { put: 'domains_excluded', remove: 'domain_unexcluded', moved: 'no_longer_added' },
} as const;

type DomainAction = (typeof ACTIONS)[DomainKind]['put' | 'remove'];

/** What domains are put into. */
interface PutInto {
  /** Who puts them there. The caller has checked their access. */
  caller: Pick<Caller, 'organizationId' | 'userId'>;
  /** The list, which the transaction has locked. */
  list: List;
  kind: DomainKind;
  at: Date;
}

/**
 * Stores up to 1,000 different domains, as an event of the list can name them, and raises its revision.
 *
 * @throws Fault quota_exceeded; the transaction must roll back
 */
export async function putDomains(
  client: PoolClient,
  quotas: Quotas,
  { caller, list, kind, at }: PutInto,
  domains: readonly string[],
): Promise<Omit<DomainsChanged, 'invalid'>> {
  const { listId } = list;
  const { rows } = await client.query<{ domain: string; isNew: boolean; isTracked: boolean }>({
    name: 'list_domains_put',
    // Within the transaction that changes the list.
    runsOn: 'primary',
    text: `INSERT INTO list_domain AS d (list_id, domain, kind, added_by_id, added_at)
     SELECT $1, domain, $2::list_domain_kind, $3, $4 FROM unnest($5::text[]) AS domain
     ON CONFLICT (list_id, domain) DO UPDATE SET kind = excluded.kind, added_by_id = excluded.added_by_id,
       added_at = excluded.added_at WHERE d.kind <> excluded.kind
     RETURNING domain, xmax = 0 AS "isNew",
       EXISTS (SELECT FROM company_domain c WHERE c.domain = d.domain) AS "isTracked"`,
    values: [listId, kind, caller.userId, at, domains],
  });
  // Domains that moved between the two kinds need no room. The list is locked until the transaction ends.
  const stored = rows.filter(({ isNew }) => isNew).length;
  const readUsed = async () => (await countDomains(client, listId)) - stored;
  await quotas.assertRoom('list_domains', stored, readUsed);
  const put = new Map(rows.map((row) => [row.domain, row]));
  const added = domains.filter((domain) => put.has(domain));
  const moved = added.filter((domain) => put.get(domain)?.isNew === false);
  const details = { domains: added, ...(moved.length > 0 && { [ACTIONS[kind].moved]: moved }) };
  return {
    list: added.length > 0 ? await touch(client, caller, list, ACTIONS[kind].put, details, at) : list,
    added,
    alreadyPresent: domains.filter((domain) => !put.has(domain)),
    notTracked: added.filter((domain) => !put.get(domain)?.isTracked),
  };
}

/** Domains that are added to lists or excluded from them. The latest action on a domain holds (contract, section 6). */
export class Domains {
  readonly #tools: ListDependencies;

  constructor(tools: ListDependencies) {
    this.#tools = tools;
  }

  /** Domains of a list, latest first. */
  async page({ listId }: List, kind: DomainKind, window: PageWindow): Promise<ListDomain[]> {
    const { suffix, condition, order, values } = windowSql(DOMAIN_ORDER, window, 3);
    const { rows } = await this.#tools.pools.reads.query<ListDomain>({
      name: `list_domains${suffix}`,
      text: `SELECT d.domain, c.company_id AS "companyId", d.added_at AS "addedAt",
            ${userJson('u')} AS "addedBy"
          FROM list_domain d JOIN "user" u ON u.id = d.added_by_id
          LEFT JOIN company_domain c ON c.domain = d.domain
          WHERE d.list_id = $1 AND d.kind = $2::list_domain_kind AND ${condition} ${order}`,
      values: [listId, kind, ...values],
    });
    return rows;
  }

  count({ listId }: List, kind: DomainKind): Promise<number> {
    return this.#tools.prisma.listDomain.count({ where: { listId, kind } });
  }

  /** @throws Fault validation_error unless there are 1 to 1000 domains; quota_exceeded, and then none is stored */
  put(caller: Caller, listId: number, kind: DomainKind, raw: readonly string[]): Promise<DomainsChanged> {
    return changeList(this.#tools, caller, listId, 'editor', async (client, list, at) => {
      if (raw.length < 1 || raw.length > MAX_DOMAINS)
        throw invalidValue('/domains', `must contain 1 to ${MAX_DOMAINS} domains`);
      const entries = raw.map((input) => ({ input, ...parsePastedDomain(input) }));
      const domains = [...new Set(entries.flatMap(({ domain }) => domain ?? []))];
      const put = await putDomains(client, this.#tools.quotas, { caller, list, kind, at }, domains);
      return {
        ...put,
        invalid: entries.flatMap(({ input, reason }) => (reason === undefined ? [] : { input, reason })),
      };
    });
  }

  /**
   * Removes a domain that was added, or lifts its exclusion. A domain that is stored exactly as it is sent goes first:
   * what the list shows can be removed, even if it is not a valid domain.
   *
   * @throws Fault domain_not_found
   */
  remove(caller: Caller, listId: number, kind: DomainKind, raw: string): Promise<List> {
    return changeList(this.#tools, caller, listId, 'editor', async (client, list, at) => {
      const exact = isStorable(raw) ? raw : '';
      const { rows } = await client.query<{ domain: string }>({
        name: 'list_domain_take',
        text: `DELETE FROM list_domain WHERE list_id = $1 AND domain = (
            SELECT domain FROM list_domain
            WHERE list_id = $1 AND kind = $2::list_domain_kind AND domain IN ($3, $4)
            ORDER BY domain = $3 DESC LIMIT 1)
          RETURNING domain`,
        values: [listId, kind, exact, parsePastedDomain(raw).domain ?? exact],
      });
      const domain = rows[0]?.domain;
      if (domain === undefined)
        throw new Fault('domain_not_found', `Domain not found among the ${kind} domains of this list.`);
      return touch(client, caller, list, ACTIONS[kind].remove, { domain }, at);
    });
  }
}

/** Counts the domains of a list, added and excluded together. */
export async function countDomains(client: PoolClient, listId: number): Promise<number> {
  const { rows } = await client.query<{ total: number }>({
    name: 'list_domains_total',
    text: 'SELECT count(*)::int AS total FROM list_domain WHERE list_id = $1',
    values: [listId],
  });
  return rows[0]?.total ?? 0;
}

/** Raises the revision, as the members may have changed, and records why. @returns the list as it is from now on. */
async function touch(
  client: PoolClient,
  caller: PutInto['caller'],
  list: List,
  action: DomainAction,
  details: DetailsOf<DomainAction>,
  at: Date,
): Promise<List> {
  const revision = list.revision + 1;
  await client.query({
    name: 'list_set_revision',
    text: eventSql(
      `${RAISE_ABOVE}changed AS (UPDATE list SET revision = $8, updated_at = $6 WHERE id = $3), `,
    ),
    values: [...eventValues(caller, list.listId, action, details, at), revision],
  });
  return { ...list, revision, updatedAt: at };
}
