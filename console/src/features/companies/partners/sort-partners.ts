import { textKey } from '../../../../../src/lib/text-key.ts';

/** Parts of a partnership by which a table of partners is sorted and searched. */
interface SortedPartner {
  readonly partnerName: string;
  readonly firstObservedAt: string;
  readonly lastObservedAt: string;
  readonly observationCount: number;
  readonly partner: { readonly firmographics: { readonly industry?: string | null | undefined } };
}

export type PartnerColumn = 'name' | 'first' | 'last' | 'count';

export interface PartnerSort {
  column: PartnerColumn;
  isDescending: boolean;
}

/** The order in which the service gives them. */
export const LATEST_FIRST: PartnerSort = { column: 'last', isDescending: true };

const COMPARE: Readonly<Record<PartnerColumn, (a: SortedPartner, b: SortedPartner) => number>> = {
  name: (a, b) => a.partnerName.localeCompare(b.partnerName),
  first: (a, b) => Date.parse(a.firstObservedAt) - Date.parse(b.firstObservedAt),
  last: (a, b) => Date.parse(a.lastObservedAt) - Date.parse(b.lastObservedAt),
  count: (a, b) => a.observationCount - b.observationCount,
};

/** Returns the partners whose name or industry has a text, in an order. Equal ones keep theirs. */
export function findPartners<P extends SortedPartner>(
  partners: readonly P[],
  search: string,
  { column, isDescending }: PartnerSort,
): P[] {
  const text = textKey(search.trim());
  const has = (value: string | null | undefined) => textKey(value ?? '').includes(text);
  const sign = isDescending ? -1 : 1;
  return partners
    .filter(
      ({ partnerName, partner }) => text === '' || has(partnerName) || has(partner.firmographics.industry),
    )
    .sort((a, b) => sign * COMPARE[column](a, b));
}

/** Returns the order after a column was pressed: numbers and days begin with the largest; a second press turns it round. */
export function nextPartnerSort(current: PartnerSort, column: PartnerColumn): PartnerSort {
  if (current.column === column) return { column, isDescending: !current.isDescending };
  return { column, isDescending: column !== 'name' };
}
