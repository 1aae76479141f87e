import { textKey } from '../../lib/text-key.ts';
import { readListText } from '../import/formats/cells.ts';
import { type NumberFormat, type OwnFieldType, VALUE_LIMITS, type ValueShape } from './own-field.ts';
import { readFileValue } from './read-value.ts';

/** A column of a file with values of a sample, none of them blank. */
export interface ValueColumn {
  /** Name in lower case with `_` between its words. */
  name: string;
  values: readonly unknown[];
}

/** The type that most values of a column have. */
export interface Guess extends ValueShape {
  /** Set where texts write numbers. */
  format: NumberFormat | undefined;
  /** Number of different values; of a list, those of its entries. */
  distinct: number;
  /** Values that the type refuses. */
  unread: unknown[];
  /** Set for a text or category of which most values, but too few, are of another type. */
  almost?: { type: OwnFieldType; count: number; refused: unknown } | undefined;
}

/** Share of the values that may be something else, such as `n/a`. */
const STRAY = 0.1;
/** Share of different values from which a column is taken for free text. A few values show nothing. */
const NEARLY_ALL = 0.9;
const FEW = 10;
/** Characters of an average text from which even few different ones are free text. */
const SENTENCE = 40;

/** Words in names of codes. Their numbers are never added, compared or written with a sign. */
const CODE_NAME =
  /(?:^|_)(?:zip|plz|postal|postcode|phone|telephone|tel|telefon|fax|mobile|id|code|sic|naics|nace|duns|vat|isin|lei)(?:_|$)/;
/** Leading zeros, as of ZIP codes, and telephone numbers. */
const CODE = /^(?:0\d|\+[\d ]{7})/;

/** Texts that stand for nothing. They say nothing about the type of a column. */
const PLACEHOLDER = /^(?:n\/?a|none|null|nan|unknown|[-\u2013\u2014?]+)$/i;

/** Returns the columns of a file with their types. */
export function guessTypes<Column extends ValueColumn>(columns: readonly Column[]): (Column & Guess)[] {
  const stated = columns.map(({ values }) => withoutPlaceholders(values));
  const formats = formatsOf(stated);
  return columns.map((column, index) => {
    const format = formats[index];
    const shape = guessShape(column.name, stated[index] ?? [], format);
    const almost = findAlmost(column.name, shape, stated[index] ?? [], format);
    return { ...column, ...describeAs(shape, column.values, format), ...(almost && { almost }) };
  });
}

/** Returns how the numbers of each column of a file are written, where its values or those of the file show it. */
export function guessNumberFormats(
  columns: readonly Pick<ValueColumn, 'values'>[],
): (NumberFormat | undefined)[] {
  return formatsOf(columns.map(({ values }) => withoutPlaceholders(values)));
}

function withoutPlaceholders(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => typeof value !== 'string' || !PLACEHOLDER.test(value));
}

function formatsOf(columns: readonly (readonly unknown[])[]): (NumberFormat | undefined)[] {
  const votes = columns.map(countFormats);
  const ofFile: Votes = {
    certain: sum(votes.map(({ certain }) => certain)),
    likely: sum(votes.map(({ likely }) => likely)),
  };
  return votes.map((own) => chooseFormat(own, ofFile));
}

/** Finds the type that most values of a column have which became a text or a category. */
function findAlmost(
  name: string,
  { type, multiple }: ValueShape,
  values: readonly unknown[],
  format: NumberFormat | undefined,
): Guess['almost'] {
  if (multiple || (type !== 'text' && type !== 'category')) return undefined;
  for (const other of typesFor(name, values)) {
    const refused = values.filter((value) => !isReadable(other, value, format));
    const count = values.length - refused.length;
    if (refused.length > 0 && count > values.length / 2) return { type: other, count, refused: refused[0] };
  }
  return undefined;
}

/** Returns the types that a column may have beside text and category, the narrowest first. */
function typesFor(name: string, values: readonly unknown[]): readonly OwnFieldType[] {
  const isCode =
    CODE_NAME.test(name) || values.some((value) => typeof value === 'string' && CODE.test(value));
  return isCode ? ['date', 'url'] : ['boolean', 'number', 'date', 'url'];
}

function guessShape(name: string, values: readonly unknown[], format: NumberFormat | undefined): ValueShape {
  const types = values.length === 0 ? [] : typesFor(name, values);
  const type = types.find((each) => fits(each, values, format));
  if (type !== undefined) return { type, multiple: false };
  if (isList(values)) return LIST;
  const { distinct } = describeAs({ type: 'category', multiple: false }, values);
  const texts = values.filter((value) => typeof value === 'string');
  const isLong = texts.some((text) => text.length > VALUE_LIMITS.category);
  const average = texts.reduce((length, text) => length + text.length, 0) / values.length;
  const isDistinct = distinct > NEARLY_ALL * values.length;
  const isFree = isLong || (isDistinct && (values.length >= FEW || average > SENTENCE));
  return { type: isFree ? 'text' : 'category', multiple: false };
}

const LIST: ValueShape = { type: 'category', multiple: true };

/** Returns whether nearly all values are of a type. Columns of 0 or of 1 alone are no booleans. */
function fits(type: OwnFieldType, values: readonly unknown[], format: NumberFormat | undefined): boolean {
  const [first] = values;
  const isBit = first === 0 || first === 1 || first === '0' || first === '1';
  if (type === 'boolean' && isBit && values.every((value) => value === first)) return false;
  return nearlyAll(values, (value) => isReadable(type, value, format));
}

function isReadable(type: OwnFieldType, value: unknown, format: NumberFormat | undefined): boolean {
  return 'value' in readFileValue({ type, multiple: false }, value, format);
}

/** Stops at the value that is one stray too many. */
function nearlyAll(values: readonly unknown[], isOne: (value: unknown) => boolean): boolean {
  let strays = STRAY * values.length;
  return values.every((value) => {
    if (!isOne(value)) strays -= 1;
    return strays >= 0;
  });
}

function describeAs(shape: ValueShape, values: readonly unknown[], format?: NumberFormat): Guess {
  const keys = new Set<string>();
  const unread: unknown[] = [];
  for (const raw of values) {
    const read = readFileValue(shape, raw, format);
    if ('reason' in read) unread.push(raw);
    else for (const each of [read.value].flat()) keys.add(textKey(String(each)));
  }
  const isWritten = shape.type === 'number' && values.some((value) => typeof value === 'string');
  return { ...shape, format: isWritten ? format : undefined, distinct: keys.size, unread };
}

/** Share of different entries of lists that occur more than once. Parts of sentences hardly ever do. */
const RECURRING = 0.25;

/** Returns whether values are lists: JSON has them, texts have literals of arrays, or entries that recur between separators. */
function isList(values: readonly unknown[]): boolean {
  if (!nearlyAll(values, (value) => 'value' in readFileValue(LIST, value))) return false;
  const isLiteral = (value: unknown) =>
    Array.isArray(value) || (typeof value === 'string' && /^[[{]/.test(value));
  if (values.length > 0 && nearlyAll(values, isLiteral)) return true;
  const lists = values.map((value) => (typeof value === 'string' ? (readListText(value).entries ?? []) : []));
  const counts = new Map<string, number>();
  for (const key of lists.flat().map(textKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const several = lists.filter((entries) => entries.length > 1).length;
  const recurring = [...counts.values()].filter((count) => count > 1).length;
  const isShort = [...counts.keys()].every((key) => key.length <= SENTENCE);
  const areRecurring = recurring >= RECURRING * counts.size || values.length < FEW;
  return several > STRAY * values.length && isShort && areRecurring;
}

/** Numbers of texts that are numbers in one format: the first of NUMBER_FORMATS, and the second. */
type Count = readonly [point: number, comma: number];

interface Votes {
  /** Texts that only one of the formats reads: `12,5`. */
  certain: Count;
  /** Texts with a mark that both read, such as `1.200`, which is a thousand rather than a number with three decimals. */
  likely: Count;
}

const NO_VOTES: Votes = { certain: [0, 0], likely: [0, 0] };
const sum = (counts: readonly Count[]): Count =>
  counts.reduce(([point, comma], [points, commas]) => [point + points, comma + commas], [0, 0]);

/** Counts the formats of a column whose values are nearly all numbers. */
function countFormats(values: readonly unknown[]): Votes {
  const certain: [number, number] = [0, 0];
  const likely: [number, number] = [0, 0];
  const areNumbers = nearlyAll(values, (value) => {
    const isPoint = isReadable('number', value, '1,200.50');
    const isComma = isReadable('number', value, '1.200,50');
    if (typeof value === 'string') {
      if (isPoint !== isComma) certain[isPoint ? 0 : 1] += 1;
      else if (isPoint && /[.,]/.test(value)) likely[value.includes(',') ? 0 : 1] += 1;
    }
    return isPoint || isComma;
  });
  return areNumbers ? { certain, likely } : NO_VOTES;
}

/** Chooses the format of a column: its own majority, such as of coordinates in a German file, else that of the file. */
function chooseFormat(own: Votes, ofFile: Votes): NumberFormat | undefined {
  for (const [point, comma] of [own.certain, ofFile.certain, own.likely, ofFile.likely])
    if (point !== comma) return point > comma ? '1,200.50' : '1.200,50';
  return undefined;
}
