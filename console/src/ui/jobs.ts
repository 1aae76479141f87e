import type { JobHeadFragment, JobStatus } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { filesText } from '../text/files.ts';
import { useListName } from './use-list-name.ts';

/** Milliseconds between two looks at a job on which the service works. */
export const WATCH_MS = 1_000;

const WORKING: readonly JobStatus[] = ['RECEIVING', 'MATCHING', 'RUNNING'];

export const isWorking = ({ status }: Pick<JobHeadFragment, 'status'>): boolean => WORKING.includes(status);

/** Names a job after the first company in its file, since uploads have no names; an export after its list. */
export function useJobName(job: JobHeadFragment | null | undefined): string {
  const list = useListName((job?.kind === 'EXPORT' && job.listId) || undefined);
  if (!job) return filesText.title;
  if (list !== undefined) return filesText.exportOf(list);
  const { jobId, columns, counts } = job;
  const texts = ['name', 'domain', 'url', 'email'].flatMap(
    (field) => columns.find((column) => column.field === field)?.samples ?? [],
  );
  const [first = filesText.nameless(jobId)] = texts;
  return filesText.name(first, counts.rows > 1 ? formatNumber(counts.rows - 1) : undefined);
}
