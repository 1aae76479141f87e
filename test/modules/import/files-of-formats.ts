import { parquetWriteBuffer } from 'hyparquet-writer';

type ParquetColumns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];
type ParquetOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>;

/** Writes a Parquet file. */
export function toParquet(columnData: ParquetColumns, options: ParquetOptions = {}): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, ...options }));
}

const BLOCK_BYTES = 128 * 1024;

/** Wraps bytes in a frame of zstd whose blocks are stored, not compressed (RFC 8878, section 3.1.1). */
export function toZstd(bytes: Buffer): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  header.writeUInt32LE(bytes.length, 5);
  const parts: Buffer[] = [header];
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const isLast = at + BLOCK_BYTES >= bytes.length;
    const blockHeader = Buffer.alloc(3);
    blockHeader.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    parts.push(blockHeader, block);
  }
  return Buffer.concat(parts);
}
