import type { Tier } from '../members/snapshot.ts';

/** Most characters of a list's name in a file name. Four bytes each and the suffix stay within 255 bytes, a common limit. */
const MAX_CHARACTERS = 55;

/** Characters that some file system or shell refuses, and control and format characters, which could hide a suffix. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"'`*/:<>?\\|]+/gu;

/** Returns the file name of an export: the name of the list, without what a file name cannot hold, and the tier. */
export function fileNameOf(listName: string, listId: number, tier: Tier | null): string {
  const allowed = listName
    .replace(REFUSED, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const name = [...allowed].slice(0, MAX_CHARACTERS).join('').trimEnd();
  return `${name || `list-${listId}`}${tier ? `-${tier}` : ''}.csv`;
}
