import { createHash } from 'node:crypto';

/** Names up to this length, in characters, stay as they are. */
const LONGEST = 256;

/**
 * A name of bounded length for what a name tells apart: 250 values of a condition can make 25,000 characters. The
 * SHA-256 of a long one takes its place; two names with one digest are not to be expected.
 */
export function shortName(name: string): string {
  if (name.length <= LONGEST) return name;
  return `sha256\0${createHash('sha256').update(name).digest('base64')}`;
}

/** What a string takes up in memory: V8 stores a character in one byte, or all in two where one needs it. */
export function bytesOfString(text: string): number {
  return STRING_HEADER + (NOT_LATIN1.test(text) ? 2 : 1) * text.length;
}

const STRING_HEADER = 16;
const NOT_LATIN1 = /[^\0-\xff]/;
