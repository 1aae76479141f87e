import type { CompanyDataError } from '../../api/client.ts';
import type { CompanyFieldType, FieldPartsFragment, FieldScope } from '../../generated/graphql.ts';

export type Field = FieldPartsFragment;

/** What a form asks of a field. */
export interface FieldDraft {
  label: string;
  /** The part of the key after the dot. */
  name: string;
  type: CompanyFieldType;
  multiple: boolean;
  unit: string;
  description: string;
  columns: string[];
  /** Empty: without marks of thousands, with a point. */
  numberFormat: string;
}

export const TYPES: Readonly<Record<CompanyFieldType, string>> = {
  CATEGORY: 'Category',
  NUMBER: 'Number',
  DATE: 'Date',
  BOOLEAN: 'Yes or no',
  TEXT: 'Text',
  URL: 'Link',
};

/** Names of the tables of fields. */
export const TABLES: Readonly<Record<FieldScope, string>> = {
  ORGANIZATION: 'Fields of the organization',
  CATALOGUE: 'Fields of the catalogue',
};

export const PREFIXES: Readonly<Record<FieldScope, string>> = { CATALOGUE: 'custom.', ORGANIZATION: 'org.' };

const NEW: FieldDraft = {
  label: '',
  name: '',
  type: 'CATEGORY',
  multiple: false,
  unit: '',
  description: '',
  columns: [],
  numberFormat: '',
};

/** A field to begin with, which the form shows ready to be declared. */
export const EXAMPLES: Readonly<Record<FieldScope, FieldDraft>> = {
  ORGANIZATION: { ...NEW, label: 'Score', name: 'score', type: 'NUMBER', unit: 'points' },
  CATALOGUE: { ...NEW, label: 'Revenue', name: 'revenue', type: 'NUMBER', unit: 'EUR' },
};

/** Returns what a form begins with: a new field, or one that exists. */
export function draftOf(field: Field | undefined): FieldDraft {
  if (!field) return NEW;
  const { key, label, type, multiple, unit, description, columns, numberFormat } = field;
  return {
    label,
    name: key.slice(key.indexOf('.') + 1),
    type,
    multiple,
    unit: unit ?? '',
    description: description ?? '',
    columns: [...columns],
    numberFormat: numberFormat ?? '',
  };
}

const MAX_NAME = 40;

/** Proposes a key for a label: `Größe (m²)` becomes `grosse_m2`. Empty if the label has no Latin letter. */
export function nameFrom(label: string): string {
  const plain = label.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_NAME)
    .replace(/_+$/, '');
}

/** Returns what can be changed of a field. Texts that are left empty are cleared. */
export function textsOf(
  { label, type, unit, description, columns, numberFormat }: FieldDraft,
  scope: FieldScope,
) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const isNumber = type === 'NUMBER';
  return {
    label: label.trim(),
    description: orNull(description),
    ...(isNumber && { unit: orNull(unit), numberFormat: orNull(numberFormat) }),
    ...(scope === 'CATALOGUE' && { columns }),
  };
}

/** Parts of the form that can be at fault, each with its label, by the pointers of the service. */
const PARTS = {
  '/label': ['label', 'Label'],
  '/key': ['key', 'Key'],
  '/unit': ['unit', 'Unit'],
  '/description': ['description', 'Description'],
  '/columns': ['columns', 'Columns of files'],
  '/numberFormat': ['numberFormat', 'Number format'],
} as const;
export type FieldFaults = Partial<Record<(typeof PARTS)[keyof typeof PARTS][0], string>>;

/** Returns what is wrong with which part of the form; nothing for errors that concern no part of it. */
export function faultsOf(error: CompanyDataError | null, key: string): FieldFaults {
  if (error?.code === 'field_exists') return { key: `The field ${key} exists. Choose another key.` };
  return Object.fromEntries(
    (error?.errors ?? []).flatMap(({ pointer, message }) => {
      const [part, label] = PARTS[pointer.replace(/\/\d+$/, '') as keyof typeof PARTS] ?? [];
      return part === undefined ? [] : [[part, `${label} ${message}.`]];
    }),
  );
}
