import { useIsAdmin, useViewer } from '../../api/viewer.ts';
import type { FileJobQuery, JobKind, JobRowFilter, UpdateJobInput } from '../../generated/graphql.ts';
import { counted } from '../../lib/format.ts';
import { useOwnFields } from '../../ui/own-fields.tsx';

export type Job = NonNullable<FileJobQuery['job']>;

/** Kinds that cost nothing: their rows can be matched again after the end. */
const FREE: readonly JobKind[] = ['MATCH', 'ADD_TO_LIST', 'SET_FIELDS'];

/** Whether the rows can be matched again, with other columns or choices. Rows that were charged stay as they are. */
export const canRematch = ({ status, kind, stopped }: Job): boolean =>
  !stopped && (status === 'AWAITING_APPROVAL' || (status === 'DONE' && FREE.includes(kind)));

/** Whether the caller may change a job that they see: as its creator or an admin. */
export function useCanChange({ createdBy }: Job): boolean {
  const me = useViewer().data?.viewer.user.userId;
  return useIsAdmin() || (createdBy != null && createdBy.userId === me);
}

/** Own fields of the organization, which files can write to. */
export const useWritableFields = () => useOwnFields().filter(({ key }) => key.startsWith('org.'));

/** Says a price in credits. */
export const priceText = (price: number): string =>
  price === 0 ? 'free' : counted(price, 'credit', 'credits');

export const OUTCOMES = ['MATCHED', 'DUPLICATE', 'UNMATCHED', 'INVALID'] as const;

export const OUTCOME_NAMES = {
  MATCHED: 'Matched',
  DUPLICATE: 'of these repeated',
  UNMATCHED: 'Not found',
  INVALID: 'Empty or unreadable',
} as const;

/** Number of rows of an outcome; undefined: of all. */
export function countOf({ counts }: Job, outcome?: JobRowFilter): number {
  const { rows, matched, duplicates, unmatched, invalid } = counts;
  const numbers = { MATCHED: matched, DUPLICATE: duplicates, UNMATCHED: unmatched, INVALID: invalid };
  return outcome ? numbers[outcome] : rows;
}

const EXPLAIN = {
  RECEIVING: 'The file is on its way to the service.',
  MATCHING: 'The service finds the company of each row. You can leave this page.',
  AWAITING_APPROVAL: 'All rows are matched. Look at them, correct what is wrong, and run the job.',
  RUNNING: 'The service works on the rows. You can leave this page.',
  DONE: 'Every row has its result.',
  FAILED: 'Rows that were done keep their results.',
  CANCELLED: 'Rows that were done keep their results.',
} as const;

/** Says what a state means, and what a job with a price has charged. The columns of a job that stopped stay as they are. */
export function explain({ kind, status, stopped, creditsCharged, estimate }: Job): string {
  const isPaid = kind === 'ENRICH' || kind === 'EXPORT';
  const charged = `${creditsCharged === 0 ? 'Nothing' : priceText(creditsCharged)} ${creditsCharged > 1 ? 'were' : 'was'} charged`;
  if (stopped && status === 'AWAITING_APPROVAL') {
    const rest = estimate?.creditsRequired ?? 0;
    return `${charged}, the rest ${rest === 0 ? 'is free' : `costs ${priceText(rest)}`}. Run the job to go on.`;
  }
  const isOver = status === 'DONE' || status === 'FAILED' || status === 'CANCELLED';
  return isOver && isPaid ? `${EXPLAIN[status]} ${charged}.` : EXPLAIN[status];
}

/** A company that was chosen for a row. */
export interface Chosen {
  companyId: number;
  label: string;
}

/** Changes of a job that were made on its page and not sent yet. */
export interface Changes {
  /** Field of columns by their index; null: the column is only passed on. */
  readonly columns: ReadonlyMap<number, string | null>;
  /** Company of rows; null: none. */
  readonly choices: ReadonlyMap<number, Chosen | null>;
  readonly leaveOut?: readonly JobRowFilter[];
  readonly minConfidence?: number;
}

export const NO_CHANGES: Changes = { columns: new Map(), choices: new Map() };

export interface ChangesProps {
  job: Job;
  changes: Changes;
  onChange: (changes: Changes) => void;
}

/** Number of things that are changed. */
export const sizeOf = ({ columns, choices, leaveOut, minConfidence }: Changes): number =>
  columns.size + choices.size + (leaveOut ? 1 : 0) + (minConfidence === undefined ? 0 : 1);

/** Returns the map with a value; without it if it is what the service has. */
export function withValue<Value>(
  map: ReadonlyMap<number, Value>,
  key: number,
  value: Value,
  isStored: boolean,
): ReadonlyMap<number, Value> {
  const next = new Map(map).set(key, value);
  if (isStored) next.delete(key);
  return next;
}

/** Returns the input of `updateJob`. Choices replace all earlier ones, so that those go along. */
export function inputOf({ jobId, choices: earlier }: Job, changes: Changes): UpdateJobInput {
  const { columns, choices, leaveOut, minConfidence } = changes;
  const chosen = new Map([
    ...earlier.map(({ row, companyId }) => [row, companyId ?? null] as const),
    ...[...choices].map(([row, company]) => [row, company?.companyId ?? null] as const),
  ]);
  return {
    jobId,
    ...(columns.size > 0 && {
      columns: [...columns].map(([index, field]) => ({ column: String(index), field })),
    }),
    ...(choices.size > 0 && { choices: [...chosen].map(([row, companyId]) => ({ row, companyId })) }),
    ...(leaveOut && { leaveOut: [...leaveOut] }),
    ...(minConfidence !== undefined && { minConfidence }),
  };
}
