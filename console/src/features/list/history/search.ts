/** State of the page that a link carries: the versions that are compared. */
export interface HistorySearch {
  /** Earlier version; the one before `to` unless given. */
  from?: number;
  /** Later version; the current one unless given. */
  to?: number;
}

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const version = (key: string) => {
    const number = Number(search[key]);
    return Number.isInteger(number) && number > 0 ? number : undefined;
  };
  const [from, to] = [version('from'), version('to')];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
