import type { Random } from '../../../fuzz/random.ts';

/** A field as the model has it. One that is deleted has no value at any company, also for lists that still use it. */
export interface OwnField {
  readonly key: string;
  readonly type: 'category' | 'number' | 'date' | 'boolean' | 'text' | 'url';
  readonly multiple: boolean;
}

export type Value = string | number | boolean | readonly string[];

/** Types of the fields that are declared, each with the list of values where it may have one. */
export const SHAPES: readonly Pick<OwnField, 'type' | 'multiple'>[] = [
  { type: 'category', multiple: false },
  { type: 'category', multiple: true },
  { type: 'number', multiple: false },
  { type: 'number', multiple: false },
  { type: 'date', multiple: false },
  { type: 'boolean', multiple: false },
  { type: 'text', multiple: false },
  { type: 'url', multiple: false },
];

/** Texts that are one value. The first spelling names them in failures. */
const SPELLINGS: readonly (readonly [string, ...string[]])[] = [
  ['Ada', 'ADA', 'ada'],
  ['é', 'É', 'e\u0301', 'E\u0301'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['İz', 'iz', 'IZ', 'I\u0307z'],
  ['straße', 'STRAẞE'],
  ['strasse', 'Strasse'],
  ['100%', '100%'],
  ['a_b\\', 'A_B\\'],
  ['日本'],
  ['😀 b'],
  ['true'],
  ['1'],
  ['x'.repeat(200), 'X'.repeat(200)],
  ['{"a": 1}'],
];
const GROUPS = new Map(
  SPELLINGS.flatMap((group) => group.map((text) => [text.normalize('NFC'), group[0]] as const)),
);

/** Returns what all spellings of a value have in common. */
export const groupOf = (value: unknown): string =>
  GROUPS.get(String(value).normalize('NFC')) ?? String(value);

/** The groups of a value of a category; a list has several. */
export const groupsOf = (value: Value | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat().map(groupOf);

/** Another spelling of a value, or the same. */
export function spell(random: Random, group: string): string {
  return random.pick(SPELLINGS.find(([first]) => first === group) ?? [group]);
}

/** At the limits of digits, around zero and powers of two, where fractions of two do not end. */
const NUMBERS = [
  -999_999_999_999_999, -99_999_999_999.9999, -1024, -2.5, -1, -0.3, -0.0001, 0, 0.0001, 0.1, 0.2, 0.3, 1,
  9.9999, 10, 1023, 1024, 1024.5, 4_294_967_296, 99_999_999_999.9999, 123_456_789_012_345,
  999_999_999_999_999,
];
const DAYS = [
  '1900-01-01',
  '1900-03-01',
  '1999-12-31',
  '2000-02-29',
  '2024-02-29',
  '2024-03-01',
  '2100-12-31',
];

function drawNumber(random: Random): number {
  if (random.chance(0.5)) return random.pick(NUMBERS);
  const digits = random.below(16) - 1;
  const decimals = digits > 11 ? 0 : random.below(5);
  const whole = Math.floor((random.below(1_000_000) / 1_000_000) * 10 ** Math.max(digits, 0));
  const text = `${random.chance(0.4) ? '-' : ''}${whole}.${String(random.below(10 ** decimals)).padStart(decimals, '0')}`;
  return Number(text) + 0;
}

function drawDay(random: Random): string {
  if (random.chance(0.5)) return random.pick(DAYS);
  return new Date(Date.UTC(1900 + random.below(201), random.below(12), 1 + random.below(28)))
    .toISOString()
    .slice(0, 10);
}

const drawText = (random: Random) => random.pick(random.pick(SPELLINGS));

/** A valid value as a request or a file states it. */
export function drawValue(random: Random, { type, multiple }: OwnField): Value {
  switch (type) {
    case 'category':
      return multiple ? random.times(1 + random.below(4), () => drawText(random)) : drawText(random);
    case 'number':
      return drawNumber(random);
    case 'date':
      return drawDay(random);
    case 'boolean':
      return random.chance(0.5);
    case 'text':
      return random.pick(['note', 'a\nb', '=1+1', 'y'.repeat(2000)]);
    case 'url':
      return random.pick(['https://a.example/x?y=1#z', 'http://b.example']);
  }
}

/** What neither a request nor a file may state. */
const INVALID: Record<OwnField['type'], readonly unknown[]> = {
  category: ['x'.repeat(201), 'a\u0000b', ['x'.repeat(201)]],
  number: ['many', 1_000_000_000_000_000, 0.00001, -1e300, true, [1]],
  date: ['2023-02-29', '1899-12-31', '2101-01-01', 20240101, 'soon'],
  boolean: ['perhaps', 2, ['true']],
  text: ['y'.repeat(2001), 'a\u0000b'],
  url: ['ftp://a.example', 'https://', 'https://user:pass@a.example'],
};

export const drawInvalid = (random: Random, { type }: OwnField): unknown => random.pick(INVALID[type]);

/** A value as it is stored. A list keeps the first spelling of each of its entries. */
export function storedForm(value: Value): Value {
  if (typeof value === 'string') return value.normalize('NFC');
  if (typeof value !== 'object') return value;
  const texts = value.map((text) => text.normalize('NFC'));
  return texts.filter(
    (text, index) => texts.findIndex((other) => groupOf(other) === groupOf(text)) === index,
  );
}

/** Whether a value meets a condition. Numbers of at most 15 digits are exact, and days in their order as texts. */
export function meets(value: Value | undefined, operator: string, wanted: readonly Value[]): boolean {
  if (operator === 'is_known') return (value !== undefined) === wanted[0];
  if (operator === 'none_of') return !meets(value, 'any_of', wanted);
  if (value === undefined) return false;
  const groups = groupsOf(value);
  const [low = '', high = ''] = wanted;
  switch (operator) {
    case 'any_of':
      return wanted.some((each) => groups.includes(groupOf(each)));
    case 'all_of':
      return wanted.every((each) => groups.includes(groupOf(each)));
    case 'eq':
      return value === low;
    case 'gte':
      return value >= low;
    case 'lte':
      return value <= low;
    case 'between':
      return value >= low && value <= high;
    default:
      throw new Error(`the model does not know ${operator}`);
  }
}
