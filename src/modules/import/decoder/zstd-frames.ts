const MAGIC = 0xfd2fb528;
/** Maximum length of the header of a frame, with its magic number. */
const MAX_HEADER_BYTES = 18;
/** Window that the reference decoder grants by default. Each frame may ask for its own. */
export const MAX_WINDOW_LOG = 27;
const MAX_WINDOW_BYTES = 2 ** MAX_WINDOW_LOG;
const MAX_BLOCK_BYTES = 128 * 1024;

/** A frame, by its header (RFC 8878, section 3.1.1.1). */
interface Frame {
  /** Its magic number and header. */
  header: Buffer;
  windowSize: number;
  /** Size after decompression; undefined if the header does not state it. */
  contentSize: number | undefined;
  hasChecksum: boolean;
}

/** A block of a frame, after the header of the frame if it is the first. */
export interface Block {
  frame: Frame;
  bytes: Buffer;
  isFirst: boolean;
  isLast: boolean;
  /** The checksum that follows the last block. */
  checksum: Buffer | undefined;
}

/** Tells whether data begins with a frame, or with a skippable frame, with which parallel compressors begin. */
export function isZstd(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE(0) === MAGIC || isSkippable(head));
}

function isSkippable(head: Buffer): boolean {
  return head.readUInt32LE(0) >>> 4 === 0x184d2a5;
}

/**
 * Splits zstd into blocks, without skippable frames. Every frame is checked before a decoder sees it, because a decoder
 * reserves the window that a header asks for.
 *
 * @throws Error for data that is truncated or damaged, and for frames that need a dictionary or a large window.
 */
export async function* readBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  const input = new ByteReader(source);
  while (await input.fill(1)) {
    const magic = await input.peek(4);
    if (isSkippable(magic)) await input.skip((await input.take(8)).readUInt32LE(4));
    else if (magic.readUInt32LE(0) === MAGIC) yield* readFrame(input);
    else throw damaged();
  }
}

async function* readFrame(input: ByteReader): AsyncGenerator<Block> {
  const frame = await readHeader(input);
  const maxBytes = Math.min(frame.windowSize, MAX_BLOCK_BYTES);
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    const header = (await input.peek(3)).readUIntLE(0, 3);
    isLast = (header & 1) === 1;
    const type = (header >>> 1) & 3;
    const size = header >>> 3;
    if (type === 3 || size > maxBytes) throw damaged();
    const bytes = await input.take(3 + (type === 1 ? 1 : size));
    const checksum = isLast && frame.hasChecksum ? await input.take(4) : undefined;
    yield { frame, bytes, isFirst, isLast, checksum };
  }
}

async function readHeader(input: ByteReader): Promise<Frame> {
  await input.fill(MAX_HEADER_BYTES);
  const descriptor = (await input.peek(5)).readUInt8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  const header = await input.take(5 + windowBytes + dictionaryBytes + sizeBytes);
  if ((descriptor & 0x08) !== 0) throw damaged();
  const dictionary = header.subarray(5 + windowBytes, 5 + windowBytes + dictionaryBytes);
  if (dictionary.some((byte) => byte !== 0))
    throw new Error('the zstd data needs a dictionary; compress it without one');
  const contentSize = readSize(header.subarray(header.length - sizeBytes));
  const windowSize = isSingleSegment ? (contentSize ?? 0) : readWindow(header.readUInt8(5));
  if (windowSize > MAX_WINDOW_BYTES)
    throw new Error(
      `the zstd data needs a window of ${windowSize} bytes; compress it without --ultra and --long`,
    );
  return { header, windowSize, contentSize, hasChecksum: (descriptor & 0x04) !== 0 };
}

function readWindow(byte: number): number {
  return 2 ** (10 + (byte >>> 3)) * (1 + (byte & 7) / 8);
}

function readSize(bytes: Buffer): number | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE(0));
  return bytes.readUIntLE(0, bytes.length) + (bytes.length === 2 ? 256 : 0);
}

export function damaged(cause?: unknown): Error {
  return new Error('the zstd data is damaged', { cause });
}

/** Reads data by numbers of bytes, whatever the sizes of its chunks. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads until `length` bytes are there. @returns false if there are fewer */
  async fill(length: number): Promise<boolean> {
    const chunks = [this.#bytes];
    let size = this.#bytes.length;
    while (size < length) {
      const next = await this.#source.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
    }
    if (chunks.length > 1) this.#bytes = Buffer.concat(chunks, size);
    return size >= length;
  }

  async peek(length: number): Promise<Buffer> {
    if (!(await this.fill(length))) throw new Error('the zstd data ends too early');
    return this.#bytes.subarray(0, length);
  }

  async take(length: number): Promise<Buffer> {
    const taken = await this.peek(length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      await this.peek(1);
      left -= (await this.take(Math.min(left, this.#bytes.length))).length;
    }
  }
}
