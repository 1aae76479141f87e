import { common } from '../text/common.ts';

const MAX_LENGTH = 200;

/** Returns why a text cannot be the name of a list; undefined if it can. The service counts code points, after trimming. */
export function faultOfName(name: string): string | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return common.listName.missing;
  return length > MAX_LENGTH ? common.listName.tooLong(length) : undefined;
}
