import { hash } from 'node:crypto';

/** 96 bits: collisions between representations of one resource are negligible. */
const LENGTH = 16;

/** Returns the strong entity tag of a representation, computed from its content. */
export function entityTagOf(content: string | Uint8Array): string {
  return `"${hash('sha256', content, 'base64url').slice(0, LENGTH)}"`;
}

/**
 * Returns the entity tag of a compressed representation: `"3-gzip"` for `"3"`. Strong tags must differ between the
 * codings of a representation (RFC 9110, 8.8.3.3).
 */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

/** RFC 9110, 8.8.3: visible characters except quotes, and bytes that were meant as Latin 1 or UTF-8. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/gy;
const BETWEEN = /[ \t]*,[ \t,]*/y;

/**
 * Returns whether an If-None-Match header names the current representation (RFC 9110, 13.1.2). The header is `*` or a
 * list of tags, which are compared weakly. Everything after the first malformed tag is ignored.
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
