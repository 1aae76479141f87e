import type { Queryable } from '../../database/client.ts';
import { validationFault } from '../../lib/fault.ts';
import { countCompanies, searchCompanies } from '../catalogue/company-search.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey, type Value } from './operators.ts';
import { FIELDS, type Field, type FieldKey, findField, REGISTRY_VERSION } from './registry.ts';
import { type FieldValue, searchValues, type ValuePage, type ValueSearch } from './values.ts';

/** Fields and operators of filters (contract, section 6, "Catalog"). */
export interface FilterCatalog {
  registryVersion: string;
  fields: CatalogField[];
  operators: CatalogOperator[];
}

export interface CatalogField extends Pick<Field, 'key' | 'label' | 'type' | 'operators' | 'dated'> {
  /** All values of a vocabulary of up to 300; null for a longer one and for integers and text. */
  values: FieldValue[] | null;
  /** Maximum number of values in a condition. */
  maxValues: number;
  /** A condition that matches companies of this catalogue. */
  example: { field: FieldKey; operator: OperatorKey; values: readonly Value[] };
}

export type CatalogOperator = { key: OperatorKey } & (typeof OPERATORS)[OperatorKey];

/** Longer vocabularies are not listed; callers search them. */
const MAX_LISTED = 300;
const LISTED: ValueSearch = { limit: MAX_LISTED, offset: 0 };

/** Reads the fields and operators with current counts. */
export async function readCatalog(db: Queryable): Promise<FilterCatalog> {
  const fields = FIELDS.map(async (field): Promise<CatalogField> => {
    const { key, label, type, operators, dated } = field;
    const maxValues = Math.max(...operators.map((operator) => OPERATORS[operator].values.max));
    const page = field.type === 'vocabulary' ? await searchValues(db, field, LISTED) : undefined;
    const values = page && page.total <= MAX_LISTED ? page.values : null;
    const example = { field: key, ...field.example, ...(await exampleFrom(db, field, page)) };
    return { key, label, type, operators, values, maxValues, dated, example };
  });
  return {
    registryVersion: REGISTRY_VERSION,
    fields: await Promise.all(fields),
    operators: OPERATOR_KEYS.map((key) => ({ key, ...OPERATORS[key] })),
  };
}

/** Returns a value for the example: in closed vocabularies one that this catalogue has. */
async function exampleFrom(
  db: Queryable,
  field: Field,
  page: ValuePage | undefined,
): Promise<{ values?: string[] }> {
  const value = field.type === 'company' ? await findAnyPartner(db) : page?.values[0]?.value;
  return value === undefined ? {} : { values: [value] };
}

/** Returns the domain of any company that is a partner; undefined without partnerships. */
async function findAnyPartner(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ domain: string }>({
    name: 'any_partner',
    text: 'SELECT primary_domain AS domain FROM company WHERE id = (SELECT partner_id FROM partnership LIMIT 1)',
  });
  return rows[0]?.domain;
}

/**
 * Searches the values of a field and counts the companies that have each. For partners it searches companies by part of
 * a name or domain, and counts their partners.
 *
 * @throws Fault validation_error for integers and text, whose values have no list.
 */
export async function findValues(db: Queryable, key: FieldKey, search: ValueSearch): Promise<ValuePage> {
  const field = findField(key);
  if (field?.type === 'vocabulary') return searchValues(db, field, search);
  if (field?.type !== 'company')
    throw validationFault([
      { pointer: '/field', message: `${key} takes any value; its values cannot be listed` },
    ]);
  const text = search.search ?? '';
  const [companies, total] = await Promise.all([searchCompanies(db, text, search), countCompanies(db, text)]);
  const values = companies.map(({ primaryDomain, name, partnershipCount }) => ({
    value: primaryDomain,
    label: name,
    companyCount: partnershipCount,
  }));
  return { values, total };
}
