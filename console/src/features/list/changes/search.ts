export const CHANGE_KINDS = ['entered', 'left', 'tierChanged'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** State of the page that a link carries. */
export interface ChangesSearch {
  /** Id of the materialization to compare with; the one before the current unless given. */
  since?: string;
  /** Id of the materialization that is compared with it; the current one unless given. */
  until?: string;
  kind?: ChangeKind;
  /** Number of the page, from 1. */
  page?: number;
}

export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  const kind = CHANGE_KINDS.find((each) => each === search.kind);
  const page = Number(search.page);
  return {
    ...(search.since !== undefined && { since: String(search.since) }),
    ...(search.until !== undefined && { until: String(search.until) }),
    ...(kind !== undefined && { kind }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  };
}
