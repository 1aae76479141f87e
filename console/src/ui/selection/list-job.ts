import type { useNavigate } from '@tanstack/react-router';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { upload } from '../../api/upload.ts';
import type { MemberTier } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { selectionText as text } from '../../text/selection.ts';
import { notifyWithAction } from '../notify.ts';

/** Members of a list, without loading them. */
export interface ListMembers {
  listId: string;
  tier?: MemberTier | undefined;
  /** Text that their names or domains contain. */
  search?: string | undefined;
  /** Their number. */
  count: number;
}

/**
 * Makes a job of the members of a list, which runs at once. It adds them to the list `to`, or gives them values by the keys of
 * fields of the organization (`set`), where null clears. @returns its id. @throws CompanyDataError
 */
export async function createListJob({
  from,
  to,
  set = {},
}: {
  from: ListMembers;
  to?: number;
  set?: Readonly<Record<string, unknown>>;
}): Promise<number> {
  const query = new URLSearchParams({
    kind: to === undefined ? 'set_fields' : 'add_to_list',
    max_credits: '0',
    source_list_id: from.listId,
  });
  if (to !== undefined) query.set('list_id', String(to));
  if (from.tier) query.set('tier', from.tier.toLowerCase());
  if (from.search) query.set('search', from.search);
  for (const [key, value] of Object.entries(set)) query.append('set', `${key}=${cellOf(value)}`);
  const { job_id: jobId } = (await upload(`/v1/jobs?${query}`, null, {
    headers: { 'Idempotency-Key': randomId() },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })) as { job_id: number };
  return jobId;
}

/** Writes a value as a cell of a file has it. */
function cellOf(value: unknown): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Says that a job for so many companies has begun, and leads to it. */
export function notifyJob(jobId: number, count: number, navigate: ReturnType<typeof useNavigate>): void {
  const run = () => navigate({ to: '/app/files/$jobId', params: { jobId: String(jobId) } });
  notifyWithAction(text.jobBegan(count, formatNumber(count)), { label: text.openJob, run });
}
