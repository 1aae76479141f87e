import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress, ZstdErrorCode } from 'fzstd';
import { propertyOf } from '../../../lib/property.ts';

const OUTPUT_BYTES = 1024 * 1024;
const ZSTD_MAGIC = 0xfd2fb528;
/** Maximum length of the header of a zstd frame, with its magic number. */
const MAX_HEADER_BYTES = 18;
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
/** Bytes that are decompressed at once. Few, because a block of zstd, four bytes at least, becomes up to 128 KiB. */
const ZSTD_INPUT_BYTES = 4096;

/** Reads at least `length` bytes, if there are as many. @returns them, and the complete source. */
export async function peek(
  source: AsyncIterable<Buffer>,
  length: number,
): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  const rest = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const next = await rest.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const whole = async function* () {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  return { head: Buffer.concat(chunks), whole: whole() };
}

/** Decompresses gzip and zstd, which the first bytes show. Other data is passed on as it is. */
export async function* decompress(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(raw, MAX_HEADER_BYTES);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
    // Reading from gunzip throws the failure of any part.
    pipeline(whole, gunzip, () => undefined);
    yield* gunzip;
  } else if (isZstd(head)) {
    checkWindow(head);
    yield* unzstd(whole);
  } else yield* whole;
}

/** Recognizes frames of zstd, and skippable frames, with which parallel compressors begin (RFC 8878, section 3.1). */
function isZstd(head: Buffer): boolean {
  if (head.length < 4) return false;
  const magic = head.readUInt32LE(0);
  return magic === ZSTD_MAGIC || magic >>> 4 === 0x184d2a5;
}

/** Refuses a frame whose decompression needs more memory than the reference decoder grants by default. */
function checkWindow(head: Buffer): void {
  if (head.length < MAX_HEADER_BYTES || head.readUInt32LE(0) !== ZSTD_MAGIC) return;
  const descriptor = head[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const window = head[5] ?? 0;
  const size = isSingleSegment
    ? readContentSize(head, descriptor)
    : 2 ** (10 + (window >>> 3)) * (1 + (window & 7) / 8);
  if (size > MAX_WINDOW_BYTES)
    throw new Error(`the zstd data needs a window of ${size} bytes; compress it without --ultra and --long`);
}

/** Reads the size of a frame that is its own window (RFC 8878, section 3.1.1.1). */
function readContentSize(head: Buffer, descriptor: number): number {
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const flag = descriptor >>> 6;
  if (flag === 0) return head.readUInt8(at);
  if (flag === 1) return head.readUInt16LE(at) + 256;
  return flag === 2 ? head.readUInt32LE(at) : Number(head.readBigUInt64LE(at));
}

/** Decompresses zstd. Checksums are not verified: node:zlib can do that, but has zstd only from Node.js 22.15 on. */
async function* unzstd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let blocks: Buffer[] = [];
  const stream = new Decompress((block) => {
    if (block.length > 0) blocks.push(Buffer.from(block.buffer, block.byteOffset, block.length));
  });
  const push = (bytes: Uint8Array, isLast = false) => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      const isShort = propertyOf(error, 'code') === ZstdErrorCode.UnexpectedEOF;
      throw new Error(`the zstd data ${isShort ? 'ends too early' : 'is damaged'}`, { cause: error });
    }
    const done = blocks;
    blocks = [];
    return done;
  };
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += ZSTD_INPUT_BYTES)
      yield* push(chunk.subarray(at, at + ZSTD_INPUT_BYTES));
  }
  yield* push(new Uint8Array(0), true);
}
