import { listNameText } from '../text/list-name.ts';

const MAX_LENGTH = 200;

/** Returns why a text cannot be the name of a list; undefined if it can. The service counts code points, after trimming. */
export function faultOfName(name: string): string | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return listNameText.missing;
  return length > MAX_LENGTH ? listNameText.tooLong(length) : undefined;
}
