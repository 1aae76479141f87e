import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

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
  const [coding = '', ...parameters] = item.trim().split(/\s*;\s*/);
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const number = weight === undefined ? 1 : Number(weight);
  return [coding, number >= 0 && number <= 1 ? number : 0];
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
