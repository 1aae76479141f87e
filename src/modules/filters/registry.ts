import { COUNTRY_CODES } from '../catalogue/countries.ts';
import { EMPLOYEE_BANDS } from '../catalogue/employee-ranges.ts';
import type { CatalogueChange, Facet, FacetSource, IntegerSource } from '../facets/facet.ts';
import { MAX_VALUES, type OperatorKey } from './operators.ts';
import {
  CATEGORIES,
  fixedVocabulary,
  INVESTORS,
  postedVocabulary,
  TECHNOLOGIES,
  type Vocabulary,
} from './vocabularies.ts';

/** Raised when a field or an operator comes or goes, so that clients know when to read the catalogue again. */
export const REGISTRY_VERSION = '1';

/** Versions that a definition may carry: their fields and operators are checked against today's. */
export const KNOWN_REGISTRY_VERSIONS: readonly string[] = [REGISTRY_VERSION];

type Value = string | number | boolean;

interface FieldBase {
  label: string;
  operators: readonly OperatorKey[];
  /** Whether its evidence has dates, so that a match can be fresh or old. */
  dated: boolean;
  example: { operator: OperatorKey; values: readonly Value[] };
  maxValues: number;
  /** What the index keeps of it. */
  source: FacetSource;
  changedBy: readonly CatalogueChange[];
}

/** A field with a closed vocabulary, answered from postings. */
interface VocabularyEntry extends FieldBase {
  type: 'vocabulary';
  vocabulary: Vocabulary;
}

/** A whole number, answered from the steps and bits of its postings. */
interface IntegerEntry extends FieldBase {
  type: 'integer';
  source: IntegerSource;
}

/** Values are companies, by domain or slug; answered from postings of those with many partners, else from rows. */
interface CompanyEntry extends FieldBase {
  type: 'company';
}

/** Free text, answered by postings of what many texts share and by trigram indexes. */
interface TextEntry extends FieldBase {
  type: 'text';
  /** Length of a value in Unicode code points. */
  length: { min: number; max: number };
  text: 'name' | 'domain';
}

type Entry = VocabularyEntry | IntegerEntry | CompanyEntry | TextEntry;

const SETS = ['any_of', 'all_of', 'none_of'] as const;
const CODES = ['any_of', 'none_of', 'is_known'] as const;
const COMPARISONS = ['eq', 'gte', 'lte', 'between'] as const;

/** What people ask for, and most companies have. A step costs up to 125 kB a million companies, so not all are. */
const RECENT_YEARS = { first: 1950, last: 2050 };
const USUAL_COUNTS = { first: 1, last: 64 };

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Every field that a filter can name (contract, section 6). The catalogue, validation, GraphQL's enums, the postings
 * of the index and evaluation all follow from an entry here.
 */
const ENTRIES = {
  technology: {
    label: 'Technology',
    type: 'vocabulary',
    operators: SETS,
    dated: true,
    maxValues: MAX_VALUES,
    vocabulary: TECHNOLOGIES,
    source: { from: 'detections', value: 'tech_key' },
    changedBy: ['company_technologies'],
    example: { operator: 'all_of', values: ['kubernetes', 'postgresql'] },
  },
  technology_category: {
    label: 'Technology category',
    type: 'vocabulary',
    operators: ['any_of', 'none_of'],
    dated: true,
    maxValues: MAX_VALUES,
    vocabulary: CATEGORIES,
    source: { from: 'detections', value: 'category' },
    changedBy: ['company_technologies', 'technologies'],
    example: { operator: 'any_of', values: ['Analytics'] },
  },
  partner: {
    label: 'Partner',
    type: 'company',
    operators: SETS,
    dated: true,
    maxValues: MAX_VALUES,
    source: { from: 'partnerships' },
    changedBy: ['partnerships'],
    example: { operator: 'any_of', values: ['acme.com'] },
  },
  investor: {
    label: 'Investor',
    type: 'vocabulary',
    operators: SETS,
    dated: false,
    maxValues: MAX_VALUES,
    vocabulary: INVESTORS,
    source: { from: 'investors' },
    changedBy: ['companies'],
    example: { operator: 'any_of', values: ['Acme Ventures'] },
  },
  industry: {
    label: 'Industry',
    type: 'vocabulary',
    operators: CODES,
    dated: false,
    maxValues: MAX_VALUES,
    vocabulary: postedVocabulary('industry'),
    source: { from: 'column', column: 'industry' },
    changedBy: ['companies'],
    example: { operator: 'any_of', values: ['Software'] },
  },
  country: {
    label: 'Country',
    type: 'vocabulary',
    operators: CODES,
    dated: false,
    maxValues: MAX_VALUES,
    vocabulary: fixedVocabulary(
      [...COUNTRY_CODES].map((code) => ({ value: code, label: COUNTRY_NAMES.of(code) ?? code })),
    ),
    source: { from: 'column', column: 'country' },
    changedBy: ['companies'],
    example: { operator: 'any_of', values: ['DE', 'AT', 'CH'] },
  },
  employee_range: {
    label: 'Employees',
    type: 'vocabulary',
    operators: CODES,
    dated: false,
    maxValues: MAX_VALUES,
    vocabulary: fixedVocabulary(
      EMPLOYEE_BANDS.map(([band]) => ({ value: band, label: band })),
      {
        inOrder: true,
      },
    ),
    source: { from: 'column', column: 'employee_range' },
    changedBy: ['companies'],
    example: { operator: 'any_of', values: ['51-200', '201-500'] },
  },
  founded_year: {
    label: 'Founded in',
    type: 'integer',
    operators: [...COMPARISONS, 'is_known'],
    dated: false,
    maxValues: 2,
    source: { from: 'integer', column: 'founded_year', steps: RECENT_YEARS },
    changedBy: ['companies'],
    example: { operator: 'between', values: [2010, 2020] },
  },
  partnership_count: {
    label: 'Number of partners',
    type: 'integer',
    operators: COMPARISONS,
    dated: false,
    maxValues: 2,
    source: { from: 'integer', column: 'partnership_count', steps: USUAL_COUNTS },
    changedBy: ['companies', 'partnerships'],
    example: { operator: 'gte', values: [5] },
  },
  technology_count: {
    label: 'Number of technologies',
    type: 'integer',
    operators: COMPARISONS,
    dated: false,
    maxValues: 2,
    source: { from: 'integer', column: 'technology_count', steps: USUAL_COUNTS },
    changedBy: ['companies', 'company_technologies'],
    example: { operator: 'gte', values: [10] },
  },
  name: {
    label: 'Name',
    type: 'text',
    operators: ['contains', 'starts_with', 'equals'],
    dated: false,
    maxValues: MAX_VALUES,
    length: { min: 2, max: 100 },
    text: 'name',
    source: { from: 'words' },
    changedBy: ['companies'],
    example: { operator: 'contains', values: ['cloud'] },
  },
  domain: {
    label: 'Domain',
    type: 'text',
    operators: ['contains', 'ends_with', 'equals'],
    dated: false,
    maxValues: MAX_VALUES,
    length: { min: 1, max: 253 },
    text: 'domain',
    source: { from: 'top_level_domains' },
    changedBy: ['companies'],
    example: { operator: 'ends_with', values: ['.io'] },
  },
} as const satisfies Record<string, Entry>;

export type FieldKey = keyof typeof ENTRIES;
export type Field = Entry & { key: FieldKey };
export type IntegerField = Extract<Field, { type: 'integer' }>;
export type FieldType = Entry['type'];

export const FIELD_KEYS = Object.keys(ENTRIES) as FieldKey[];

const byKey = new Map<string, Field>(FIELD_KEYS.map((key) => [key, { key, ...ENTRIES[key] }]));

export const FIELDS: readonly Field[] = [...byKey.values()];

/** @returns undefined when there is no such field. */
export function findField(key: string): Field | undefined {
  return byKey.get(key);
}

/** What the index keeps postings of. */
export const FACETS: readonly Facet[] = FIELDS.map(({ key, source, changedBy }) => ({
  field: key,
  source,
  changedBy,
}));
