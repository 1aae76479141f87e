import { hash } from 'node:crypto';

/** 96 bits: no two representations of a resource share a tag by chance. */
const LENGTH = 16;

/** The strong entity tag of a representation: the same bytes, the same tag. */
export function entityTagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, LENGTH)}"`;
}

/** RFC 9110, 8.8.3: anything visible but quotes, and what was meant as Latin 1 or UTF-8. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/gy;
const BETWEEN = /[ \t]*,[ \t,]*/y;

/**
 * Whether an If-None-Match names the representation that the caller would get (RFC 9110, 13.1.2): `*`, or one of a list
 * of tags by weak comparison. What comes after something that is no tag is not read.
 */
export function isFresh(ifNoneMatch: string | undefined, current: string): boolean {
  const list = ifNoneMatch?.trim().replace(/^[ \t,]+/, '');
  if (list === undefined) return false;
  if (list === '*') return true;
  const wanted = opaque(current);
  let at = 0;
  for (;;) {
    TAG.lastIndex = at;
    const tag = TAG.exec(list);
    if (!tag) return false;
    if (tag[1] === wanted) return true;
    BETWEEN.lastIndex = TAG.lastIndex;
    if (!BETWEEN.test(list)) return false;
    at = BETWEEN.lastIndex;
  }
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
