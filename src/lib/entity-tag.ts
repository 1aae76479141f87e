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

/** A tag of a header, or a list of them. */
interface SentTag {
  isWeak: boolean;
  /** With its quotes. */
  opaque: string;
}

/**
 * RFC 9110, 8.8.3: visible characters except quotes, and bytes that were meant as Latin 1 or UTF-8. Clients also send a
 * number without its quotes, which can mean but one tag.
 */
const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")|\d+(?=[ \t]*(?:,|$))/gy;
const BETWEEN = /[ \t]*,[ \t,]*/y;

/**
 * Parses the value of If-Match or If-None-Match; Node joins several lines of a header by commas. Everything after the
 * first malformed tag is ignored, so that such a header matches less than its sender meant, and never more.
 *
 * @returns `*` for any representation.
 */
function parseTags(header: string): '*' | SentTag[] {
  const list = header.trim().replace(/^[ \t,]+/, '');
  if (list === '*') return '*';
  const tags: SentTag[] = [];
  for (let at = 0; ; at = BETWEEN.lastIndex) {
    TAG.lastIndex = at;
    const tag = TAG.exec(list);
    if (!tag) return tags;
    tags.push({ isWeak: tag[1] !== undefined, opaque: tag[2] ?? `"${tag[0]}"` });
    BETWEEN.lastIndex = TAG.lastIndex;
    if (!BETWEEN.test(list)) return tags;
  }
}

/** Returns whether an If-None-Match header names the current representation, by weak comparison (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, current: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = parseTags(ifNoneMatch);
  const wanted = current.startsWith('W/') ? current.slice(2) : current;
  return tags === '*' || tags.some(({ opaque }) => opaque === wanted);
}

/**
 * Returns the strong tags that an If-Match header names: weak ones match nothing there (RFC 9110, 13.1.1). An empty or
 * malformed header names none.
 *
 * @returns undefined when any representation will do.
 */
export function strongTagsOf(ifMatch: string | undefined): string[] | undefined {
  const tags = ifMatch === undefined ? '*' : parseTags(ifMatch);
  if (tags === '*') return undefined;
  return tags.flatMap(({ isWeak, opaque }) => (isWeak ? [] : [opaque]));
}
