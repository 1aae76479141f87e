import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue, validationFault } from '../../lib/fault.ts';
import { isWithin, MAX_FIELD_COLUMNS, MAX_FIELD_POSITION, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { storedText } from '../../lib/text-key.ts';
import {
  type FieldScope,
  KEY_PART,
  NUMBER_FORMATS,
  type NumberFormat,
  type OwnFieldType,
  PREFIXES,
  scopeOf,
} from './own-field.ts';

/** What a declaration states beside its key and type. */
export interface FieldTexts {
  label: string;
  unit?: string | null | undefined;
  description?: string | null | undefined;
  columns?: readonly string[] | undefined;
  numberFormat?: NumberFormat | null | undefined;
}

export interface NewField extends FieldTexts {
  key: string;
  type: OwnFieldType;
  multiple?: boolean | undefined;
}

/** What changes of a declaration. */
export interface FieldChanges extends Omit<FieldTexts, 'label'> {
  label?: string | undefined;
  position?: number | undefined;
}

/** @returns the scope that a key names. @throws Fault validation_error */
function checkKey(key: string, reserved: ReadonlySet<string>): FieldScope {
  const scope = scopeOf(key);
  const part = scope === undefined ? '' : key.slice(PREFIXES[scope].length);
  if (scope === undefined || !KEY_PART.test(part)) {
    const rule =
      'must be "custom." or "org." and a name of lower-case letters, digits and "_", such as "custom.revenue"';
    throw invalidValue('/key', `${rule}; at most 40 characters follow the dot`);
  }
  if (reserved.has(part)) throw invalidValue('/key', `"${part}" is a column that company files have already`);
  return scope;
}

/** @returns the scope of a new field. @throws Fault validation_error */
export function checkNewField(input: NewField, reserved: ReadonlySet<string>): FieldScope {
  const scope = checkKey(input.key, reserved);
  const { numberFormat } = checkTexts(input);
  if (input.multiple && input.type !== 'category')
    throw invalidValue('/multiple', 'is only for fields of type category');
  checkFormat(input.type, numberFormat);
  return scope;
}

/** @returns the texts to store. @throws Fault validation_error */
export function checkChanges(field: { label: string; type: string }, changes: FieldChanges) {
  const { position, label = field.label, ...others } = changes;
  if (position !== undefined && (position < 0 || position > MAX_FIELD_POSITION))
    throw invalidValue('/position', `must be from 0 to ${MAX_FIELD_POSITION}`);
  const texts = checkTexts({ ...others, label });
  checkFormat(field.type, texts.numberFormat);
  return texts;
}

function checkFormat(type: string, numberFormat: string | null | undefined): void {
  if (numberFormat && type !== 'number')
    throw invalidValue('/numberFormat', 'is only for fields of type number');
}

const LIMITS = {
  label: TEXT_LIMITS.listName,
  unit: { maxLength: 20 },
  description: TEXT_LIMITS.flagText,
} as const;

/** @throws Fault validation_error */
export function checkTexts({ label, unit, description, columns, numberFormat }: FieldTexts) {
  const read = (name: keyof typeof LIMITS, given: string | null | undefined) => {
    const text = given == null ? given : storedText(given.trim());
    if (text == null || (isStorable(text) && isWithin(text, LIMITS[name]))) return text === '' ? null : text;
    throw invalidValue(`/${name}`, `must be at most ${LIMITS[name].maxLength} characters that can be stored`);
  };
  const clean = read('label', label);
  if (!clean) throw invalidValue('/label', 'must not be empty');
  if (columns && columns.length > MAX_FIELD_COLUMNS)
    throw invalidValue('/columns', `must have at most ${MAX_FIELD_COLUMNS} names`);
  const wrong = (columns ?? []).findIndex(
    (name) => !isStorable(name) || !isWithin(name, TEXT_LIMITS.listName),
  );
  if (wrong >= 0)
    throw validationFault([{ pointer: `/columns/${wrong}`, message: 'must be 1 to 200 characters long' }]);
  if (numberFormat != null && !NUMBER_FORMATS.includes(numberFormat))
    throw invalidValue('/numberFormat', `must be one of ${NUMBER_FORMATS.join(' and ')}`);
  const others = { unit: read('unit', unit), description: read('description', description), numberFormat };
  const stated = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    label: clean,
    ...(columns && { columns: columns.map((name) => storedText(name.trim())) }),
    ...(Object.fromEntries(stated) as Partial<Record<keyof typeof others, string | null>>),
  };
}
