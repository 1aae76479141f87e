import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';

type ParquetColumns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];
type ParquetOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>;

/** Writes a Parquet file. */
export function toParquet(columnData: ParquetColumns, options: ParquetOptions = {}): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, ...options }));
}

/** A CSV file of 40 companies, compressed with a checksum by the reference implementation of zstd. */
export const COMPRESSED = Buffer.from(
  'KLUv/WTIBHUFAKLLHheAbQ7gme64aWMoAuBLS5ukpDSDkMUNAe/v7u7t7ezs6+vq6v/v+32fzz8/Ozs3NzMzLy8rK9+3bdd1Ov366ura2srKurqqqvq+rtu22ex7zrXG2FpK/XarME+EkkLkgAgZQMoRoyaYGvhEpwCaBUYnMSYIxgV6BCXCJlCoEfD0PfY38KUDESgEhWFFeD4L2zTttGzTtNOyTSJKD4ZlsyzLslihCCYtqgmQVUt5tlY=',
  'base64',
);

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

/** Two companies in each format. */
export const NDJSON = [
  {
    name: 'Acme, "Inc"',
    primary_domain: 'acme.example',
    domains: ['acme.test'],
    investors: ['Orvane', 'Two'],
  },
  { name: 'Bölt', primary_domain: 'bolt.example', employee_count: 120, founded_year: 1999, country: 'DE' },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');
export const CSV = [
  '\uFEFFname,primary_domain,domains,investors,employee_count,founded_year,country\r\n',
  '"Acme, ""Inc""",acme.example,acme.test,"Orvane; Two ;",,,\r\n\r\n',
  'Bölt,bolt.example,,,120,1999.0,de\r\n,,,,,,\r\n',
].join('');
export const TSV = [
  'name\tprimary_domain\tdomains\tinvestors\temployee_count\tfounded_year\tcountry\n',
  '"Acme, ""Inc"""\tacme.example\tacme.test\tOrvane;Two\t\t\t\n',
  'Bölt\tbolt.example\t\t\t120\t1999\tDE',
].join('');
export const PARQUET = toParquet([
  { name: 'name', data: ['Acme, "Inc"', 'Bölt'], type: 'STRING' },
  { name: 'primary_domain', data: ['acme.example', 'bolt.example'], type: 'STRING' },
  { name: 'domains', data: ['acme.test', null], type: 'STRING' },
  { name: 'investors', data: ['Orvane; Two', ''], type: 'STRING' },
  { name: 'employee_count', data: [null, 120n], type: 'INT64' },
  { name: 'founded_year', data: [null, 1999], type: 'DOUBLE' },
  { name: 'country', data: [null, 'DE'], type: 'STRING' },
]);
/** The two companies as `readCompanies` returns them. */
export const BOTH = {
  'acme.example': {
    name: 'Acme, "Inc"',
    slug: 'acme-inc',
    domains: ['acme.example', 'acme.test'],
    investors: ['Orvane', 'Two'],
  },
  'bolt.example': {
    name: 'Bölt',
    slug: 'bolt',
    domains: ['bolt.example'],
    investors: [],
    employee_range: '51-200',
    founded_year: 1999,
    country: 'DE',
  },
};
