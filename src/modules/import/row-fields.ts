import { FACT_COLUMNS } from '../catalogue/company-columns.ts';
import type { ImportKind } from './kinds.ts';

/** Type of a field. Formats without types of their own convert texts to it. */
export type FieldType = 'text' | 'integer' | 'flag' | 'list';

/** Fields that rows of a kind may have, with their types. */
export type RowFields = ReadonlyMap<string, FieldType>;

const fields = (types: Record<string, FieldType>): RowFields => new Map(Object.entries(types));

/** Fields of each kind (contract, section 8). */
export const ROW_FIELDS: Readonly<Record<ImportKind, RowFields>> = {
  technologies: fields({ tech_key: 'text', display_name: 'text', category: 'text', deleted: 'flag' }),
  companies: fields({
    name: 'text',
    primary_domain: 'text',
    domains: 'list',
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
