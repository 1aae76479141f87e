import { gzipSync } from 'node:zlib';
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

/** Formats of `toFile`, as the ends of file names. Parquet files have a value in each column of each row. */
export const FORMATS = ['ndjson', 'csv.gz', 'tsv', 'ndjson.zst', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

/** Writes rows in a format. */
export function toFile(rows: readonly object[], format: Format): Buffer {
  const lines = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  switch (format) {
    case 'ndjson':
      return lines;
    case 'ndjson.zst':
      return toZstd(lines);
    case 'csv.gz':
      return gzipSync(toDelimited(rows, ','));
    case 'tsv':
      return Buffer.from(toDelimited(rows, '\t'));
    default:
      return toParquet(columnsOf(rows).map((name) => ({ name, data: rows.map((row) => Object(row)[name]) })));
  }
}

function columnsOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function toDelimited(rows: readonly object[], delimiter: string): string {
  const columns = columnsOf(rows);
  const lines = rows.map((row) => columns.map((column) => toCell(Object(row)[column])).join(delimiter));
  return [columns.join(delimiter), ...lines].join('\n');
}

/** Lists and null that clear a value are `\N`; an absent value is an empty cell. */
function toCell(value: unknown): string {
  if (value === undefined) return '';
  if (value === null || (Array.isArray(value) && value.length === 0)) return '\\N';
  const text = Array.isArray(value) ? value.join(';') : String(value);
  return /["\t\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
