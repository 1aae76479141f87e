import { FACT_COLUMNS } from '../catalogue/company.ts';
import { scopeOf } from '../fields/own-field.ts';
import { formatOfFile, stemOfFile } from './formats/format.ts';

/** Kinds of import files. Each kind refers to earlier ones only (contract, section 8). */
export const IMPORT_KINDS = ['technologies', 'companies', 'company_technologies', 'partnerships'] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * Finds the kind in a file name, such as `2026-03_companies.ndjson.gz` or `company-technologies.csv`.
 *
 * @returns undefined when the name contains no kind, or several.
 */
export function kindOfFile(fileName: string): ImportKind | undefined {
  const stem = stemOfFile(fileName).toLowerCase().replaceAll('-', '_');
  // "company_technologies" contains "technologies".
  const rest = stem.replaceAll('company_technologies', '');
  const found = IMPORT_KINDS.filter((kind) => (kind === 'technologies' ? rest : stem).includes(kind));
  return found.length === 1 ? found[0] : undefined;
}

/** Tells whether a file of a folder is imported. Other files are skipped. */
export function isDataFile(fileName: string): boolean {
  return formatOfFile(fileName) !== undefined && kindOfFile(fileName) !== undefined;
}

/** Type of a field. Formats without types of their own convert texts to it. */
export type FieldType = 'text' | 'integer' | 'flag' | 'list' | 'domains';

/** Fields that rows of a kind may have, with their types. */
export type RowFields = ReadonlyMap<string, FieldType>;

const fields = (types: Record<string, FieldType>): RowFields => new Map(Object.entries(types));

/** Fields of each kind (contract, section 8). */
export const ROW_FIELDS: Readonly<Record<ImportKind, RowFields>> = {
  technologies: fields({ tech_key: 'text', display_name: 'text', category: 'text', deleted: 'flag' }),
  companies: fields({
    name: 'text',
    primary_domain: 'text',
    domains: 'domains',
    investors: 'list',
    ...Object.fromEntries(FACT_COLUMNS.map(({ name, type }) => [name, type])),
    employee_count: 'integer',
    slug: 'text',
    previous_primary_domain: 'text',
    merge_into: 'text',
    deleted: 'flag',
  }),
  company_technologies: fields({
    domain: 'text',
    tech_key: 'text',
    display_name: 'text',
    detection_count: 'integer',
    first_seen: 'text',
    last_seen: 'text',
    deleted: 'flag',
  }),
  partnerships: fields({
    domain: 'text',
    partner_domain: 'text',
    observation_count: 'integer',
    first_observed_at: 'text',
    last_observed_at: 'text',
    deleted: 'flag',
  }),
};

/** Columns of company files, and what other files call the domain of a company. No own field has such a name: a file could mean either. */
export const RESERVED_COLUMNS: ReadonlySet<string> = new Set([...ROW_FIELDS.companies.keys(), 'domain']);

/** Tells whether rows of a kind can have a field: own fields of the catalogue are those of companies. */
export function hasField(kind: ImportKind, field: string): boolean {
  return ROW_FIELDS[kind].has(field) || (kind === 'companies' && scopeOf(field) === 'catalogue');
}

/** The table of the rows that files of a kind state, and all tables that importing them changes. */
export const KIND_TABLES: Readonly<Record<ImportKind, { stated: string; touched: string }>> = {
  technologies: { stated: 'technology', touched: 'technology' },
  companies: {
    stated: 'company',
    touched: 'company, company_domain, investor, company_investor, own_field_values',
  },
  company_technologies: { stated: 'company_technology', touched: 'company, company_technology' },
  partnerships: {
    stated: 'partnership_observation',
    touched: 'company, partnership_observation, partnership',
  },
};
