/** Whether arrays and objects stand in each other more than `limit` levels deep. Needs no stack of its own. */
export function isNestedBeyond(value: unknown, limit: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
