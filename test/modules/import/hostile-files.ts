import { toParquet } from './files-of-formats.ts';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Bit of the descriptor of a frame that is its own window. */
const SINGLE_SEGMENT = 0x20;
const STORED = 0;
const REPEATED = 1;
const COMPRESSED = 2;

/** Writes a block of zstd (RFC 8878, section 3.1.1.2). */
export function block(type: number, size: number, content: Uint8Array, isLast = false): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([header, content]);
}

export const stored = (text: string, isLast = true): Buffer =>
  block(STORED, text.length, Buffer.from(text), isLast);

export const repeated = (size: number, byte: number, isLast = false): Buffer =>
  block(REPEATED, size, Buffer.of(byte), isLast);

/** Writes a frame with a window of 2 to the power of `log`. */
export function frame(log: number, ...blocks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(...MAGIC, 0, (log - 10) << 3), ...blocks]);
}

/** Writes a frame whose header states the size of its content, with more bits in its descriptor. */
export function sizedFrame(size: number, bits: number, ...blocks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(...MAGIC, SINGLE_SEGMENT | bits, size), ...blocks]);
}

/** Writes a header with a content size of 8 bytes, which is the window, and a dictionary id of 4 bytes. */
export function hugeFrame(size: bigint, dictionary = 0): Buffer {
  const header = Buffer.alloc(17);
  header.set([...MAGIC, SINGLE_SEGMENT | 0xc0 | 3]);
  header.writeUInt32LE(dictionary, 5);
  header.writeBigUInt64LE(size, 9);
  return header;
}

export function skippable(length: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x184d2a57);
  header.writeUInt32LE(length, 4);
  return Buffer.concat([header, Buffer.alloc(length, 0x28)]);
}

/** Writes a block of 65 kB whose sequences copy 2 GB, over and over within the 128 KiB that a block may become. */
export function endlessBlock(): Buffer {
  const sequences = 30_000;
  const bits = Buffer.alloc(Math.ceil((18 * sequences + 1) / 8) + 1, 0xff);
  bits[bits.length - 1] = 1;
  const literals = [0x09, 0x61];
  const modes = [128 + (sequences >> 8), sequences & 255, 0x54, 0, 2, 52];
  const content = Buffer.concat([Buffer.of(...literals, ...modes), bits]);
  return block(COMPRESSED, content.length, content);
}

/** Writes a Parquet file in which each row has the same text, which a dictionary holds once. */
export function repeatingParquet(rows: number, text: string, fields: readonly string[] = ['name']): Buffer {
  return toParquet([
    ...fields.map((name) => ({ name, data: Array<string>(rows).fill(text), type: 'STRING' as const })),
    {
      name: 'primary_domain',
      data: Array.from({ length: rows }, (_, row) => `c${row}.example`),
      type: 'STRING',
    },
  ]);
}

/** Writes a Parquet file whose metadata states a row more than its columns have. */
export function shortParquet(rows: number): Buffer {
  const file = repeatingParquet(rows, 'A');
  // A number of 64 bits, as thrift has it in a field that follows another.
  const statement = (count: number) => Buffer.of(0x16, ((count * 2) & 0x7f) | 0x80, count >> 6);
  const stated = statement(rows);
  let at = file.indexOf(stated);
  if (at < 0) throw new Error('the number of rows was not found');
  for (; at >= 0; at = file.indexOf(stated, at)) file.set(statement(rows + 1), at);
  return file;
}

/** A Parquet file of 40 rows with two changed bytes: the length of a run is wrong, and decoding it never ends. */
export function loopingParquet(): Buffer {
  const rows = Array.from({ length: 40 }, (_, row) => row);
  const data = toParquet(
    [
      { name: 'name', data: rows.map((row) => (row % 5 ? `Company ${row % 7}` : null)), type: 'STRING' },
      { name: 'primary_domain', data: rows.map((row) => `c${row}.example`), type: 'STRING' },
    ],
    { codec: 'UNCOMPRESSED' },
  );
  data[117] = 1;
  data[169] = 255;
  return data;
}
