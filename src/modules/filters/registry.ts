import { type ColumnName, EMPLOYEE_BANDS } from '../catalogue/company.ts';
import { COUNTRY_CODES } from '../catalogue/countries.ts';
import {
  type CatalogueChange,
  type Facet,
  type FacetSource,
  type IntegerSource,
  isDated,
  type OwnSource,
} from '../facets/facet.ts';
import type { NumberRange } from '../facets/number-encoding.ts';
import type { FieldScope } from '../fields/own-field.ts';
import type { OperatorKey, Value } from './operators.ts';
import {
  fixedVocabulary,
  INVESTORS,
  postedVocabulary,
  TECHNOLOGIES,
  TECHNOLOGY_CATEGORIES,
  type Vocabulary,
} from './vocabularies.ts';

/** Raised when a field, an operator or a key of conditions is added or removed, so that clients know when to read the catalogue again. */
const VERSION = 2;
export const REGISTRY_VERSION = String(VERSION);

/** Versions that a definition may have. Its fields and operators are validated against the current ones. */
export const KNOWN_REGISTRY_VERSIONS = Array.from({ length: VERSION }, (_, index) => String(index + 1));

interface FieldBase {
  label: string;
  operators: readonly OperatorKey[];
  /** The operator of the example in the catalogue, with the values that it has while the catalogue is empty. */
  example: { operator: OperatorKey; values: readonly Value[] };
}

/** A field that the index answers. */
interface IndexedField extends FieldBase {
  /** Source of the postings in the index. */
  source: FacetSource;
  changedBy: readonly CatalogueChange[];
}

/** A field with a closed vocabulary. Postings answer it. */
interface VocabularyEntry extends IndexedField {
  type: 'vocabulary' | 'category';
  vocabulary: Vocabulary;
}

/** A number or a day. Bit slices answer it, and range-encoded bitmaps of whole numbers. */
interface NumberEntry extends IndexedField {
  type: 'integer' | 'number' | 'date';
  source: IntegerSource | OwnSource;
}

/** True or false. Postings of both answer it. */
interface BooleanEntry extends IndexedField {
  type: 'boolean';
}

/** An own field that was deleted. No company has a value. */
interface DeletedEntry extends FieldBase {
  type: 'deleted';
}

/** Companies by domain or slug. Postings answer for companies with many partners, rows for the others. */
interface CompanyEntry extends IndexedField {
  type: 'company';
}

/** Free text. Postings of frequent terms and trigram indexes answer it. */
interface TextEntry extends IndexedField {
  type: 'text';
  /** Length of a value in Unicode code points. */
  length: { min: number; max: number };
  text: 'name' | 'domain';
}

/** Lists of the organization, by id. Their definitions and domains answer it. */
interface ListEntry extends FieldBase {
  type: 'list';
}

export type Entry =
  | VocabularyEntry
  | NumberEntry
  | BooleanEntry
  | CompanyEntry
  | TextEntry
  | ListEntry
  | DeletedEntry;

const SETS = ['any_of', 'all_of', 'none_of'] as const;
export const CODES = ['any_of', 'none_of', 'is_known'] as const;
export const COMPARISONS = ['eq', 'gte', 'lte', 'between'] as const;

/** Usual bounds of conditions. A range-encoded bitmap takes up to 125 kB per million companies. */
const RECENT_YEARS = { first: 1950, last: 2050 };
const USUAL_COUNTS = { first: 1, last: 64 };

/** A field of a text column of `company`. Its values are a closed vocabulary: by default those that any company has. */
function codesOf(column: ColumnName<'text'>, vocabulary = postedVocabulary(column)) {
  const source = { from: 'column', column } as const;
  return { type: 'vocabulary', operators: CODES, vocabulary, source, changedBy: ['companies'] } as const;
}

/** A field of an integer column of `company`. */
function numbersOf(
  column: ColumnName<'integer'>,
  rangeEncoded: NumberRange,
  changedBy: readonly CatalogueChange[] = ['companies'],
) {
  const source = { from: 'integer', column, rangeEncoded } as const;
  return { type: 'integer', operators: COMPARISONS, source, changedBy } as const;
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES = fixedVocabulary(
  [...COUNTRY_CODES].map((code) => ({ value: code, label: COUNTRY_NAMES.of(code) ?? code })),
);

const EMPLOYEE_RANGES = fixedVocabulary(EMPLOYEE_BANDS.map(([band]) => ({ value: band, label: band })));

/**
 * All fields of filters (contract, section 6). An entry here defines a field for the catalogue, validation, GraphQL's
 * enums, the index and evaluation.
 */
const ENTRIES = {
  technology: {
    label: 'Technology',
    type: 'vocabulary',
    operators: SETS,
    vocabulary: TECHNOLOGIES,
    source: { from: 'detections', value: 'tech_key' },
    changedBy: ['company_technologies'],
    example: { operator: 'any_of', values: ['kubernetes'] },
  },
  technology_category: {
    label: 'Technology category',
    type: 'vocabulary',
    operators: ['any_of', 'none_of'],
    vocabulary: TECHNOLOGY_CATEGORIES,
    source: { from: 'detections', value: 'category' },
    changedBy: ['company_technologies', 'technologies'],
    example: { operator: 'any_of', values: ['Analytics'] },
  },
  partner: {
    label: 'Partner',
    type: 'company',
    operators: SETS,
    source: { from: 'partnerships' },
    changedBy: ['partnerships'],
    example: { operator: 'any_of', values: ['acme.com'] },
  },
  investor: {
    label: 'Investor',
    type: 'vocabulary',
    operators: SETS,
    vocabulary: INVESTORS,
    source: { from: 'investors' },
    changedBy: ['companies'],
    example: { operator: 'any_of', values: ['Acme Ventures'] },
  },
  industry: {
    label: 'Industry',
    ...codesOf('industry'),
    example: { operator: 'any_of', values: ['Software'] },
  },
  country: {
    label: 'Country',
    ...codesOf('country', COUNTRIES),
    example: { operator: 'any_of', values: ['DE'] },
  },
  employee_range: {
    label: 'Employees',
    ...codesOf('employee_range', EMPLOYEE_RANGES),
    example: { operator: 'any_of', values: ['51-200'] },
  },
  founded_year: {
    label: 'Founded in',
    ...numbersOf('founded_year', RECENT_YEARS),
    operators: [...COMPARISONS, 'is_known'],
    example: { operator: 'gte', values: [2010] },
  },
  partnership_count: {
    label: 'Number of partners',
    ...numbersOf('partnership_count', USUAL_COUNTS, ['companies', 'partnerships']),
    example: { operator: 'gte', values: [5] },
  },
  technology_count: {
    label: 'Number of technologies',
    ...numbersOf('technology_count', USUAL_COUNTS, ['companies', 'company_technologies']),
    example: { operator: 'gte', values: [10] },
  },
  name: {
    label: 'Name',
    type: 'text',
    operators: ['contains', 'starts_with', 'equals'],
    length: { min: 2, max: 100 },
    text: 'name',
    source: { from: 'name_terms' },
    changedBy: ['companies'],
    example: { operator: 'contains', values: ['cloud'] },
  },
  domain: {
    label: 'Domain',
    type: 'text',
    operators: ['contains', 'ends_with', 'equals'],
    length: { min: 1, max: 253 },
    text: 'domain',
    source: { from: 'top_level_domains' },
    changedBy: ['companies'],
    example: { operator: 'ends_with', values: ['.io'] },
  },
  list: {
    label: 'List',
    type: 'list',
    operators: ['any_of', 'none_of'],
    example: { operator: 'any_of', values: [] },
  },
} as const satisfies Record<string, Entry>;

type BuiltInKey = keyof typeof ENTRIES;

export type Field = Entry & {
  key: string;
  /** Name under which the postings are stored. */
  facet: string;
  /** True when evidence has dates, which decide the tier of a match. */
  dated: boolean;
  /** Undefined for a built-in field. */
  own?: { id: number; scope: FieldScope; multiple: boolean; declaredAt: number };
};
type FieldOf<E extends Entry> = E & Field;
export type NumberField = FieldOf<NumberEntry>;
export type VocabularyField = FieldOf<VocabularyEntry>;
export type BooleanField = FieldOf<BooleanEntry>;

/** Tells whether bit slices have the values of a field. */
export function isNumberField(field: Field): field is NumberField {
  return field.type === 'integer' || field.type === 'number' || field.type === 'date';
}

/** Tells whether a field has a closed vocabulary. */
export function isVocabularyField(field: Field): field is VocabularyField {
  return field.type === 'vocabulary' || field.type === 'category';
}

export type FieldType = Exclude<Entry['type'], 'deleted'>;

function isDatedEntry(entry: Entry): boolean {
  return 'source' in entry && isDated(entry);
}

export const BUILT_IN_KEYS = Object.keys(ENTRIES) as BuiltInKey[];

export const BUILT_IN_FIELDS: readonly Field[] = BUILT_IN_KEYS.map((key) => ({
  key,
  facet: key,
  dated: isDatedEntry(ENTRIES[key]),
  ...ENTRIES[key],
}));

export const BUILT_IN_BY_KEY: ReadonlyMap<string, Field> = new Map(
  BUILT_IN_FIELDS.map((field) => [field.key, field]),
);

/** Facets of the built-in fields that the index answers. */
export const FACETS: readonly Facet[] = BUILT_IN_FIELDS.flatMap((field) => {
  if (!('source' in field)) return [];
  const { facet, source, changedBy } = field;
  return { field: facet, source, changedBy };
});
