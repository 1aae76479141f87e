import { Decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';
import { writeOutput } from './output.ts';
import { type Block, damaged, readBlocks } from './zstd-frames.ts';

/** Bytes that are written at once. Fewer are no progress: a hostile block takes as long for a byte as others for 128 KiB. */
const WRITE_BYTES = 1024 * 1024;

/** Decompresses zstd from standard input to standard output. */
export async function writeUnzstd(): Promise<void> {
  const { create64 } = await xxhash();
  let frame: FrameDecoder | undefined;
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const block of readBlocks(process.stdin)) {
    if (block.isFirst) frame = new FrameDecoder(block.frame.header, create64());
    for (const bytes of frame?.decode(block) ?? []) {
      parts.push(bytes);
      size += bytes.length;
    }
    if (size < WRITE_BYTES) continue;
    await writeOutput(Buffer.concat(parts));
    parts = [];
    size = 0;
  }
  await writeOutput(Buffer.concat(parts));
}

type Checksum = ReturnType<Awaited<ReturnType<typeof xxhash>>['create64']>;

/** Decodes a frame, and checks its size and checksum, which fzstd does not. */
class FrameDecoder {
  readonly #stream: Decompress;
  readonly #checksum: Checksum;
  #blocks: Uint8Array[] = [];
  #size = 0;

  /** @param checksum XXH64 with the seed 0 (RFC 8878, section 3.1.1). */
  constructor(header: Buffer, checksum: Checksum) {
    this.#checksum = checksum;
    this.#stream = new Decompress((block) => this.#blocks.push(block));
    this.#push(header);
  }

  decode({ frame, bytes, isLast, checksum }: Block): Uint8Array[] {
    this.#blocks = [];
    this.#push(bytes);
    if (isLast) this.#push(checksum ?? Buffer.alloc(0), true);
    for (const block of this.#blocks) {
      this.#size += block.length;
      if (frame.hasChecksum) this.#checksum.update(block);
    }
    if (this.#size > (frame.contentSize ?? Number.POSITIVE_INFINITY)) throw damaged();
    if (isLast) {
      if (this.#size !== (frame.contentSize ?? this.#size)) throw damaged();
      const lowestBits = Number(BigInt.asUintN(32, this.#checksum.digest()));
      if (checksum && lowestBits !== checksum.readUInt32LE(0)) throw damaged();
    }
    return this.#blocks;
  }

  #push(bytes: Uint8Array, isLast = false): void {
    try {
      this.#stream.push(bytes, isLast);
    } catch (error) {
      throw damaged(error);
    }
  }
}
