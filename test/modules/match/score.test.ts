import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readName } from '../../../src/modules/match/name.ts';
import { scoreNames, type Vocabulary, wordWeight } from '../../../src/modules/match/score.ts';

/** A catalogue of 1,000 companies, with the numbers of those that have a word. */
const catalogue = (counts: Record<string, number> = {}): Vocabulary => ({
  weightOf: (word) => wordWeight(word, counts[word] ?? 0, 1000),
  has: (word) => Object.hasOwn(counts, word),
});

const compare = (given: string, found: string, vocabulary = catalogue()) =>
  scoreNames(readName(given), readName(found), vocabulary);
const scoreOf = (given: string, found: string, vocabulary = catalogue()) =>
  compare(given, found, vocabulary).score;

describe('equal names', () => {
  it.each([
    ['BRIGHTWATER FOODS', 'Brightwater Foods'],
    ['Brightwater', 'Brightwater Inc'],
    ['Brightwater Corp', 'Brightwater Inc'],
    ['Brightwater & Sons', 'Brightwater and Sons'],
    ['Muehlbach', 'Mühlbach'],
    ['Muhlbach', 'Mühlbach'],
    ['Северный Лен', 'Severnyy Len'],
    ['Snow Ridge', 'SnowRidge'],
    ['7 Pines', 'Seven Pines'],
  ])('%s and %s are safe to use', (a, b) => {
    expect(compare(a, b)).toMatchObject({ score: 0.98, equal: true });
    expect(compare(b, a)).toMatchObject({ score: 0.98, equal: true });
  });

  it('count the same, however common their words are', () => {
    expect(scoreOf('First Bank', 'First Bank', catalogue({ first: 900, bank: 900 }))).toBe(0.98);
  });

  it('tell whether they have the same legal form, for ties', () => {
    expect(compare('Brightwater Inc', 'Brightwater Corp')).toMatchObject({ equal: true, sameForm: true });
    expect(compare('Brightwater Inc', 'Brightwater')).toMatchObject({ equal: true, sameForm: false });
  });

  it('reach 0.85 with a contrary legal form', () => {
    expect(compare('Brightwater GmbH', 'Brightwater AG')).toEqual({
      score: 0.85,
      equal: false,
      sameForm: false,
      parts: [
        { part: 'word', given: 'brightwater', found: 'brightwater', score: 1 },
        { part: 'legal_form', given: 'gmbh', found: 'ag', score: 0 },
      ],
    });
  });
});

describe('similar names', () => {
  it.each([
    ['International Brightwater', 'Brightwater International'],
    ['Brightwater Intl', 'Brightwater International'],
    ['Brightwater Gruppe', 'Brightwater Group'],
    ['Brightwater Quarles Foods', 'Brightwatre Quarles Foods'],
    ['Кока-Мола', 'Coca-Mola'],
  ])('%s and %s are safe to use', (a, b) => {
    expect(scoreOf(a, b)).toBeGreaterThanOrEqual(0.9);
    expect(scoreOf(a, b)).toBeLessThan(0.98);
  });

  it.each([
    ['Delta Air', 'Delta Airlines'],
    ['Delta Air', 'Delta Air Lines, Inc.'],
    ['Brightwater Software', 'Brightwater'],
    ['Brightwater Holding', 'Brightwater'],
    ['Brightwatre', 'Brightwater'],
    ['Gogel', 'Gogle'],
    ['Face Bok', 'Faecbok'],
    ['OKBW', 'Ober Kessler Berg Werke'],
    ['Ober Kessler Werke AG', 'OKW'],
    ['NBC', 'Northern Brick Company'],
    ['J Smithson Bakery', 'John Smithson Bakery'],
  ])('%s and %s are worth a look', (a, b) => {
    expect(scoreOf(a, b)).toBeGreaterThanOrEqual(0.7);
    expect(scoreOf(a, b)).toBeLessThan(0.98);
  });

  it.each([
    ['Delta Air', 'Delta Faucet'],
    ['Studio 3', 'Studio 5'],
    ['Fund II Partners', 'Fund III Partners'],
    ['North Ridge Timber', 'South Ridge Timber'],
    ['Bank of Ostrava', 'Bank of Barcino'],
    ['Brightwater', 'Brightwater Quarles'],
    ['Brightwater Quarles', 'Brightwater'],
    ['Quarles', 'Brightwater Quarles Foods'],
    ['Bolt', 'Volt'],
    ['Tarn', 'Tern'],
    ['Brightwater Electric', 'Brightwater Hotels'],
    ['HQ', 'Harbour Quarles'],
    ['Group Holding', 'Group International'],
  ])('%s and %s are no match', (a, b) => {
    expect(scoreOf(a, b)).toBeLessThan(0.7);
  });

  it('differ by each word as far as it is rare', () => {
    const scores = [1, 10, 100, 900].map((harbour) =>
      scoreOf('Quarles', 'Quarles Harbour', catalogue({ harbour })),
    );
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(4);
  });

  it('differ more if the given word is another one of the catalogue', () => {
    expect(scoreOf('Strive', 'Stripe')).toBeGreaterThanOrEqual(0.7);
    expect(scoreOf('Strive', 'Stripe', catalogue({ strive: 1, stripe: 1 }))).toBeLessThan(0.7);
  });

  it('are never safe if a word is missing that tells something', () => {
    const longer = 'Brightwater Quarles Tidewell Marrow Holdings';
    expect(scoreOf('Brightwater Quarles Tidewell Marrow', longer)).toBe(0.89);
    expect(scoreOf('Bank Brightwater', 'Bank of Brightwater')).toBeGreaterThan(0.9);
  });

  it('are doubted more with a contrary legal form', () => {
    expect(scoreOf('Brightwatre GmbH', 'Brightwater GmbH')).toBe(0.89);
    expect(scoreOf('Brightwatre GmbH', 'Brightwater AG')).toBeCloseTo(0.77, 2);
  });

  it('of two plurals are alike as far as the word is common', () => {
    expect(scoreOf('Brightwater Service', 'Brightwater Services')).toBeGreaterThan(0.95);
    expect(scoreOf('Brightwaters', 'Brightwater')).toBe(0.8);
    expect(scoreOf('Tarns', 'Tarn')).toBe(0.7);
  });

  it('count in the spelling that is most alike', () => {
    expect(scoreOf('Мельница Жук', 'Melnica Zuk')).toBe(0.98);
    expect(scoreOf('Мельница Жук', 'Melnitsa Zhuk')).toBe(0.98);
  });
});

describe('the evidence', () => {
  it('names what agrees, what is missing, the order and the legal form', () => {
    expect(
      compare('Foods Brightwatre Intl Ltd', 'Brightwater Foods Quarles International Limited').parts,
    ).toEqual([
      { part: 'word', given: 'foods', found: 'foods', score: 1 },
      { part: 'spelling', given: 'brightwatre', found: 'brightwater', score: 0.89 },
      { part: 'equivalent', given: 'intl', found: 'international', score: 0.97 },
      { part: 'missing', given: null, found: 'quarles', score: 0 },
      {
        part: 'order',
        given: 'foods brightwatre intl',
        found: 'brightwater foods quarles international',
        score: 0.95,
      },
      { part: 'legal_form', given: 'ltd', found: 'limited', score: 1 },
    ]);
  });

  it('shows joined words and initials', () => {
    expect(compare('Snowridge Lodge Inn', 'Snow Ridge Lodge').parts[0]).toEqual({
      part: 'joined',
      given: 'snowridge',
      found: 'snow ridge',
      score: 0.98,
    });
    expect(compare('Ober Kessler Werke', 'OKW').parts).toEqual([
      { part: 'initials', given: 'ober kessler werke', found: 'okw', score: 0.72 },
    ]);
  });

  it('is empty for texts that have nothing in common, or no letter', () => {
    const nothing = { score: 0, equal: false, sameForm: false, parts: [] };
    expect(compare('🍎', '🍎')).toEqual(nothing);
    expect(compare('', 'Brightwater')).toEqual(nothing);
    expect(compare('Quarles', 'Brightwater')).toMatchObject({ score: 0 });
  });
});

describe('any two names', () => {
  const words = fc.constantFrom(
    'brightwater',
    'brightwatre',
    'foods',
    'bank',
    'of',
    'intl',
    'international',
    'bw',
    '7',
    'north',
  );
  const names = fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 6 }).map((each) => each.join(' ')),
    fc.string({ unit: 'grapheme' }),
  );

  it('have a score from 0 to 0.98, which is that of equal names only', () => {
    fc.assert(
      fc.property(names, names, (a, b) => {
        const { score, equal, parts } = compare(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(0.98);
        expect(equal).toBe(score === 0.98);
        for (const part of parts) expect(part.score).toBeGreaterThanOrEqual(0);
        expect(parts.length).toBeLessThanOrEqual(34);
      }),
      { numRuns: 1000 },
    );
  });

  it('are equal to themselves', () => {
    fc.assert(
      fc.property(names, (name) => {
        fc.pre(readName(name).keys.length > 0);
        expect(compare(name, name).equal).toBe(true);
      }),
    );
  });

  it('never gain by a word that only one has', () => {
    const known = fc.array(words, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(known, known, (a, b) => {
        const before = scoreOf(a.join(' '), b.join(' '));
        expect(scoreOf(`${a.join(' ')} quarles`, b.join(' '))).toBeLessThanOrEqual(before + 1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  it('of hostile length are compared within a bounded number of words', () => {
    const long = Array.from({ length: 2000 }, (_, index) => `wort${index}`).join(' ');
    const other = Array.from({ length: 2000 }, (_, index) => `wrot${index}`).join(' ');
    expect(compare(long, other).parts.length).toBeLessThanOrEqual(34);
  });
});

const LABELLED = (await readFile('bench/quality/pairs.txt', 'utf8')).split('\n').flatMap((line) => {
  const [label = '', given, found] = line.split(' | ');
  return given !== undefined && found !== undefined ? [{ isSame: label === '=', given, found }] : [];
});

describe('the labelled pairs', () => {
  it('are 300, a third of them of different companies', () => {
    expect([LABELLED.length, LABELLED.filter(({ isSame }) => !isSame).length]).toEqual([300, 100]);
  });

  it.each([
    [0.7, 0.88, 0.85],
    [0.9, 0.97, 0.75],
  ])('at %f and above have a precision of %f and a recall of %f', (threshold, precision, recall) => {
    const above = LABELLED.filter(({ given, found }) => scoreOf(given, found) >= threshold);
    const right = above.filter(({ isSame }) => isSame).length;
    expect(right / above.length).toBeGreaterThanOrEqual(precision);
    expect(right / LABELLED.filter(({ isSame }) => isSame).length).toBeGreaterThanOrEqual(recall);
  });
});
