import { isObject } from './property.ts';

/** Returns whether arrays and objects are nested more than `limit` levels deep. Does not recurse, to spare the stack. */
export function isNestedBeyond(value: unknown, limit: number): boolean {
  let level: object[] = isObject(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}
