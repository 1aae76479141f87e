import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readEvents, type ServerSentEvent } from '../../clients/typescript/src/event-stream.ts';

async function parse(chunks: Iterable<Uint8Array | string>): Promise<ServerSentEvent[]> {
  const encoder = new TextEncoder();
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
  }
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(bytes())) events.push(event);
  return events;
}

/** A stream with everything that the format allows; `\n` stands for any end of a line. */
const STREAM =
  '\uFEFF:\n\nevent: next\ndata: {"a": "ü€😀"}\n\n: comment\nid: 7\nretry: 10\ndata: one\ndata:two\ndata\ndata:  four\n\n' +
  'event: complete\ndata:\n\nevent: lost\ndata: no blank line follows\n';

const EVENTS = [
  { event: 'next', data: '{"a": "ü€😀"}' },
  { event: 'message', data: 'one\ntwo\n\n four' },
  { event: 'complete', data: '' },
];

describe('readEvents', () => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])(
    'parses comments, several lines of data and unknown fields, in lines that end with %s',
    async (_, end) => {
      expect(await parse([STREAM.replaceAll('\n', end)])).toEqual(EVENTS);
    },
  );

  it('finds the same events wherever the stream is cut, within characters and line ends as well', async () => {
    const ends = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 });
    const cuts = fc.array(fc.nat(400), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(ends, cuts, async (kinds, places) => {
        let line = 0;
        const bytes = new TextEncoder().encode(
          STREAM.replace(/\n/g, () => kinds[line++ % kinds.length] ?? '\n'),
        );
        const sorted = [0, ...places.sort((a, b) => a - b), bytes.length];
        const chunks = sorted.slice(1).map((end, i) => bytes.subarray(sorted[i], end));
        expect(await parse(chunks)).toEqual(EVENTS);
      }),
      { numRuns: 200 },
    );
  });

  it('yields an event as soon as its blank line has begun, and reads on only when asked', async () => {
    let taken = 0;
    async function* chunks() {
      for (const text of ['data: 1\r\n\r', '\ndata: 2\n\n', 'data: 3\n\n']) {
        taken += 1;
        yield new TextEncoder().encode(text);
      }
    }
    const events = readEvents(chunks());
    expect(await events.next()).toEqual({ done: false, value: { event: 'message', data: '1' } });
    expect(taken).toBe(1);
    expect(await events.next()).toEqual({ done: false, value: { event: 'message', data: '2' } });
    expect(taken).toBe(2);
  });

  it.each([
    ['a line', 'data: ', 'x'.repeat(1024 * 1024)],
    ['lines of data', '', `data: ${'x'.repeat(1024 * 1024)}\n`],
  ])('refuses an event that never ends: %s', async (_, start, more) => {
    let taken = 0;
    function* chunks() {
      yield start;
      for (;;) {
        taken += 1;
        yield more;
      }
    }
    await expect(parse(chunks())).rejects.toThrow(RangeError);
    expect(taken).toBe(32);
  });
});
