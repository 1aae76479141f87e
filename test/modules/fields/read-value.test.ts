import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textKey } from '../../../src/lib/text-key.ts';
import {
  FIELD_TYPES,
  NUMBER_FORMATS,
  type NumberFormat,
  type OwnFieldType,
  type ValueShape,
} from '../../../src/modules/fields/own-field.ts';
import { readFileValue, readOwnValue } from '../../../src/modules/fields/read-value.ts';

const shape = (type: OwnFieldType): ValueShape => ({ type, multiple: false });
const LIST: ValueShape = { type: 'category', multiple: true };
const SHAPES: readonly ValueShape[] = [...FIELD_TYPES.map(shape), LIST];

/** Reads a value of a file. @returns the value, or the reason as `✗ reason` */
function read(type: OwnFieldType | ValueShape, raw: unknown, format?: NumberFormat): unknown {
  const found = readFileValue(typeof type === 'string' ? shape(type) : type, raw, format);
  return 'value' in found ? found.value : `✗ ${found.reason}`;
}

/** Reads each raw value of a table. */
function readAll(type: OwnFieldType, table: readonly (readonly [unknown, unknown])[], format?: NumberFormat) {
  return table.map(([raw]) => [raw, read(type, raw, format)]);
}

const refusedAs = (format: NumberFormat, raw: string) =>
  `✗ must be a number such as ${format}, not ${JSON.stringify(raw)}`;

describe('numbers', () => {
  it('are read as 1,200.50 writes them, with units, signs and blanks', () => {
    const table = [
      ['0', 0],
      ['-0', 0],
      ['007', 7],
      ['12.5', 12.5],
      ['.5', 0.5],
      ['5.', 5],
      ['1,200.50', 1200.5],
      ['1,234,567', 1234567],
      ['1 200', 1200],
      ['1\u00a0234\u00a0567.25', 1234567.25],
      ['1\u202f200', 1200],
      ["1'200.50", 1200.5],
      ['1’200', 1200],
      ['1.2500000', 1.25],
      ['+3', 3],
      ['-3', -3],
      ['\u22123.25', -3.25],
      ['3-', -3],
      ['(1,200)', -1200],
      ['$1,200', 1200],
      ['-$ 1,200', -1200],
      ['$-1,200', -1200],
      ['($1,200.50)', -1200.5],
      ['1,200 €', 1200],
      ['1,200 EUR', 1200],
      ['USD -1,200.50', -1200.5],
      ['(CHF 1,200)', -1200],
      ['£5-', -5],
      ['12.5 %', 12.5],
      ['-12.5%', -12.5],
      ['999999999999999', 999999999999999],
      ['-99,999,999,999.9999', -99999999999.9999],
    ] as const;
    expect(readAll('number', table, '1,200.50')).toEqual(table);
    expect(readAll('number', table)).toEqual(table);
  });

  it('are read as 1.200,50 writes them', () => {
    const table = [
      ['1.200,50', 1200.5],
      ['1.200', 1200],
      ['1.234.567', 1234567],
      ['12,5', 12.5],
      ['0,125', 0.125],
      ['1 200,5 €', 1200.5],
      ['€ 12.000,00', 12000],
      ['-3,25', -3.25],
      ['(1.200)', -1200],
      ['1200', 1200],
    ] as const;
    expect(readAll('number', table, '1.200,50')).toEqual(table);
  });

  it('are refused where a text has another format, or two signs', () => {
    const point = [
      '1.200,50',
      '12,5',
      '1,20',
      '12,34,567',
      '0,125',
      '1.2.3',
      '12$34',
      '--5',
      '(-5)',
      '(5',
      '5)',
    ];
    const rest = ['-5-', '', '.', '-', '€', 'n/a', '1e6', '0x10', '٣', 'Infinity', '5 5', '9'.repeat(99)];
    const refused = [...point, ...rest];
    expect(refused.map((raw) => read('number', raw))).toEqual(
      refused.map((raw) =>
        raw.length > 60
          ? '✗ must be a number such as 1,200.50, not "'.concat('9'.repeat(60), '…"')
          : refusedAs('1,200.50', raw),
      ),
    );
    const comma = ['1,200.50', '12.5', '0.125', '1.20', '1.234.56'];
    expect(comma.map((raw) => read('number', raw, '1.200,50'))).toEqual(
      comma.map((raw) => refusedAs('1.200,50', raw)),
    );
    for (const raw of [true, null, undefined, [], [1], {}])
      expect(read('number', raw)).toMatch(/^✗ must be a number such as 1,200\.50, not /);
  });

  it('are refused rather than rounded', () => {
    const decimals = '✗ has more than 4 digits after the point';
    const digits = '✗ has more than 15 digits';
    const table = [
      ['1.23456', decimals],
      [0.1 + 0.2, decimals],
      [1e-7, decimals],
      [33.333333333, decimals],
      ['1000000000000000', digits],
      ['123456789012.3456', digits],
      [2 ** 53, digits],
      [1e21, digits],
      [-1e300, digits],
      [2n ** 63n, digits],
      [Number.NaN, '✗ must be a number, not NaN'],
      [Number.NEGATIVE_INFINITY, '✗ must be a number, not -Infinity'],
      [123456789012345n, 123456789012345],
      [-5n, -5],
      [12.5, 12.5],
      [-0, 0],
      [0.0001, 0.0001],
      [99999999999.9999, 99999999999.9999],
    ] as const;
    expect(readAll('number', table)).toEqual(table);
  });

  const decimal = fc.tuple(
    fc.boolean(),
    fc.integer({ min: 0, max: 4 }).chain((decimals) =>
      fc.tuple(
        fc
          .bigInt({ min: 0n, max: 10n ** 15n - 1n })
          .map((scaled) => String(scaled).padStart(decimals + 1, '0')),
        fc.constant(decimals),
      ),
    ),
  );

  it('of up to 15 digits stay exact, in both formats and as JSON', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom(...NUMBER_FORMATS), ([isNegative, [digits, decimals]], format) => {
        const whole = digits.slice(0, digits.length - decimals);
        const after = decimals === 0 ? '' : digits.slice(-decimals);
        const [thousands, point] = format === '1,200.50' ? [',', '.'] : ['.', ','];
        const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
        const exact = Number(`${isNegative ? '-' : ''}${whole}.${after}0`) + 0;
        for (const text of [whole, grouped]) {
          const written = `${isNegative ? '-' : ''}${text}${after === '' ? '' : `${point}${after}`}`;
          expect([written, read('number', written, format)]).toEqual([written, exact]);
        }
        expect(read('number', exact)).toBe(exact);
        expect(BigInt(Math.round(Math.abs(exact) * 10 ** decimals))).toBe(BigInt(digits));
      }),
    );
  });
});

describe('dates', () => {
  it('are days, of a time the one in UTC', () => {
    const table = [
      ['2026-01-31', '2026-01-31'],
      [' 2024-02-29 ', '2024-02-29'],
      ['31.01.2026', '2026-01-31'],
      ['1.2.2026', '2026-02-01'],
      ['03.04.2026 13:45', '2026-04-03'],
      ['1/31/2026', '2026-01-31'],
      ['31/01/2026', '2026-01-31'],
      ['31-01-2026', '2026-01-31'],
      ['05/05/2026', '2026-05-05'],
      ['1/31/2026, 9:05 PM', '2026-01-31'],
      ['2026/01/31', '2026-01-31'],
      ['2026-01-31T23:30:00-02:00', '2026-02-01'],
      ['2026-01-31 00:00:00.123 UTC', '2026-01-31'],
      ['2026-01-31T12:00:00Z', '2026-01-31'],
      [new Date('2026-01-31T23:59:59Z'), '2026-01-31'],
      ['1900-01-01', '1900-01-01'],
      ['2100-12-31', '2100-12-31'],
    ] as const;
    expect(readAll('date', table)).toEqual(table);
  });

  it('are refused where they do not exist, are out of range, or may be in two months', () => {
    for (const raw of ['03/04/2026', '3-4-2026'])
      expect(read('date', raw)).toBe(
        `✗ may be a day of either of two months: "${raw}". Write it as YYYY-MM-DD`,
      );
    const refused = [
      '2026-02-30',
      '30.02.2026',
      '13/13/2026',
      '1899-12-31',
      '2101-01-01',
      '31.01.26',
      '20260131',
      '',
    ];
    for (const raw of [...refused, 'soon', '2026', '2026-01', 46053, true, null, [], new Date(Number.NaN)])
      expect(read('date', raw)).toMatch(/^✗ must be a day from 1900 to 2100, such as 2026-01-31, not /);
  });
});

describe('booleans, texts and addresses', () => {
  it('of booleans are words and digits in either case', () => {
    for (const raw of [true, 'true', 'TRUE', 'Yes', 't', 'Y', '1', 1, 1n])
      expect(read('boolean', raw)).toBe(true);
    for (const raw of [false, 'false', 'No', 'F', 'n', '0', ' 0 ', 0])
      expect(read('boolean', raw)).toBe(false);
    for (const raw of ['', 'maybe', '2', 2, null, [], '\\N'])
      expect(read('boolean', raw)).toMatch(/^✗ must be true or false, not /);
  });

  it('of texts are trimmed, composed and bounded in code points', () => {
    expect(read('category', '  Mu\u0308nchen ')).toBe('München');
    expect(read('category', 7372)).toBe('7372');
    expect(read('category', 7372n)).toBe('7372');
    expect(read('category', '😀'.repeat(200))).toBe('😀'.repeat(200));
    expect(read('category', '😀'.repeat(201))).toBe('✗ is longer than 200 characters');
    expect(read('text', 'é'.repeat(2000))).toBe('é'.repeat(2000));
    expect(read('text', 'x'.repeat(2001))).toBe('✗ is longer than 2000 characters');
    expect(read('text', 'two\nlines')).toBe('two\nlines');
    expect(read('category', ' \u00a0')).toBe('✗ is empty');
    for (const raw of ['a\0b', 'a\ud800'])
      expect(read('text', raw)).toBe('✗ contains a NUL or an unpaired surrogate, which cannot be stored');
    expect(read('category', ['a'])).toBe('✗ must be a string, not a list');
    expect(read('text', { a: 1 })).toBe('✗ must be a string, not an object');
  });

  it('of addresses stay as they are written, without scripts and passwords', () => {
    for (const raw of [
      'https://acme.example',
      'HTTP://acme.example:8080/a?b=c#d',
      'https://bücher.example/ü',
    ])
      expect(read('url', ` ${raw} `)).toBe(raw);
    const none = [
      'acme.example',
      'ftp://acme.example',
      'javascript:alert(1)',
      'https://',
      'http:acme.example',
      5,
    ];
    for (const raw of [
      ...none,
      'https://acme.example/a b',
      'https://a.example\\b',
      'ht\ntps://a.example',
      'https://a:b',
    ])
      expect(read('url', raw)).toMatch(
        /^✗ must be an address that begins with http:\/\/ or https:\/\/, not /,
      );
    for (const raw of ['https://ada:secret@acme.example', 'https://ada@acme.example'])
      expect(read('url', raw)).toBe('✗ must not contain a user name or a password');
    expect(read('url', `https://acme.example/${'x'.repeat(2000)}`)).toBe('✗ is longer than 2000 characters');
  });
});

describe('lists', () => {
  it('are read as investors are: JSON, literals of arrays, and separators', () => {
    const table: [raw: unknown, list: string[]][] = [
      [
        ['SaaS', 'Cloud'],
        ['SaaS', 'Cloud'],
      ],
      ['SaaS; Cloud;', ['SaaS', 'Cloud']],
      ['SaaS|AI', ['SaaS', 'AI']],
      ['SaaS, Cloud', ['SaaS, Cloud']],
      ['{SaaS,"Cloud, AI",NULL}', ['SaaS', 'Cloud, AI']],
      ['["SaaS", null]', ['SaaS']],
      ["['SaaS']", ['SaaS']],
      ['SaaS', ['SaaS']],
      [7372, ['7372']],
      [
        [7372n, 'x', null],
        ['7372', 'x'],
      ],
      [
        ['Straße', 'STRASSE', 'straße', 'İ', 'i'],
        ['Straße', 'STRASSE', 'İ'],
      ],
      [[], []],
      ['{}', []],
    ];
    expect(table.map(([raw]) => [raw, read(LIST, raw)])).toEqual(table);
  });

  it('are refused with the entry that is wrong', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `v${index}`);
    expect(read(LIST, [...hundred, 'V7'])).toEqual(hundred);
    expect(read(LIST, [...hundred, 'more'])).toBe('✗ has more than 100 values');
    expect(read(LIST, ['a', 'x'.repeat(201)])).toBe('✗ has an entry 2 that is longer than 200 characters');
    expect(read(LIST, ['a', ['b']])).toBe('✗ has an entry 2 that must be a string, not a list');
    expect(read(LIST, '[a')).toBe('✗ begins like a list and is none, because its "]" is missing: "[a"');
    expect(read(LIST, ' ; ')).toBe('✗ is empty');
    for (const raw of [null, true, {}]) expect(read(LIST, raw)).toMatch(/^✗ must be a list of strings, not /);
  });
});

describe('the APIs', () => {
  const strict = (type: OwnFieldType | ValueShape, raw: unknown) =>
    readOwnValue(typeof type === 'string' ? shape(type) : type, raw);

  it('take each value in the JSON type of its field alone', () => {
    expect(strict('number', 12.5)).toEqual({ value: 12.5 });
    expect(strict('boolean', false)).toEqual({ value: false });
    expect(strict('date', '2026-01-31')).toEqual({ value: '2026-01-31' });
    expect(strict('category', ' Berlin ')).toEqual({ value: 'Berlin' });
    expect(strict(LIST, ['a', 'A', 'b'])).toEqual({ value: ['a', 'b'] });
    expect(strict('number', '12.5')).toEqual({ reason: 'must be a number' });
    expect(strict('number', 0.00001)).toEqual({ reason: 'has more than 4 digits after the point' });
    expect(strict('boolean', 1)).toEqual({ reason: 'must be true or false' });
    for (const raw of ['31.01.2026', '2026-01-31T00:00:00Z', '2026/01/31'])
      expect(strict('date', raw)).toEqual({ reason: 'must be a day such as 2026-01-31' });
    expect(strict('date', '2026-02-30')).toEqual({
      reason: expect.stringMatching(/^must be a day from 1900 to 2100/),
    });
    expect(strict('category', 7372)).toEqual({ reason: 'must be a string' });
    for (const raw of ['a;b', ['a', 1], null])
      expect(strict(LIST, raw)).toEqual({ reason: 'must be a list of strings' });
  });

  it('and files never throw, and each value that they read is read again as itself', () => {
    const raw = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[-+(]?[$€]?[\d.,' ]{1,20}[%)-]?$/),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 120 }),
    );
    fc.assert(
      fc.property(
        raw,
        fc.constantFrom(...SHAPES),
        fc.constantFrom(...NUMBER_FORMATS),
        (given, each, format) => {
          const read = readFileValue(each, given, format);
          if ('value' in read) {
            expect(readOwnValue(each, read.value)).toEqual(read);
            expect(readFileValue(each, read.value, format)).toEqual(read);
            if (Array.isArray(read.value))
              expect(new Set(read.value.map(textKey)).size).toBe(read.value.length);
          } else expect(read).toEqual({ reason: expect.any(String) });
          const exact = readOwnValue(each, given);
          if ('value' in exact) expect(exact).toEqual(read);
          else expect(exact).toEqual({ reason: expect.any(String) });
        },
      ),
      { numRuns: 2000 },
    );
  });
});
