/** A company (spec, section 2.1). Unknown values are null; REST omits them. */
export interface Company extends ColumnValues {
  companyId: number;
  /** The primary domain first, the others in the order of the source. */
  domains: string[];
  investors: string[];
}

/** A technology of the catalogue. */
export interface Technology {
  technologyId: number;
  techKey: string;
  displayName: string;
  category: string | null;
}

/** A technology detected at a company. Timestamps are ISO 8601 in UTC. */
export interface DetectedTechnology extends Technology {
  detectionCount: number;
  firstSeen: string;
  lastSeen: string;
}

/** A partner of a company, merged from both directions (contract, section 5). Timestamps are ISO 8601 in UTC. */
export interface Partnership {
  partnerId: number;
  partnerName: string;
  partnerDomain: string;
  partnerSlug: string;
  firstObservedAt: string;
  lastObservedAt: string;
  observationCount: number;
  /** Reserved (spec, section 2.7). Rows never have the keys, which keeps them small. */
  category?: null;
  description?: null;
}

/** Formats of facts in import files. `modules/import/company-row.ts` has their parsers. */
export type FactFormat = 'text' | 'country' | 'employee_range' | 'year';

interface Column {
  type: 'text' | 'integer';
  /** Description of the GraphQL field. */
  description: string;
  /** Format of an optional fact, which rows of an import may state. Its column is nullable. */
  imported?: FactFormat;
}

/**
 * Columns of `company` that callers read, beside its id. An entry defines the property of `Company`, what look-ups
 * select, and the GraphQL field of this type or of Firmographics below. With `imported`, it also defines the field of
 * import files, its staging and its merge. A filter of the column is an entry in `modules/filters/registry.ts`.
 */
const COMPANY = {
  name: { type: 'text', description: 'Name of the company, as written by the data source.' },
  slug: { type: 'text', description: 'Unique name for URLs. It never changes and has no dot.' },
  primary_domain: {
    type: 'text',
    description: 'Main domain of the company. Internationalized domains are in A-labels.',
  },
  partnership_count: { type: 'integer', description: 'Number of distinct partners.' },
} as const satisfies Record<string, Column>;

const FIRMOGRAPHICS = {
  industry: { type: 'text', description: 'Industry, as named by the data source.', imported: 'text' },
  employee_range: {
    type: 'text',
    description:
      'Number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+.',
    imported: 'employee_range',
  },
  country: { type: 'text', description: 'Country code, ISO 3166-1 alpha-2.', imported: 'country' },
  founded_year: {
    type: 'integer',
    description: 'Year in which the company was founded.',
    imported: 'year',
  },
  technology_count: { type: 'integer', description: 'Number of distinct technologies detected.' },
  investor_count: { type: 'integer', description: 'Number of distinct investors.' },
  domain_count: { type: 'integer', description: 'Number of domains, including the primary one.' },
} as const satisfies Record<string, Column>;

type Columns = typeof COMPANY & typeof FIRMOGRAPHICS;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type ValueOf<Entry extends Column> =
  | (Entry['type'] extends 'integer' ? number : string)
  | (Entry extends { imported: FactFormat } ? null : never);

/** Values of the columns of a company. Unknown facts are null. */
export type ColumnValues = { [Name in keyof Columns as CamelCase<Name>]: ValueOf<Columns[Name]> };

/** Names of the columns of a type. */
export type ColumnName<Type extends Column['type']> = {
  [Name in keyof Columns]: Columns[Name]['type'] extends Type ? Name : never;
}[keyof Columns];

interface CompanyColumn extends Column {
  /** Name of the column, and of the field in REST and import files. */
  name: string;
  /** Property of `Company`, and name of the GraphQL field. */
  key: keyof ColumnValues;
}

function toColumns(columns: Record<string, Column>): CompanyColumn[] {
  return Object.entries(columns).map(([name, column]) => {
    const key = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return { name, key: key as keyof ColumnValues, ...column };
  });
}

/** Columns by the GraphQL type that has their fields. */
export const COLUMNS_OF = { Company: toColumns(COMPANY), Firmographics: toColumns(FIRMOGRAPHICS) };

export const COMPANY_COLUMNS: readonly CompanyColumn[] = Object.values(COLUMNS_OF).flat();

/** Columns of optional facts. */
export const FACT_COLUMNS = COMPANY_COLUMNS.flatMap(({ imported, ...column }) =>
  imported ? [{ ...column, imported }] : [],
);
export type FactColumn = (typeof FACT_COLUMNS)[number];

/** The eight bands of employees (contract, section 3), each with its smallest number. */
export const EMPLOYEE_BANDS = [
  ['1-10', 1],
  ['11-50', 11],
  ['51-200', 51],
  ['201-500', 201],
  ['501-1000', 501],
  ['1001-5000', 1001],
  ['5001-10000', 5001],
  ['10001+', 10_001],
] as const;

export type EmployeeRange = (typeof EMPLOYEE_BANDS)[number][0];
