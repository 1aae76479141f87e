import zlib from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { maxExpansion } from '../../../src/modules/import/decoder/output.ts';
import { DECODER_BUDGET } from '../../../src/modules/import/decoder/start-decoder.ts';
import { readBlocks } from '../../../src/modules/import/decoder/zstd-frames.ts';
import { unzstd } from '../../../src/modules/import/formats/zstd.ts';
import { toZstd } from './files-of-formats.ts';
import { endlessBlock, frame, hugeFrame, repeated, sizedFrame, skippable, stored } from './hostile-files.ts';

const budget = DECODER_BUDGET;

async function* inChunks(data: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

/** Decompresses data. @returns its size and beginning, or the reason why it is refused */
async function read(data: Buffer, withoutNative: boolean, bounds = budget) {
  const { signal } = new AbortController();
  let size = 0;
  let text = '';
  try {
    for await (const bytes of unzstd(inChunks(data, 999), { signal, budget: bounds, withoutNative })) {
      size += bytes.length;
      text = (text + bytes.toString()).slice(0, 40);
    }
    return { size, text };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Splits data into blocks. @returns their number, or the reason why it is refused */
async function split(data: Buffer, chunk: number) {
  try {
    let blocks = 0;
    for await (const { bytes } of readBlocks(inChunks(data, chunk))) if (bytes.length > 0) blocks += 1;
    return blocks;
  } catch (error) {
    return (error as Error).message;
  }
}

const DAMAGED = 'the zstd data is damaged';
const ENDS_EARLY = 'the zstd data ends too early';
const first = sizedFrame(6, 0, stored('first\n'));
const window = (bytes: number) =>
  `the zstd data needs a window of ${bytes} bytes; compress it without --ultra and --long`;
/** The text `hello`, with its checksum. */
const CHECKED = Buffer.from('KLUv/QRYKQAAaGVsbG+jbZ+I', 'base64');

/** Faults that are found before a decoder gets the frame. */
const REFUSED: readonly [name: string, data: Buffer, outcome: string][] = [
  ['thirty windows of 1 GiB after an honest frame', repeatFrame(frame(30, stored('x')), 30), window(2 ** 30)],
  ['a large window after a skippable frame', Buffer.concat([skippable(9), frame(28)]), window(2 ** 28)],
  ['a frame that is its own window of 4 GiB', Buffer.concat([first, hugeFrame(2n ** 32n)]), window(2 ** 32)],
  ['a window that needs more than 53 bits', hugeFrame(2n ** 63n), window(2 ** 63)],
  [
    'a dictionary',
    Buffer.concat([first, hugeFrame(9n, 7)]),
    'the zstd data needs a dictionary; compress it without one',
  ],
  ['a reserved bit', Buffer.concat([first, sizedFrame(1, 8, stored('x'))]), DAMAGED],
  ['other data after a frame', Buffer.concat([first, Buffer.from('name,primary_domain\n')]), DAMAGED],
  ['a block beyond the size of its window', sizedFrame(1, 0, repeated(2, 0x61, true)), DAMAGED],
  ['a block of 2 MiB', frame(27, repeated(2 ** 21 - 1, 0x61, true)), DAMAGED],
  ['half a frame', Buffer.concat([first, toZstd(Buffer.from('second\n')).subarray(0, 12)]), ENDS_EARLY],
  ['half a skippable frame', Buffer.concat([first, skippable(300).subarray(0, 99)]), ENDS_EARLY],
  ['half a magic number', Buffer.concat([first, first.subarray(0, 2)]), ENDS_EARLY],
];

/** Outcomes of decoders. */
const DECODED: readonly [name: string, data: Buffer, outcome: unknown][] = [
  ['more content than its header states', sizedFrame(6, 0, stored('12345', false), stored('6789')), DAMAGED],
  ['less content than its header states', sizedFrame(9, 0, stored('1234')), DAMAGED],
  ['a checksum that is wrong', Buffer.concat([CHECKED.subarray(0, -1), Buffer.of(0)]), DAMAGED],
  ['a checksum', Buffer.concat([CHECKED, CHECKED]), { size: 10, text: 'hellohello' }],
  [
    'frames of all kinds',
    Buffer.concat([skippable(3), first, skippable(0), frame(27, stored('b\n')), toZstd(Buffer.from('c\n'))]),
    { size: 10, text: 'first\nb\nc\n' },
  ],
  ['a thousand frames', repeatFrame(first, 1000), { size: 6006, text: 'first\n'.repeat(7).slice(0, 40) }],
];

function repeatFrame(each: Buffer, count: number): Buffer {
  return Buffer.concat([first, ...Array<Buffer>(count).fill(each)]);
}

describe('frames of zstd', () => {
  it.each(REFUSED)('are refused for %s, in chunks of any size', async (_name, data, outcome) => {
    for (const chunk of [data.length, 5, 1]) expect(await split(data, chunk)).toBe(outcome);
  });

  it('are read in chunks of any size, without skippable ones', async () => {
    const data = Buffer.concat([skippable(3), first, CHECKED, skippable(0), frame(27, stored('b\n'))]);
    for (const chunk of [data.length, 5, 1]) expect(await split(data, chunk)).toBe(3);
  });
});

/** On Node.js 20, fzstd reads it in any case. */
const hasNative = Reflect.has(zlib, 'createZstdDecompress');

describe.each([['by fzstd', true], ...(hasNative ? [['by node:zlib', false] as const] : [])] as const)(
  'zstd read %s',
  (_, withoutNative) => {
    it.each(DECODED)('has an outcome for %s', async (_name, data, outcome) => {
      expect(await read(data, withoutNative)).toEqual(outcome);
    });

    it('is refused for a window of a later frame', async () => {
      expect(await read(repeatFrame(frame(30, stored('x')), 30), withoutNative)).toBe(window(2 ** 30));
    });

    it('becomes a bounded number of bytes, whatever its size', async () => {
      const bomb = frame(17, ...Array<Buffer>(2000).fill(repeated(2 ** 17, 0x61)), stored(''));
      expect(await read(bomb, withoutNative)).toBe(
        `${bomb.length} bytes of zstd become more than ${maxExpansion(bomb.length)} bytes; decompress it with \`zstd -d\` first`,
      );
    });
  },
);

describe('fzstd', () => {
  const bounds = { ...budget, idleMs: 1000 };

  it('is ended when it copies without end within a block', async () => {
    const data = frame(20, endlessBlock(), stored(''));
    expect(await read(data, true, bounds)).toBe(
      'decoding makes no progress for 1 seconds; decompress it with `zstd -d` first',
    );
  });

  it('is ended when it moves a large window for each byte', async () => {
    const data = frame(27, ...Array<Buffer>(20_000).fill(repeated(1, 0x61)), stored(''));
    expect(await read(data, true, bounds)).toMatch(/^decoding makes no progress/);
  });
});
