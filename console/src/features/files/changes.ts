import type { JobRowFilter, UpdateJobInput } from '../../generated/graphql.ts';
import type { Job } from './job.ts';

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
