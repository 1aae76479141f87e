/** Largest id of a row that is a 4-byte integer. */
export const MAX_ROW_ID = 2 ** 31 - 1;

/** Converts an id to the number of a row. A malformed id becomes 0, which matches no row and yields the usual 404. */
export function toRowId(id: string | number): number {
  const number = Number(id);
  return Number.isInteger(number) && number > 0 && number <= MAX_ROW_ID ? number : 0;
}
