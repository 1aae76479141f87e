import { setImmediate as nextTurn } from 'node:timers/promises';
import { JsonSource, JsonWriter, PIECE } from './json-writer.ts';

/** Shorter lists have texts that one step can write. */
const LONG_LIST = 20;

/** Returns whether a value has a long list in its outermost objects, so that its text may be worth writing in pieces. */
export function hasLongList(value: unknown, depth = 3): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length >= LONG_LIST;
  if (depth === 0) return false;
  for (const inner of Object.values(value)) if (hasLongList(inner, depth - 1)) return true;
  return false;
}

/**
 * Serializes a value like JSON.stringify, as bytes in UTF-8. Other requests run between two pieces: a text of megabytes
 * would hold the thread for tens of milliseconds.
 *
 * @param value objects and lists; must not be undefined
 * @param maxBytes the work ends when the text has more.
 * @returns the pieces; undefined if the text has more bytes than that.
 */
export async function toJsonPieces(value: unknown, maxBytes: number): Promise<Buffer[] | undefined> {
  const out = new JsonWriter();
  let finished = 0;
  for (const _ of write(value, out)) {
    if (out.pieces.length === finished) continue;
    finished = out.pieces.length;
    if (out.bytes > maxBytes) return undefined;
    await nextTurn();
  }
  out.finish();
  return out.bytes > maxBytes ? undefined : out.pieces;
}

/** Writes a value. Yields after each part of about a piece or less, unless a single item of a list is longer. */
function* write(value: unknown, out: JsonWriter): Generator<void> {
  if (Array.isArray(value)) yield* writeList(value, out);
  else if (value instanceof JsonSource) yield* value.writeTo(out);
  else if (isPlain(value)) yield* writeObject(value, out);
  else {
    out.text(JSON.stringify(value) ?? 'null');
    yield;
  }
}

function* writeObject(object: Readonly<Record<string, unknown>>, out: JsonWriter): Generator<void> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    out.text(`${before}${JSON.stringify(key)}:`);
    yield* write(value, out);
    before = ',';
  }
  out.text(before === '{' ? '{}' : '}');
}

function* writeList(items: readonly unknown[], out: JsonWriter): Generator<void> {
  out.text('[');
  yield* items.some(holdsSource) ? writeEach(items, out) : writeTogether(items, out);
  out.text(']');
}

function holdsSource(item: unknown): boolean {
  if (!isPlain(item)) return false;
  for (const key in item) if (item[key] instanceof JsonSource) return true;
  return false;
}

function* writeEach(items: readonly unknown[], out: JsonWriter): Generator<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0) out.text(',');
    yield* write(item, out);
  }
}

/** Writes as many items at once as fill a piece if they are like those before them. */
function* writeTogether(items: readonly unknown[], out: JsonWriter): Generator<void> {
  let written = 0;
  let length = 0;
  while (written < items.length) {
    const perPiece = length === 0 ? 1 : Math.floor((PIECE * written) / length);
    const next = Math.min(items.length, written + Math.max(1, perPiece));
    const text = JSON.stringify(items.slice(written, next)).slice(1, -1);
    out.text(written === 0 ? text : `,${text}`);
    yield;
    length += text.length;
    written = next;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
