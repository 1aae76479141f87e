import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSentence } from '../../../../clients/typescript/src/filter/grammar/parse.ts';
import { removePiece, replacePiece } from '../../../../clients/typescript/src/filter/grammar/rewrite.ts';
import type { Answer, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { conditionsOf, type FilterNode } from '../../../../console/src/filter/definition.ts';
import { parseDefinition } from '../../../../console/src/filter/parse-definition.ts';
import { answer, catalogue, EXAMPLES, listedCatalogue, parseFully } from './catalogue.ts';
import { readableSentence } from './readable.ts';

describe('a sentence', () => {
  test.each(EXAMPLES)('%s', (text, meaning) => {
    expect(readableSentence(parseFully(text))).toBe(meaning);
  });

  it('means the same where the catalogue lists technologies and investors', () => {
    // A letter is not searched; a listed technology is found by it.
    const same = EXAMPLES.filter(([text]) => text.toLowerCase() !== 'r' && text !== 'using r');
    const found = same.map(([text]) => [text, readableSentence(parseFully(text, listedCatalogue))]);
    expect(found).toEqual(same);
  });

  it('has more than 300 examples', () => {
    expect(new Set(EXAMPLES.map(([text]) => text)).size).toBeGreaterThan(300);
  });

  it('needs few rounds of searches', () => {
    expect(Math.max(...EXAMPLES.map(([text]) => parseFully(text).rounds))).toBeLessThanOrEqual(3);
  });
});

/** Texts out of words of the grammar and values, and of any characters. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...EXAMPLES.flatMap(([text]) => text.split(' '))) },
        { weight: 2, arbitrary: fc.constantFrom('(', ')', ',', 'not', 'or', 'and', 'partner of', '51-500') },
        { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('any text', () => {
  it('is read without an exception, into pieces that cover it in order, and a valid filter', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isAnswered) => {
        const sentence = isAnswered ? parseFully(text) : parseSentence(text, catalogue);
        expectCovered(sentence);
        const { root } = sentence;
        expect(root && parseDefinition({ registry_version: '2', root })).toEqual(
          root && { ok: true, value: { registry_version: '2', root } },
        );
        for (const piece of sentence.pieces)
          if (piece.kind === 'condition') expect(hasCondition(root, piece.pointer)).toBe(true);
      }),
    );
  });

  it('is read in the same way whatever the order of the answers', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const answers: Answer[] = parseSentence(text, catalogue).searches.map(answer);
        expect(parseSentence(text, catalogue, answers.toReversed())).toEqual(
          parseSentence(text, catalogue, answers),
        );
      }),
    );
  });
});

describe('a piece', () => {
  const ambiguous = EXAMPLES.filter(([, meaning]) => meaning.includes('? '));

  it('means what was chosen for it, and that alone', () => {
    expect(ambiguous.length).toBeGreaterThan(20);
    for (const [text] of ambiguous) {
      for (const piece of parseFully(text).pieces) {
        if (piece.kind !== 'ambiguous' && piece.kind !== 'unknown') continue;
        for (const { text: by, labels: _, name: __, ...meaning } of piece.choices) {
          const after = parseFully(replacePiece(text, piece, by)).pieces;
          expect({ text, by, found: after.find(({ from }) => from === piece.from) }).toEqual({
            text,
            by,
            found: expect.objectContaining({ kind: 'condition', ...meaning }),
          });
        }
      }
    }
  });

  it('goes with the words that connect it', () => {
    const text = 'software, in germany or austria and not partner of aws';
    const { pieces } = parseFully(text);
    const conditions = pieces.filter(({ kind }) => kind === 'condition');
    expect(conditions.map((piece) => removePiece(text, pieces, piece))).toEqual([
      'in germany or austria and not partner of aws',
      'software or austria and not partner of aws',
      'software, in germany and not partner of aws',
      'software, in germany or austria',
    ]);
  });
});

function expectCovered({ text, pieces }: Sentence): void {
  let end = 0;
  for (const { from, to } of pieces) {
    expect(from).toBeGreaterThanOrEqual(end);
    expect(to).toBeGreaterThan(from);
    expect(text.slice(end, from).trim()).toBe('');
    end = to;
  }
  expect(text.slice(end).trim()).toBe('');
}

/** Whether a pointer leads to a node with one field. */
function hasCondition(root: FilterNode | null, pointer: string): boolean {
  let node: unknown = { root };
  for (const key of pointer.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[key];
  return (
    node !== undefined && new Set([...conditionsOf(node as FilterNode)].map(({ field }) => field)).size === 1
  );
}
