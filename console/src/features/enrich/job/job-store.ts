import { listWorkKeys, readWork, removeWorkBelow, writeWork } from '../../../api/storage.ts';
import type { EnrichMutation } from '../../../generated/graphql.ts';
import type { Batch, Job } from './job.ts';

export type Enrichment = NonNullable<EnrichMutation['enrichPartnerships']>;
type Result = Enrichment['results'][number];
export type Partner = Result['partnerships'][number];
/** Result for one domain, without its partners. */
export type ResultRow = Omit<Result, 'partnerships'>;

/** The job without its domains: it is written after every step, and they never change. */
interface JobHead extends Omit<Job, 'batches'> {
  readonly batches: readonly Omit<Batch, 'domains'>[];
}
type DomainsByKey = Readonly<Record<string, readonly string[]>>;

/**
 * The jobs of one caller in this browser.
 *
 * @param caller id of a person; nobody sees the jobs of another.
 */
export function jobStore(caller: string) {
  const prefix = `job:${caller}:`;
  const headKey = (id: string) => `${prefix}head:${id}`;
  const domainsKey = (id: string) => `${prefix}data:${id}:domains`;
  const rowsKey = (id: string, key: string) => `${prefix}data:${id}:rows:${key}`;
  const partnersKey = (id: string, key: string) => `${prefix}data:${id}:partners:${key}`;

  async function read(id: string): Promise<Job | undefined> {
    const head = await readWork<JobHead>(headKey(id));
    const domains = head && (await readWork<DomainsByKey>(domainsKey(id)));
    if (!head || !domains) return undefined;
    return {
      ...head,
      batches: head.batches.map((batch) => ({ ...batch, domains: domains[batch.key] ?? [] })),
    };
  }

  return {
    read,

    /** Lists the jobs, the latest first. */
    async list(): Promise<Job[]> {
      const keys = await listWorkKeys(headKey(''));
      const jobs = await Promise.all(keys.map((key) => read(key.slice(headKey('').length))));
      return jobs
        .filter((job) => job !== undefined)
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    },

    /** Keeps the domains of a job that is new, or whose batches were split. Call it before `write`. */
    async writeDomains({ id, batches }: Job): Promise<void> {
      const known = await readWork<DomainsByKey>(domainsKey(id));
      const domains = Object.fromEntries(batches.map((batch) => [batch.key, batch.domains]));
      // Batches that were split stay readable for a head that was written before.
      await writeWork(domainsKey(id), { ...known, ...domains });
    },

    async write(job: Job): Promise<void> {
      const batches = job.batches.map(({ domains: _, ...batch }) => batch);
      await writeWork(headKey(job.id), { ...job, batches } satisfies JobHead);
    },

    async writeResults(id: string, key: string, results: readonly Result[]): Promise<void> {
      const rows = results.map(({ partnerships: _, ...row }) => row);
      await writeWork(
        partnersKey(id, key),
        results.map(({ partnerships }) => partnerships),
      );
      await writeWork(rowsKey(id, key), rows);
    },

    async readRows(id: string, key: string): Promise<readonly ResultRow[]> {
      return (await readWork<ResultRow[]>(rowsKey(id, key))) ?? [];
    },

    /** Reads the partners of each domain of a batch, in the order of its rows. */
    async readPartners(id: string, key: string): Promise<readonly (readonly Partner[])[]> {
      return (await readWork<Partner[][]>(partnersKey(id, key))) ?? [];
    },

    async remove(id: string): Promise<void> {
      await removeWorkBelow(headKey(id));
      await removeWorkBelow(`${prefix}data:${id}:`);
    },
  };
}

export type JobStore = ReturnType<typeof jobStore>;
