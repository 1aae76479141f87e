import { useIsAdmin, useViewer } from '../../api/viewer.ts';
import type { FileJobQuery, JobKind } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { filesText } from '../../text/files.ts';
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
  price === 0 ? filesText.free : filesText.credits(price, formatNumber(price));
