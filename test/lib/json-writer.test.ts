import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  hasLongList,
  JsonSource,
  JsonWriter,
  MOST_ESCAPED_BYTES,
  PIECE,
  toJsonPieces,
} from '../../src/lib/json-writer.ts';

function textOf(out: JsonWriter): string {
  out.finish();
  return Buffer.concat(out.pieces).toString();
}

describe('JsonWriter', () => {
  it('escapes a string of UTF-8 as JSON.stringify does, in the room that it asks for', () => {
    // Every control character, and text without lone surrogates, as UTF-8 has none.
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }));
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 20 }), (values) => {
        const out = new JsonWriter();
        for (const value of values) {
          const bytes = Buffer.from(`-${value}-`);
          out.reserve(bytes.length * MOST_ESCAPED_BYTES);
          out.inString(bytes, 1, bytes.length - 1);
        }
        expect(textOf(out)).toBe(values.map((value) => JSON.stringify(value).slice(1, -1)).join(''));
      }),
      { numRuns: 500 },
    );
  });

  it('writes texts of any length in order, and counts their bytes', () => {
    const texts = ['short', 'ö'.repeat(PIECE), '☃', 'x'.repeat(PIECE - 1), '', '𝄞'.repeat(50_000), 'end'];
    const out = new JsonWriter();
    for (const text of texts) out.text(text);
    expect(textOf(out)).toBe(texts.join(''));
    expect(out.bytes).toBe(Buffer.byteLength(texts.join('')));
  });

  it('makes room for more than a piece, and keeps no room that stays empty', () => {
    const out = new JsonWriter();
    out.ascii('a');
    expect(out.reserve(10 * PIECE)).toBe(true);
    out.raw(Buffer.alloc(PIECE, 'b'));
    expect(textOf(out)).toBe(`a${'b'.repeat(PIECE)}`);
    expect(out.pieces.map(({ buffer, length }) => buffer.byteLength > 2 * Math.max(length, PIECE))).toEqual([
      false,
      false,
    ]);
  });
});

const ENOUGH = 64 * 1024 * 1024;
const textInPieces = async (value: unknown) =>
  Buffer.concat((await toJsonPieces(value, ENOUGH)) ?? []).toString();

describe('a text in pieces', () => {
  it('is the text that JSON.stringify writes', async () => {
    const values = fc.anything({ withDate: true, withNullPrototype: true, withUnicodeString: true });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.dictionary(fc.string(), values), fc.array(values)), async (value) => {
        expect(await textInPieces(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves the thread to others between pieces', async () => {
    const results = Array.from({ length: 100 }, (_, id) => ({
      id,
      partners: Array(200).fill('Ünïcode ☃ '.repeat(5)),
    }));
    let turns = 0;
    let isDone = false;
    const count = async () => {
      for (; !isDone; turns += 1) await nextTurn();
    };
    const counting = count();
    const pieces = await toJsonPieces({ results, count: 100 }, ENOUGH);
    isDone = true;
    await counting;
    expect(Buffer.concat(pieces ?? []).toString()).toBe(JSON.stringify({ results, count: 100 }));
    expect(pieces?.length).toBeGreaterThan(5);
    expect(turns).toBeGreaterThanOrEqual((pieces?.length ?? 0) - 1);
  });

  it('is given up when it has too many bytes', async () => {
    const list = Array(1000).fill('☃');
    const { length } = Buffer.from(JSON.stringify(list));
    expect(await toJsonPieces(list, length - 1)).toBeUndefined();
    expect(Buffer.concat((await toJsonPieces(list, length)) ?? []).length).toBe(length);
  });
});

class Written extends JsonSource {
  readonly characters = 1;

  *writeTo(out: JsonWriter): Generator<void> {
    for (const text of ['[', '"written"', ']']) {
      if (out.reserve(text.length)) yield;
      out.ascii(text);
    }
  }

  toJSON() {
    return ['written'];
  }
}

describe('a value that writes itself', () => {
  it.each([
    [new Written()],
    [{ list: new Written(), after: 1 }],
    [Array.from({ length: 30 }, (_, id) => ({ id, list: id % 2 ? [] : new Written() }))],
    [[[new Written()], { inner: { list: new Written() } }]],
  ])('has the text of JSON.stringify at any place: %#', async (value) => {
    expect(await textInPieces(value)).toBe(JSON.stringify(value));
  });
});

describe('hasLongList', () => {
  it.each([
    [{ results: Array(20).fill(1) }, true],
    [{ data: { list: { edges: Array(20).fill(1) } } }, true],
    [Array(20).fill(1), true],
    [{ results: Array(19).fill(1) }, false],
    [{ count: 1, text: 'x'.repeat(100) }, false],
    [null, false],
  ])('%#', (value, expected) => {
    expect(hasLongList(value)).toBe(expected);
  });
});
