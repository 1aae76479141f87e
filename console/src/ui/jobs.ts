import type { JobHeadFragment, JobStatus } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format.ts';
import { useListName } from './use-list-name.ts';

/** Milliseconds between two looks at a job on which the service works. */
export const WATCH_MS = 1_000;

export const JOB_KINDS = {
  ENRICH: 'Add their partners',
  MATCH: 'Only find the companies, free',
  ADD_TO_LIST: 'Add to a list, free',
  SET_FIELDS: 'Write to own fields, free',
  EXPORT: 'Export a list',
} as const;

export const JOB_STATES = {
  RECEIVING: 'Uploading',
  MATCHING: 'Matching',
  AWAITING_APPROVAL: 'Waits for you',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
} as const;

const WORKING: readonly JobStatus[] = ['RECEIVING', 'MATCHING', 'RUNNING'];

export const isWorking = ({ status }: Pick<JobHeadFragment, 'status'>): boolean => WORKING.includes(status);

/** Names a job after its file, one without a name after its first company, and an export after its list. */
export function useJobName(job: JobHeadFragment | null | undefined): string {
  const list = useListName((job?.kind === 'EXPORT' && job.listId) || undefined);
  if (!job) return 'Files';
  if (list !== undefined) return `Export of “${list}”`;
  const { jobId, name, columns, counts } = job;
  if (name !== null) return name;
  const texts = ['name', 'domain', 'url', 'email'].flatMap(
    (field) => columns.find((column) => column.field === field)?.samples ?? [],
  );
  const [first = `Job ${jobId}`] = texts;
  return counts.rows > 1 ? `${first} and ${formatNumber(counts.rows - 1)} more` : first;
}
