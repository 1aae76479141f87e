import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isZstd } from '../decoder/zstd-frames.ts';
import { type UnzstdOptions, unzstd } from './zstd.ts';

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
