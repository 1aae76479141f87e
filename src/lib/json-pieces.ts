import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of a piece. Serializing and encoding so many takes two or three milliseconds. */
const PIECE = 128 * 1024;
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
  const pieces: Buffer[] = [];
  let text = '';
  let bytes = 0;
  const flush = () => {
    const piece = Buffer.from(text);
    text = '';
    bytes += piece.length;
    pieces.push(piece);
  };
  for (const part of write(value)) {
    text += part;
    if (text.length < PIECE) continue;
    flush();
    if (bytes > maxBytes) return undefined;
    await nextTurn();
  }
  flush();
  return bytes > maxBytes ? undefined : pieces;
}

/** Yields parts of the text of a value, each of about a piece or less, unless a single item of a list is longer. */
function* write(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* writeList(value);
  else if (isPlain(value)) yield* writeObject(value);
  else yield JSON.stringify(value) ?? 'null';
}

function* writeObject(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* write(value);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Writes as many items at once as fill a piece if they are like those before them. */
function* writeList(items: readonly unknown[]): Generator<string> {
  let written = 0;
  let length = 0;
  yield '[';
  while (written < items.length) {
    const perPiece = length === 0 ? 1 : Math.floor((PIECE * written) / length);
    const next = Math.min(items.length, written + Math.max(1, perPiece));
    const text = JSON.stringify(items.slice(written, next)).slice(1, -1);
    yield written === 0 ? text : `,${text}`;
    length += text.length;
    written = next;
  }
  yield ']';
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
