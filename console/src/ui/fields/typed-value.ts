import type { CompanyFieldType } from '../../generated/graphql.ts';
import { fieldValuesText as text } from '../../text/fields.ts';

/** An own field whose values are edited. */
export interface EditedField {
  key: string;
  label: string;
  type: CompanyFieldType;
  multiple: boolean;
  /** How its numbers are written, such as `1.200,50`; null for a decimal point. */
  numberFormat?: string | null;
  unit?: string | null;
  description?: string | null;
}

type Shape = Pick<EditedField, 'type' | 'multiple' | 'numberFormat'>;

/** What an editor holds: a text, or the values of a category with several. */
export type Typed = string | string[];

/** Returns what the editor of a value begins with. @param value undefined if there is none */
export function typedOf({ multiple, numberFormat }: Shape, value: unknown): Typed {
  if (multiple) return Array.isArray(value) ? value.map(String) : [];
  if (typeof value === 'number' && numberFormat === COMMA) return String(value).replace('.', ',');
  return value === undefined ? '' : String(value);
}

/** The format whose decimal sign is the comma. */
export const COMMA = '1.200,50';
const PLAIN_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)$/;
const GROUPED_NUMBER = /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/;
/** Its marks may separate thousands or decimals. */
const AMBIGUOUS_NUMBER = /^[-+]?\d{1,3}([.,]\d{3})+$/;

/**
 * Writes a number with a decimal point and without marks of thousands.
 *
 * @returns undefined for a text that is no number in this format
 */
function plainNumber(typed: string, format: string | null | undefined): string | undefined {
  const swapped = (mark: string) => (mark === '.' ? ',' : '.');
  const pointed = format === COMMA ? typed.replace(/[.,]/g, swapped) : typed;
  const plain = GROUPED_NUMBER.test(pointed) ? pointed.replaceAll(',', '') : pointed;
  return PLAIN_NUMBER.test(plain) ? plain : undefined;
}

/** Returns the number that an ambiguous text such as `12.500` stands for; undefined unless the field has no format. */
export function ambiguousNumber(field: Shape, typed: string): number | undefined {
  if (field.type !== 'NUMBER' || field.numberFormat || !AMBIGUOUS_NUMBER.test(typed.trim())) return undefined;
  const read = readTyped(field, typed);
  return 'value' in read && typeof read.value === 'number' ? read.value : undefined;
}

/** Doubles have each number of so many digits exactly. */
const EXACT_DIGITS = 15;

/** A value to send, where null clears, or the reason why there is none. */
type Read = { value: unknown } | { reason: string };

/**
 * Returns the value to send, where null clears, or the reason why there is none. The service judges the others: a text that
 * is no number is sent as it is.
 */
export function readTyped({ type, numberFormat }: Shape, typed: Typed): Read {
  if (typeof typed !== 'string') return { value: typed.length > 0 ? typed : null };
  const plain = typed.trim();
  if (plain === '') return { value: null };
  if (type === 'BOOLEAN') return { value: plain === 'true' };
  const number = type === 'NUMBER' ? plainNumber(plain, numberFormat) : undefined;
  if (number === undefined) return { value: plain };
  const digits = number.replace(/[-+.]/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS ? { reason: text.tooManyDigits } : { value: Number(number) };
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
};

/** Does the same for a cell of a spreadsheet: several values stand between `;`. */
export function readPasted(shape: Shape, cell: string): Read {
  const plain = cell.trim();
  if (shape.multiple) {
    const values = plain.split(';').map((each) => each.trim());
    return readTyped(shape, [...new Set(values.filter((each) => each !== ''))]);
  }
  if (shape.type === 'BOOLEAN' && plain !== '') {
    const value = FLAGS[plain.toLowerCase()];
    return value === undefined ? { reason: text.noFlag } : { value };
  }
  return readTyped(shape, plain);
}
