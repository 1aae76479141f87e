import { z } from 'zod';
import type { PoolClient, Queryable } from '../../database/client.ts';
import { lockListRow, requireList } from '../lists/access.ts';
import { countDomains, MAX_DOMAINS, putDomains } from '../lists/domains/service.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { RowValues } from './job.ts';
import type { StoredJob } from './queries.ts';
import type { KindRun } from './run-chunk.ts';

const LIST_OUTCOME = z.enum(['added', 'already']);
/** What became of the company of a row. */
export type ListOutcome = z.infer<typeof LIST_OUTCOME>;

/** Returns what became of the company of a row; null for rows of other kinds and without a company. */
export function listOutcomeOf(values: RowValues | undefined): ListOutcome | null {
  return LIST_OUTCOME.safeParse(values?.list).data ?? null;
}

/** Creates the kind that adds the companies of a file to a list, once, when all rows are done (contract, section 14). */
export function createAddToList(quotas: Quotas): KindRun {
  return {
    /** Says what the list is like now. If others change it before the job ends, `finish` corrects the rows. */
    prepare:
      async (_db, _job, rows) =>
      async (client, { listId }) => {
        const domains = [...new Set(rows.flatMap(({ company }) => company?.domain ?? []))];
        const listed = await readListed(client, listId, domains);
        return {
          values: rows.map(({ company }) => (company ? { list: outcomeOf(listed, company.domain) } : {})),
        };
      },

    // Whoever deletes the list locks it first, and then the jobs that name it.
    lock: async (client, job) => {
      if (job.listId !== null) await lockListRow(client, job, job.listId);
    },

    finish: async (client, job, at) => {
      const { organizationId, listId } = job;
      // Only users make such jobs.
      const caller = { organizationId, userId: job.userId ?? 0 };
      let list = await requireList(client, caller, listId ?? 0, 'editor');
      const parts = await readExpected(client, job, quotas.limits.list_domains);
      // All of them count, so that the refusal does not speak of a part.
      const needed = parts.reduce((sum, { missing }) => sum + missing, 0);
      await quotas.assertRoom('list_domains', needed, () => countDomains(client, list.listId));
      const report = { added: 0, already: 0 };
      const wrong = new Map<string, ListOutcome>();
      for (const { domains } of parts) {
        const expected: Expected = new Map(JSON.parse(domains));
        const listed = await readListed(client, listId, [...expected.keys()]);
        const added = [...expected.keys()].filter((domain) => outcomeOf(listed, domain) === 'added');
        if (added.length > 0)
          ({ list } = await putDomains(client, quotas, { caller, list, kind: 'added', at }, added));
        for (const [domain, said] of expected)
          if (said !== outcomeOf(listed, domain)) wrong.set(domain, outcomeOf(listed, domain));
        report.added += added.length;
        report.already += expected.size - added.length;
      }
      await correct(client, job, wrong);
      return report;
    },
  };
}

/** Domains of rows, each with what the rows say of it; null if they differ. */
type Expected = ReadonlyMap<string, ListOutcome | null>;

/** Domains that are handled together: parsed in one turn of the event loop, and named by one event of the list. */
interface ExpectedPart {
  /** JSON array of the entries of `Expected`. */
  domains: string;
  /** Number of those that the list does not have, neither added nor excluded. */
  missing: number;
}

/** Domains of a list, by what they are there. */
type Listed = ReadonlyMap<string, 'added' | 'excluded'>;

/** Returns what adding a domain does. An excluded one is let in again. */
function outcomeOf(listed: Listed, domain: string): ListOutcome {
  return listed.get(domain) === 'added' ? 'already' : 'added';
}

async function readListed(
  client: Queryable,
  listId: number | null,
  domains: readonly string[],
): Promise<Listed> {
  const { rows } = await client.query<{ domain: string; kind: 'added' | 'excluded' }>({
    name: 'job_listed',
    text: 'SELECT domain, kind FROM list_domain WHERE list_id = $1 AND domain = ANY ($2::text[])',
    values: [listId, domains],
  });
  return new Map(rows.map(({ domain, kind }) => [domain, kind]));
}

/**
 * Reads the domains of a job, in parts.
 *
 * @param limit domains that a list may have. One more shows that they do not fit.
 */
async function readExpected(
  client: Queryable,
  { jobId, listId }: StoredJob,
  limit: number | undefined,
): Promise<ExpectedPart[]> {
  const { rows } = await client.query<ExpectedPart>({
    name: 'job_list_domains',
    text: `WITH said AS (
        SELECT o.value -> 'values' ->> 'domain' AS domain, o.value -> 'values' ->> 'list' AS list
        FROM job_outcome p CROSS JOIN LATERAL json_array_elements(p.outcomes::json) o WHERE p.job_id = $1
      ), each AS (
        SELECT domain, CASE WHEN min(list) = max(list) THEN min(list) END AS list, row_number() OVER (ORDER BY domain) - 1 AS n
        FROM said WHERE domain IS NOT NULL GROUP BY domain ORDER BY domain LIMIT $2
      )
      SELECT json_agg(json_build_array(e.domain, e.list) ORDER BY e.n)::text AS domains,
        count(*) FILTER (WHERE d.domain IS NULL)::int AS missing
      FROM each e LEFT JOIN list_domain d ON d.list_id = $3 AND d.domain = e.domain
      GROUP BY e.n / ${MAX_DOMAINS} ORDER BY e.n / ${MAX_DOMAINS}`,
    values: [jobId, limit === undefined ? null : limit + 1, listId],
  });
  return rows;
}

/** Corrects what rows say of domains that others added, removed or excluded after the rows were done. */
async function correct(
  client: PoolClient,
  { jobId }: StoredJob,
  outcomes: ReadonlyMap<string, ListOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  await client.query({
    name: 'job_correct_list',
    text: `UPDATE job_outcome p SET outcomes = (
        SELECT json_agg(CASE WHEN w.domain IS NULL THEN o.value::jsonb
          ELSE jsonb_set(o.value::jsonb, '{values,list}', to_jsonb(w.list)) END ORDER BY o.n)::text
        FROM json_array_elements(p.outcomes::json) WITH ORDINALITY o (value, n)
        LEFT JOIN unnest($2::text[], $3::text[]) AS w (domain, list) ON w.domain = o.value -> 'values' ->> 'domain')
      WHERE p.job_id = $1 AND EXISTS (
        SELECT FROM json_array_elements(p.outcomes::json) o WHERE o.value -> 'values' ->> 'domain' = ANY ($2::text[]))`,
    values: [jobId, [...outcomes.keys()], [...outcomes.values()]],
  });
}
