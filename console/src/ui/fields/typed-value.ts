import type { CompanyFieldType } from '../../generated/graphql.ts';
import { fieldValuesText as text } from '../../text/fields.ts';

/** An own field whose values are edited. */
export interface EditedField {
  key: string;
  label: string;
  type: CompanyFieldType;
  multiple: boolean;
  unit?: string | null;
  description?: string | null;
}

type Shape = Pick<EditedField, 'type' | 'multiple'>;

/** What an editor holds: a text, or the values of a category with several. */
export type Typed = string | string[];

/** Returns what the editor of a value begins with. @param value undefined if there is none */
export function typedOf({ multiple }: Shape, value: unknown): Typed {
  if (multiple) return Array.isArray(value) ? value.map(String) : [];
  return value === undefined ? '' : String(value);
}

const PLAIN_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)$/;
/** Doubles have each number of so many digits exactly. */
const EXACT_DIGITS = 15;

/** A value to send, where null clears, or the reason why there is none. */
type Read = { value: unknown } | { reason: string };

/**
 * Returns the value to send, where null clears, or the reason why there is none. The service judges the others: a text that
 * is no plain number is sent as it is.
 */
export function readTyped({ type }: Shape, typed: Typed): Read {
  if (typeof typed !== 'string') return { value: typed.length > 0 ? typed : null };
  const plain = typed.trim();
  if (plain === '') return { value: null };
  if (type === 'BOOLEAN') return { value: plain === 'true' };
  if (type !== 'NUMBER' || !PLAIN_NUMBER.test(plain)) return { value: plain };
  const digits = plain.replace(/[-+.]/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS ? { reason: text.tooManyDigits } : { value: Number(plain) };
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
};
const GROUPED_NUMBER = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Does the same for a cell of a spreadsheet: several values stand between `;`, and numbers may have commas. */
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
  return readTyped(shape, GROUPED_NUMBER.test(plain) ? plain.replaceAll(',', '') : plain);
}
