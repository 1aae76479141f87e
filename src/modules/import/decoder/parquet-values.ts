import { isUtf8 } from 'node:buffer';
import { parseText } from '../formats/cells.ts';
import type { Column } from '../formats/columns.ts';
import { MAX_LINE_BYTES } from '../read-lines.ts';
import { MARKS, type RefusedLine } from './output.ts';

/** Bytes for which a row counts at least. A few bytes of a file can state any number of rows without values. */
export const MIN_ROW_BYTES = 64;
/** Characters of a value of a refused row. Keys of rows are shorter. */
const EXCERPT_CHARACTERS = 2000;
const MAX_DATE = 8.64e15;
/** Stands for a text that is not valid UTF-8. */
const NOT_UTF8 = Symbol('not UTF-8');

export interface NamedColumn extends Column {
  name: string;
}

export type ParquetRow = Readonly<Record<string, unknown>>;

/** Returns about the number of characters of a row as JSON. Values of a dictionary are shared until they are written. */
export function estimateRow(row: ParquetRow, columns: readonly NamedColumn[]): number {
  return columns.reduce((sum, { name, field }) => sum + field.length + sizeOf(row[name]), 0);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 8;
  let size = 8;
  for (const [key, each] of Object.entries(value)) size += key.length + sizeOf(each);
  return size;
}

/** Converts a row to a line for the reader (output.ts). A row that is too large never becomes JSON. */
export function toLine(source: ParquetRow, columns: readonly NamedColumn[], size: number): string {
  if (size > MAX_LINE_BYTES) return refuse(source, columns, TOO_LONG);
  const row: Record<string, unknown> = {};
  for (const { name, field, type } of columns) {
    const value = toJson(source[name], type);
    if (value === NOT_UTF8) return refuse(source, columns, { field, reason: 'is not valid UTF-8' });
    if (value !== undefined) row[field] = value;
  }
  const text = JSON.stringify(row);
  const isShort = text.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(text) <= MAX_LINE_BYTES;
  return isShort ? text : refuse(source, columns, TOO_LONG);
}

const TOO_LONG = { field: undefined, reason: `is longer than ${MAX_LINE_BYTES} bytes of JSON` };

function refuse(source: ParquetRow, columns: readonly NamedColumn[], fault: Omit<RefusedLine, 'row'>) {
  const row: Record<string, unknown> = {};
  for (const { name, field, type } of columns) {
    const given = source[name];
    const isText = typeof given === 'string';
    if (!isText && sizeOf(given) > EXCERPT_CHARACTERS) continue;
    const value = toJson(isText ? given.slice(0, EXCERPT_CHARACTERS) : given, type);
    if (value !== NOT_UTF8 && value !== undefined) row[field] = value;
  }
  const line: RefusedLine = { ...fault, row };
  return `${MARKS.refused}${JSON.stringify(line)}`;
}

/** Converts a value as the row of a JSON file would have it. @returns undefined for NULL, which states nothing */
function toJson(value: unknown, type: Column['type']): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return parseText(value, type);
  if (typeof value === 'bigint') return type === 'flag' ? parseText(String(value), type) : Number(value);
  if (typeof value === 'number') return toNumber(value, type);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => toJson(entry, 'text')).filter((entry) => entry !== undefined);
    return entries.includes(NOT_UTF8) ? NOT_UTF8 : entries;
  }
  if (typeof value !== 'object') return value;
  // No field is an object or bytes: the row is refused, or the field ignored.
  return value instanceof Uint8Array ? { bytes: value.length } : { fields: Object.keys(value).length };
}

/** JSON has null for NaN and infinity, which would clear a field. */
function toNumber(value: number, type: Column['type']): unknown {
  if (!Number.isFinite(value)) return String(value);
  return type === 'flag' ? parseText(String(value), type) : value;
}

function decodeText(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) return NOT_UTF8;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function formatTime(milliseconds: number): string {
  const isDate = Math.abs(milliseconds) <= MAX_DATE;
  return isDate ? new Date(milliseconds).toISOString() : `${milliseconds} ms since 1970`;
}

/** Days become `2024-02-29`, times become RFC 3339 in UTC, which times without a zone are taken for. */
export const PARSERS = {
  timestampFromMilliseconds: (milliseconds: bigint) => formatTime(Number(milliseconds)),
  timestampFromMicroseconds: (microseconds: bigint) => formatTime(Math.floor(Number(microseconds) / 1000)),
  timestampFromNanoseconds: (nanoseconds: bigint) => formatTime(Math.floor(Number(nanoseconds) / 1_000_000)),
  dateFromDays: (days: number) => formatTime(days * 86_400_000).replace('T00:00:00.000Z', ''),
  stringFromBytes: decodeText,
  jsonFromBytes: decodeText,
};
