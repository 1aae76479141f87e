import { describe, expect, test } from '@jest/globals';
import { parseSentence } from '../../../../clients/typescript/src/filter/grammar/parse.ts';
import type { Answer, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { parseFilter } from '../../../../clients/typescript/src/parse.ts';
import { COUNTRY_CODES } from '../../../../src/modules/catalogue/countries.ts';
import { answer, catalogue, LISTED, parseFully, SEARCHED } from './catalogue.ts';
import { readableSentence } from './readable.ts';

const PHRASES: Readonly<Record<string, readonly string[]>> = {
  technology: ['using', 'not using'],
  technology_category: ['category'],
  industry: ['industry', 'sector'],
  country: ['country', 'based in', 'in', 'not in'],
  employee_range: ['employees'],
  partner: ['partner of'],
  investor: ['backed by'],
};
/** A letter that more values contain than a search returns, a name that two companies have. */
const SHARED: ReadonlySet<string> = new Set(['R', 'Nordwind']);

interface Reading {
  text: string;
  field: string;
  labels: readonly string[];
}

function readings({ pieces }: Sentence, text: string): Reading[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'condition') return [{ text, field: piece.field, labels: piece.labels }];
    return piece.kind === 'word' ? [] : [{ text, field: piece.kind, labels: [] }];
  });
}

describe('labels', () => {
  test('of the catalogue read back after the words of their field', () => {
    const wrong = Object.entries({ ...LISTED, ...SEARCHED }).flatMap(([field, values]) =>
      values
        .filter(({ label }) => !SHARED.has(label))
        .flatMap(({ label }) =>
          (PHRASES[field] ?? []).flatMap((phrase) => {
            const text = `${phrase} ${label}`;
            const found = readings(parseFully(text), text);
            return JSON.stringify(found) === JSON.stringify([{ text, field, labels: [label] }]) ? [] : found;
          }),
        ),
    );
    expect(wrong).toEqual([]);
  });

  const LABELS = [
    ...[
      '.NET',
      'C++',
      'C',
      'R',
      'C#',
      'Go',
      'Node.js',
      'Not Diamond',
      'In Vision',
      'And Co',
      'Bits & Pieces',
    ],
    ...['Foo (Bar)', 'St. Somewhere', 'Q&A Tool', 'Yes/No', '7-Zip', '365 Copilot', 'Stop, Look and Listen'],
    ...['With Love', 'Free of Charge', 'One Two Three Four Five Six Seven Eight', 'Use It', 'Without Limits'],
    ...['Non-stop', '51-200 Club', 'Last 90 Days', 'Yahoo!', 'Made in Italy'],
  ];
  const values = LABELS.map((label, index) => ({ value: `v${index}`, label, companyCount: 100 - index }));

  test.each(['technology', 'partner', 'investor'])('with words of the grammar read back: %s', (field) => {
    const [phrase = ''] = PHRASES[field] ?? [];
    const found = LABELS.map((label) => {
      const text = `software companies ${phrase} ${label}`;
      const answers: Answer[] = [];
      for (let round = 0; round < 8; round += 1)
        answers.push(
          ...parseSentence(text, catalogue, answers).searches.map((search) => ({
            ...search,
            values: values.filter((each) => each.label.toLowerCase().includes(search.phrase)),
            isComplete: true,
          })),
        );
      return readings(parseSentence(text, catalogue, answers), text).slice(1);
    });
    expect(found).toEqual(
      LABELS.map((label) => [{ text: `software companies ${phrase} ${label}`, field, labels: [label] }]),
    );
  });
});

describe('lists', () => {
  test.each(['in lists Our CRM or customers', 'in list Our CRM, customers'])(
    'follow each other: %s',
    (text) => {
      expect(readableSentence(parseFully(text))).toBe('list=9,7');
    },
  );
});

describe('codes of countries', () => {
  test('in upper case are countries after "in", "from", "based in" and in lists', () => {
    const codes = [...COUNTRY_CODES];
    const texts = codes.flatMap((code) =>
      [
        `software in ${code}`,
        `software from ${code}`,
        `based in ${code}, software`,
        `${code} or DE, software`,
      ].map((text) => ({ code, text })),
    );
    const wrong = texts.filter(({ code, text }) => {
      const places = parseFully(text).pieces.filter(
        (piece) => piece.kind === 'condition' && piece.field === 'country',
      );
      return !places.some((piece) => piece.kind === 'condition' && piece.values.includes(code));
    });
    expect(wrong).toEqual([]);
  });

  test('in lower case are countries or open, and never vanish', () => {
    const silent = [...COUNTRY_CODES].map((code) => `software companies in ${code.toLowerCase()}`);
    expect(silent.filter((text) => readings(parseFully(text), text).length < 2)).toEqual([]);
  });
});

describe('a word before a value', () => {
  const NEGATIONS = [
    'lacking',
    'avoiding',
    'sans',
    'devoid of',
    'free of',
    'other than',
    'anything but',
    'except',
  ];
  const MORE = ['excluding', 'without', 'no', 'not', 'never used', 'rather than', 'instead of', 'minus'];
  test.each([...NEGATIONS, ...MORE])('is a negation: %s', (word) => {
    const wanted = 'industry=Software & technology!=kubernetes';
    expect(readableSentence(parseFully(`software companies ${word} kubernetes`))).toBe(wanted);
  });

  const UNKNOWN = [
    'shunning',
    'wibble',
    'ditched',
    'hating',
    'who left',
    'no longer',
    'formerly on',
    'void of',
  ];
  test.each(UNKNOWN)('leaves the value open: %s', (word) => {
    const { root, pieces } = parseFully(`software companies ${word} docker`);
    expect(JSON.stringify(root)).not.toContain('docker');
    expect(pieces.some(({ kind }) => kind === 'ambiguous' || kind === 'unknown')).toBe(true);
  });
});

describe('parseFilter', () => {
  function read(text: string) {
    const answers: Answer[] = [];
    for (let round = 0; round < 8; round += 1)
      answers.push(...parseFilter(text, catalogue, answers).searches.map(answer));
    return parseFilter(text, catalogue, answers);
  }

  test.each([
    ['kuberntes', 'using Kubernetes'],
    ['ukbernetes', 'using Kubernetes'],
    ['using kuberntes', 'using Kubernetes'],
    ['germny', 'country Germany'],
    ['software in germny', 'in country Germany'],
    ['partner of micorsoft', 'partner of microsoft.example'],
  ])('suggests a spelling: %s', (text, suggestion) => {
    expect(read(text).unresolved.map(({ suggestions }) => suggestions[0])).toEqual([suggestion]);
  });

  test('says which bands a number cuts', () => {
    expect(read('more than 100 employees').assumptions).toEqual([
      {
        from: 0,
        to: 23,
        band: '51-200',
        isIncluded: true,
        message:
          '"more than 100 employees" includes all companies with 51-200 employees: only bands are known.',
      },
    ]);
    expect(
      read('at least 1k employees').assumptions.map(({ band, isIncluded }) => [band, isIncluded]),
    ).toEqual([['501-1000', false]]);
    expect(read('more than 1,000 employees').assumptions).toEqual([]);
    expect(read('50-100 employees').assumptions.map(({ band, isIncluded }) => [band, isIncluded])).toEqual([
      ['11-50', false],
      ['51-200', true],
    ]);
  });

  test('reads the beginning of a long text, and leaves the rest open', () => {
    const text = `software companies${' '.repeat(490)}in germany`;
    const { conditions, unresolved } = read(text);
    expect(conditions.map(({ field }) => field)).toEqual(['industry']);
    expect(unresolved.map(({ from, to }) => [from, to])).toEqual([[500, text.length]]);
  });

  test('says why words are open', () => {
    const texts = [
      'using docker since 2020',
      'shunning docker',
      'companies like aws',
      'germany and not',
      'foobar',
    ];
    const reasons = [...texts, 'over 1000 employees and under 50 employees'].map((text) =>
      read(text).unresolved.map(({ reason }) => reason),
    );
    expect(reasons).toEqual([
      ['time'],
      ['doubt'],
      ['alike'],
      ['negation'],
      [undefined],
      ['bounds', 'bounds'],
    ]);
  });

  test('offers the opposite of a technology that was dropped', () => {
    const [dropped] = read('dropped aws and adopted azure').unresolved;
    expect(dropped?.suggestions).toContain('not using aws');
  });
});
