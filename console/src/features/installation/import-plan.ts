import type { components } from '../../../../clients/typescript/src/client.ts';
import type { CompanyFieldType, CreateFieldInput, ImportKind } from '../../generated/graphql.ts';

/** What the service says of a file. */
export type Suggestion = components['schemas']['ImportSuggestion'];
type ProposedField = Suggestion['fields'][number];

export const KINDS: Record<ImportKind, string> = {
  COMPANIES: 'Companies',
  COMPANY_TECHNOLOGIES: 'Detections',
  PARTNERSHIPS: 'Partnerships',
  TECHNOLOGIES: 'Technologies',
};

/** Names of the fields that rows of each kind can have. */
export const FIELDS: Record<ImportKind, Readonly<Record<string, string>>> = {
  COMPANIES: {
    name: 'Name',
    primary_domain: 'Domain',
    domains: 'Other domains',
    industry: 'Industry',
    employee_range: 'Employees, as a range',
    employee_count: 'Employees, as a number',
    country: 'Country',
    founded_year: 'Founded',
    investors: 'Investors',
    slug: 'Slug',
    previous_primary_domain: 'Former domain',
    merge_into: 'Domain of the company that it is merged into',
    deleted: 'Deleted',
  },
  COMPANY_TECHNOLOGIES: {
    domain: 'Domain',
    tech_key: 'Key of the technology',
    display_name: 'Technology',
    detection_count: 'Detections',
    first_seen: 'First seen',
    last_seen: 'Last seen',
    deleted: 'Deleted',
  },
  PARTNERSHIPS: {
    domain: 'Domain',
    partner_domain: 'Domain of the partner',
    observation_count: 'Observations',
    first_observed_at: 'First observed',
    last_observed_at: 'Last observed',
    deleted: 'Deleted',
  },
  TECHNOLOGIES: {
    display_name: 'Name',
    tech_key: 'Key',
    category: 'Category',
    deleted: 'Deleted',
  },
};

/** Fields that each row needs; of several in one element, one suffices. */
const REQUIRED: Record<ImportKind, readonly (readonly string[])[]> = {
  COMPANIES: [['name'], ['primary_domain']],
  COMPANY_TECHNOLOGIES: [['domain'], ['tech_key', 'display_name'], ['first_seen'], ['last_seen']],
  PARTNERSHIPS: [
    ['domain'],
    ['partner_domain'],
    ['observation_count'],
    ['first_observed_at'],
    ['last_observed_at'],
  ],
  TECHNOLOGIES: [['display_name']],
};

export interface ImportPlan {
  kind: ImportKind;
  /** Field of each column, by its place in the suggestion; undefined for columns that are not read. */
  fields: readonly (string | undefined)[];
  /** Values that all rows get, by field. */
  constants: Readonly<Record<string, string>>;
  /** Whether rows of the kind that the file does not have are removed. */
  isSnapshot: boolean;
  maxDeletes: string;
}

/** Returns the plan that a suggestion makes, in which no own field is new. */
export function planOf(kind: ImportKind, found: Suggestion | undefined): ImportPlan {
  const fields = found?.columns.map(({ field }) => field ?? undefined) ?? [];
  const plan = { kind, fields, constants: {}, isSnapshot: false, maxDeletes: '5%' };
  const today = new Date().toISOString().slice(0, 10);
  const given = missingIn(plan, found).flatMap(([field = '']) => {
    if (field.endsWith('_count')) return [[field, '1']];
    return /^(?:first|last)_/.test(field) ? [[field, today]] : [];
  });
  return { ...plan, constants: Object.fromEntries(given) };
}

/** Returns required fields that no column gives. What the file has is unknown without a suggestion. */
export function missingIn(plan: Pick<ImportPlan, 'kind' | 'fields'>, found: Suggestion | undefined) {
  if (!found) return [];
  return REQUIRED[plan.kind].filter((each) => !each.some((field) => plan.fields.includes(field)));
}

/** Reads each column without a field as the field that is proposed for it. */
export function withProposals(plan: ImportPlan, found: Suggestion): ImportPlan {
  const proposed = new Map(
    found.fields.flatMap(({ key, columns }) => columns.map((column) => [column, key])),
  );
  const fields = found.columns.map(({ name }, index) => plan.fields[index] ?? proposed.get(name));
  return { ...plan, fields };
}

/** Returns the proposed fields that the plan uses, and that the catalogue does not have. */
export function newFieldsOf(
  { fields }: ImportPlan,
  found: Suggestion | undefined,
  existing: readonly string[],
): ProposedField[] {
  return found?.fields.filter(({ key }) => fields.includes(key) && !existing.includes(key)) ?? [];
}

export const toFieldInput = ({
  key,
  label,
  type,
  multiple,
  columns,
  number_format,
}: ProposedField): CreateFieldInput => ({
  key,
  label,
  type: type.toUpperCase() as CompanyFieldType,
  ...(multiple && { multiple }),
  columns,
  ...(number_format !== undefined && { numberFormat: number_format }),
});

/** Returns the query of the upload that tries the file. */
export function queryOf(plan: ImportPlan, found: Suggestion | undefined): string {
  const { kind, fields, constants, isSnapshot, maxDeletes } = plan;
  const query = new URLSearchParams({ kind: kind.toLowerCase(), dry_run: 'true' });
  if (isSnapshot) {
    query.set('snapshot', kind.toLowerCase());
    query.set('max_deletes', maxDeletes.trim());
  }
  const names = found?.columns.map(({ name }) => name) ?? [];
  for (const [index, name] of names.entries()) {
    const field = fields[index];
    // A column that gives two fields is mapped to both, also to the one of its name.
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    if (field !== undefined && (field !== name || isShared)) query.append('map', `${name}=${field}`);
  }
  for (const [field, value] of Object.entries(constants)) {
    if (!fields.includes(field) && value.trim() !== '') query.append('set', `${field}=${value.trim()}`);
  }
  return query.toString();
}

/** Media types by the ends of file names; other files are sent as CSV, whose first bytes the service checks. */
const TYPES = [
  [/\.gz$/, 'application/gzip'],
  [/\.zstd?$/, 'application/zstd'],
  [/\.parquet$/, 'application/vnd.apache.parquet'],
  [/\.(?:ndjson|jsonl|json)$/, 'application/x-ndjson'],
] as const;

export const typeOf = (name: string): string =>
  TYPES.find(([end]) => end.test(name.toLowerCase()))?.[1] ?? 'text/csv';

/** Returns the kind that a file name contains; undefined for none. */
export function kindIn(name: string): ImportKind | undefined {
  const plain = name.toLowerCase().replaceAll('-', '_');
  const kinds = ['COMPANY_TECHNOLOGIES', 'PARTNERSHIPS', 'TECHNOLOGIES', 'COMPANIES'] as const;
  return kinds.find((kind) => plain.includes(kind.toLowerCase()));
}

/** Kind that the service guesses by the columns. */
export const kindOf = (found: Suggestion | undefined): ImportKind =>
  (found?.kind.toUpperCase() as ImportKind | undefined) ?? 'COMPANIES';
