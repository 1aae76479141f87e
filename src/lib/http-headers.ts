import { hash } from 'node:crypto';
import { parse } from 'node:querystring';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { encodeExtended } from 'content-disposition';

/** Supported content codings, the one that compresses best first. */
export const CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CODINGS)[number];

/** Below this size, compression saves less than its headers add (contract, section 1). */
export const MIN_COMPRESSED_BYTES = 1024;

/**
 * Chooses the content coding of a response (RFC 9110, 12.5.3): the highest weight, then the order of `codings`.
 *
 * @param codings those that the response can have.
 */
export function chooseCoding(
  header: string | string[] | undefined,
  codings: readonly ContentCoding[] = CODINGS,
): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map(String(header).toLowerCase().split(',').map(parseItem));
  // A header that does not mention identity accepts it as the last choice.
  const identity = weights.get('identity') ?? 0;
  let best: ContentCoding | undefined;
  let most = 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight <= most || weight < identity) continue;
    best = coding;
    most = weight;
  }
  return best;
}

function parseItem(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = partsOf(item);
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const number = weight === undefined ? 1 : Number(weight);
  return [coding, number >= 0 && number <= 1 ? number : 0];
}

/**
 * Splits a value of a header from its parameters: `text/csv; charset=utf-8`. A regular expression such as `\s*;` takes
 * quadratic time for a long run of blanks without a semicolon, which any caller can send.
 */
export function partsOf(value: string): string[] {
  return value.split(';').map((part) => part.trim());
}

/** Levels that compress a megabyte in about 20 ms (contract, section 1). */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };
const GZIP = { level: 6 };

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compresses a complete body on a thread of Node's pool. */
export function compress(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(bytes, GZIP);
  return brotli(bytes, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

/** Bounds the memory of a Brotli stream: its window has 2^18 bytes, 256 KiB, instead of 4 MiB. */
const STREAM_WINDOW_BITS = 18;

/**
 * Creates a stream that compresses what is written to it. It flushes after every write, so that the client can read each
 * part as soon as the source has it.
 */
export function createCompressor(coding: ContentCoding): Transform {
  if (coding === 'gzip') return createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    params: { ...BROTLI, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS },
    flush: constants.BROTLI_OPERATION_FLUSH,
  });
}

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

/**
 * Parses the query of a URL into a plain object. `parse` returns one without a prototype, which zod does not accept.
 *
 * @param lists parameters that may be repeated, each of which becomes a list.
 */
export function queryOf(url = '', lists: readonly string[] = []): Record<string, unknown> {
  const start = url.indexOf('?');
  const query: Record<string, unknown> = start < 0 ? {} : { ...parse(url.slice(start + 1)) };
  for (const name of lists) if (typeof query[name] === 'string') query[name] = [query[name]];
  return query;
}

/**
 * Writes a Content-Disposition for a download (RFC 6266): the name for current clients in `filename*`, and one in ASCII
 * for those that do not read it.
 */
export function attachment(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}
