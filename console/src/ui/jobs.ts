import type { JobHeadFragment, JobStatus } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { filesText } from '../text/files.ts';
import { useListName } from './use-list-name.ts';

/** Milliseconds between two looks at a job on which the service works. */
export const WATCH_MS = 1_000;

const WORKING: readonly JobStatus[] = ['RECEIVING', 'MATCHING', 'RUNNING'];

export const isWorking = ({ status }: Pick<JobHeadFragment, 'status'>): boolean => WORKING.includes(status);

/** Names a job after its file, one without a name after its first company, and an export after its list. */
export function useJobName(job: JobHeadFragment | null | undefined): string {
  const list = useListName((job?.kind === 'EXPORT' && job.listId) || undefined);
  if (!job) return filesText.title;
  if (list !== undefined) return filesText.exportOf(list);
  const { jobId, name, columns, counts } = job;
  if (name !== null) return name;
  const texts = ['name', 'domain', 'url', 'email'].flatMap(
    (field) => columns.find((column) => column.field === field)?.samples ?? [],
  );
  const [first = filesText.nameless(jobId)] = texts;
  return filesText.name(first, counts.rows > 1 ? formatNumber(counts.rows - 1) : undefined);
}
