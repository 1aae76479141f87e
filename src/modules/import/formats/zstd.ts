import { Duplex, pipeline } from 'node:stream';
import zlib, { createGunzip } from 'node:zlib';
import { propertyOf } from '../../../lib/json.ts';
import { maxExpansion } from '../decoder/output.ts';
import { Decoder, type DecoderBudget } from '../decoder/start-decoder.ts';
import { damaged, isZstd, MAX_WINDOW_LOG, readBlocks } from '../decoder/zstd-frames.ts';

const OUTPUT_BYTES = 1024 * 1024;
/** Bytes that show the compression. */
const MAGIC_BYTES = 4;

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
export async function* decompress(
  raw: AsyncIterable<Buffer>,
  options: UnzstdOptions,
): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(raw, MAGIC_BYTES);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
    // Reading from gunzip throws the failure of any part.
    pipeline(whole, gunzip, () => undefined);
    yield* gunzip;
  } else if (isZstd(head)) yield* unzstd(whole, options);
  else yield* whole;
}

/** Bytes that are decompressed in one call of node:zlib, if a frame has as many. */
const INPUT_BYTES = 64 * 1024;
const ADVICE = 'decompress it with `zstd -d` first';

/** How compressed data is read. */
interface UnzstdOptions {
  signal: AbortSignal;
  budget: DecoderBudget;
  /** Whether a process with fzstd reads it, even if node:zlib could. */
  withoutNative?: boolean;
}

/**
 * Decompresses zstd, with node:zlib from Node.js 22.15 on.
 *
 * @throws Error for data that is damaged or becomes more than `maxExpansion` allows.
 */
export async function* unzstd(source: AsyncIterable<Buffer>, options: UnzstdOptions): AsyncGenerator<Buffer> {
  let read = 0;
  let written = 0;
  const counted = async function* () {
    for await (const bytes of source) {
      read += bytes.length;
      yield bytes;
    }
  };
  const native = options.withoutNative === true ? undefined : createNative();
  for await (const bytes of native ? unzstdBy(native, counted()) : unzstdApart(counted(), options)) {
    written += bytes.length;
    if (written > maxExpansion(read))
      throw new Error(`${read} bytes of zstd become more than ${maxExpansion(read)} bytes; ${ADVICE}`);
    yield bytes;
  }
}

function createNative(): Duplex | undefined {
  const create = propertyOf(zlib, 'createZstdDecompress');
  const windowLogMax = propertyOf(zlib.constants, 'ZSTD_d_windowLogMax');
  if (typeof create !== 'function') return undefined;
  const params = { [String(windowLogMax)]: MAX_WINDOW_LOG };
  const stream: unknown = create({ chunkSize: OUTPUT_BYTES, params });
  return stream instanceof Duplex ? stream : undefined;
}

async function* unzstdBy(stream: Duplex, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let fault: unknown;
  const parts = async function* () {
    try {
      yield* gatherFrames(source);
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  // Reading from the stream throws the failure of any part.
  pipeline(parts(), stream, () => undefined);
  try {
    yield* stream;
  } catch (error) {
    throw fault ?? damaged(error);
  }
}

/** Joins blocks. The decoder of node:zlib stops at the end of a frame, unless its input ends there. */
async function* gatherFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const { frame, bytes, isFirst, isLast, checksum } of readBlocks(source)) {
    if (isFirst) parts.push(frame.header);
    parts.push(bytes);
    if (checksum) parts.push(checksum);
    size += bytes.length;
    if (!isLast && size < INPUT_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
}

/** Decompresses in another process: fzstd loops for minutes over some damaged blocks. */
async function* unzstdApart(
  source: AsyncIterable<Buffer>,
  { signal, budget }: UnzstdOptions,
): AsyncGenerator<Buffer> {
  const decoder = new Decoder('zstd', { signal, budget, advice: ADVICE });
  const sending = decoder.send(source);
  yield* decoder.read();
  await sending;
}
