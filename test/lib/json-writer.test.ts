import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonWriter, MOST_ESCAPED_BYTES, PIECE } from '../../src/lib/json-writer.ts';

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
