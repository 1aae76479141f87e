import { validationFault } from '../../lib/fault.ts';
import { countCompanies, searchCompanies } from '../catalogue/company-search.ts';
import { WHEN_KEYS, WHEN_WINDOWS, type WhenKey, type WhenWindow } from './evidence-when.ts';
import { type ExampleNode, exampleOf, exampleOfList } from './examples.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey } from './operators.ts';
import { FIELDS, FIELDS_BY_KEY, type Field, type FieldKey, REGISTRY_VERSION } from './registry.ts';
import {
  type FieldValue,
  searchValues,
  type ValuePage,
  type ValueReader,
  type ValueSearch,
} from './values.ts';

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
  /** Keys and windows of `when` in a condition; null for a field without dated evidence. */
  when: { keys: readonly WhenKey[]; windows: readonly WhenWindow[] } | null;
  /** A node that matches companies of this catalogue and can be a root; null for lists if the caller has none. */
  example: ExampleNode | null;
}

export type CatalogOperator = { key: OperatorKey } & (typeof OPERATORS)[OperatorKey];

/** Longer vocabularies are not listed; callers search them. */
const MAX_LISTED = 300;
const LISTED: ValueSearch = { limit: MAX_LISTED, offset: 0 };

const WHEN = { keys: WHEN_KEYS, windows: WHEN_WINDOWS };

/**
 * Reads the fields and operators with current counts.
 *
 * @param latestList id of the list of the caller that was updated last, for the example of lists.
 */
export async function readCatalog(from: ValueReader, latestList?: number): Promise<FilterCatalog> {
  const fields = FIELDS.map(async (field): Promise<CatalogField> => {
    const { key, label, type, operators, dated } = field;
    const maxValues = Math.max(...operators.map((operator) => OPERATORS[operator].values.max));
    const page = field.type === 'vocabulary' ? await searchValues(from, field, LISTED) : undefined;
    const values = page && page.total <= MAX_LISTED ? page.values : null;
    const example =
      field.type === 'list' ? exampleOfList(field, latestList) : await exampleOf(from.db, field, page);
    const when = dated ? WHEN : null;
    return { key, label, type, operators, values, maxValues, dated, when, example };
  });
  return {
    registryVersion: REGISTRY_VERSION,
    fields: await Promise.all(fields),
    operators: OPERATOR_KEYS.map((key) => ({ key, ...OPERATORS[key] })),
  };
}

/**
 * Searches the values of a field and counts the companies that have each. For partners it searches companies by part of
 * a name or domain, and counts their partners.
 *
 * @throws Fault validation_error for integers and text, whose values have no list.
 */
export async function findValues(from: ValueReader, key: FieldKey, search: ValueSearch): Promise<ValuePage> {
  const field = FIELDS_BY_KEY.get(key);
  if (field?.type === 'vocabulary') return searchValues(from, field, search);
  if (field?.type === 'list')
    throw validationFault([{ pointer: '/field', message: 'lists are found by `GET /v1/lists?search=`' }]);
  if (field?.type !== 'company')
    throw validationFault([
      { pointer: '/field', message: `${key} takes any value; its values cannot be listed` },
    ]);
  const text = search.search ?? '';
  const { db } = from;
  const [companies, total] = await Promise.all([searchCompanies(db, text, search), countCompanies(db, text)]);
  const values = companies.map(({ primaryDomain, name, partnershipCount }) => ({
    value: primaryDomain,
    label: name,
    companyCount: partnershipCount,
  }));
  return { values, total };
}
