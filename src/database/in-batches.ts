/** Rows that one statement removes. Few, so that no other statement waits long. */
export const BATCH = 1000;

/**
 * Repeats a statement that removes at most `BATCH` rows, until none are left.
 *
 * @returns the number of rows.
 */
export async function inBatches(remove: () => Promise<{ rowCount: number | null }>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await remove();
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}
