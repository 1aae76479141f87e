import { createHash } from 'node:crypto';

/** Names up to this length, in characters, are their own keys. */
const MAX_LENGTH = 256;

/**
 * Returns a cache key of bounded length. The name of a condition with 250 values can have 25,000 characters; a long
 * name is replaced by its SHA-256, which is unique in practice.
 */
export function toCacheKey(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  return `sha256\0${createHash('sha256').update(name).digest('base64')}`;
}

/** Returns the heap size of a string: V8 stores one byte a character, or two when any character needs them. */
export function stringBytes(text: string): number {
  return STRING_HEADER + (NOT_LATIN1.test(text) ? 2 : 1) * text.length;
}

const STRING_HEADER = 16;
const NOT_LATIN1 = /[^\0-\xff]/;
