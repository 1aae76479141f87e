import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { validationFault } from '../../lib/fault.ts';
import { firstRows, type KeyOrder } from '../../lib/page.ts';
import { textKey } from '../../lib/text-key.ts';
import { countCompanies, HIT_ORDER, keyOfHit, searchCompanies } from '../catalogue/queries.ts';
import type { FieldScope } from '../fields/own-field.ts';
import { WHEN_KEYS, WHEN_WINDOWS, type WhenKey, type WhenWindow } from './evidence-when.ts';
import { BUILT_IN, type FieldSet } from './field-set.ts';
import { OPERATOR_KEYS, OPERATORS, type OperatorKey, type Value } from './operators.ts';
import { type Field, type FieldType, isVocabularyField } from './registry.ts';
import {
  type FieldValue,
  readOwnValues,
  searchOwnValues,
  searchValues,
  VALUE_ORDER,
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

export interface CatalogField extends Pick<Field, 'key' | 'label' | 'operators' | 'dated'> {
  type: FieldType;
  /** Scope of an own field; null for a built-in one. */
  scope: FieldScope | null;
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
const LISTED: ValueSearch = { window: firstRows(MAX_LISTED) };

const WHEN = { keys: WHEN_KEYS, windows: WHEN_WINDOWS };

/**
 * Reads the fields and operators with current counts.
 *
 * @param latestList id of the list of the caller that was updated last, for the example of lists.
 */
export async function readCatalog(
  from: ValueReader,
  { fields: all, version }: FieldSet,
  latestList?: number,
): Promise<FilterCatalog> {
  const listed = readOwnValues(
    from.db,
    all.filter(({ type }) => type === 'category').map(({ facet }) => facet),
  );
  const fields = all.map(async (field): Promise<CatalogField[]> => {
    const { key, label, type, operators, dated, own } = field;
    if (type === 'deleted') return [];
    const maxValues = Math.max(...operators.map((operator) => OPERATORS[operator].values.max));
    const isBuiltIn = isVocabularyField(field) && !own;
    const page = isBuiltIn ? await searchValues(from, field, LISTED) : undefined;
    const ownValues = own ? (await listed).get(field.facet) : undefined;
    const values = page && page.total <= MAX_LISTED ? page.values : (ownValues ?? null);
    const [frequent] = page?.values ?? values ?? [];
    const example =
      field.type === 'list' ? exampleOfList(field, latestList) : await exampleOf(from.db, field, frequent);
    const when = dated ? WHEN : null;
    const scope = own?.scope ?? null;
    return [{ key, label, type, scope, operators, values, maxValues, dated, when, example }];
  });
  return {
    registryVersion: version,
    fields: (await Promise.all(fields)).flat(),
    operators: OPERATOR_KEYS.map((key) => ({ key, ...OPERATORS[key] })),
  };
}

/**
 * Searches the values of a field and counts the companies that have each. For partners it searches companies by part of
 * a name or domain, and counts their partners.
 *
 * @throws Fault validation_error for numbers and text, whose values have no list.
 */
export async function findValues(from: ValueReader, field: Field, search: ValueSearch): Promise<ValuePage> {
  const { key } = field;
  if (isVocabularyField(field)) return searchValues(from, field, search);
  if (field.type === 'list')
    throw validationFault([{ pointer: '/field', message: 'lists are found by `GET /v1/lists?search=`' }]);
  if (field.type !== 'company')
    throw validationFault([
      { pointer: '/field', message: `${key} takes any value; its values cannot be listed` },
    ]);
  const text = search.search ?? '';
  const { db } = from;
  const [hits, total] = await Promise.all([
    searchCompanies(db, text, search.window),
    countCompanies(db, text),
  ]);
  const values = hits.map((hit) => ({
    value: hit.primaryDomain,
    label: hit.name,
    companyCount: hit.partnershipCount,
    key: keyOfHit(hit),
  }));
  return { values, total };
}

/** A value that a search over all fields found. */
export interface FoundValue extends FieldValue {
  field: string;
}

/** Searches the values of all fields with a closed vocabulary, the most frequent first. @throws Fault validation_error */
export async function findInAll(
  from: ValueReader,
  { fields }: FieldSet,
  search: string,
  limit: number,
): Promise<FoundValue[]> {
  const vocabularies = fields.filter(isVocabularyField);
  const own = new Map(vocabularies.filter((field) => field.own).map(({ facet, key }) => [facet, key]));
  const pages = vocabularies
    .filter((field) => !field.own)
    .map(async (field) => {
      const { values } = await searchValues(from, field, {
        search,
        window: firstRows(Math.max(limit, MIN_RANKED)),
      });
      return values.map(({ value, label, companyCount }) => ({
        field: field.key,
        value,
        label,
        companyCount,
      }));
    });
  const ofOwn = searchOwnValues(from.db, [...own.keys()], search, limit);
  const [found, more] = await Promise.all([Promise.all(pages), ofOwn]);
  return [...found.flat(), ...more.map(({ facet, ...each }) => ({ ...each, field: own.get(facet) ?? '' }))]
    .filter(({ companyCount }) => companyCount > 0)
    .map((value) => ({ value, rank: rankOf(value.label, textKey(search.trim())) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.value.companyCount - a.value.companyCount ||
        (a.value.label < b.value.label ? -1 : 1),
    )
    .map(({ value }) => value)
    .slice(0, limit);
}

/** Values of each built-in field that are ranked at least. */
const MIN_RANKED = 100;

/** Ranks a label for a text that is looked for: the text itself, what begins with it, other labels. */
function rankOf(label: string, search: string): number {
  const key = textKey(label);
  if (key === search) return 0;
  return key.startsWith(search) ? 1 : 2;
}

/** Returns the order in which the values of a field are found. */
export function valueOrderOf(key: string): KeyOrder {
  return BUILT_IN.get(key)?.type === 'company' ? HIT_ORDER : VALUE_ORDER;
}

/** A node of a filter tree with one condition. */
interface ExampleNode {
  condition: { field: string; operator: OperatorKey; values: readonly Value[] };
}

/**
 * Returns a condition that matches companies of this catalogue: by a value that many companies have, and by that of the
 * registry in an empty catalogue.
 *
 * @param frequent the most frequent value of the vocabulary.
 */
async function exampleOf(db: Queryable, field: Field, frequent?: FieldValue): Promise<ExampleNode> {
  if (field.own && frequent)
    return { condition: { field: field.key, operator: 'any_of', values: [frequent.value] } };
  const { operator, values } = field.example;
  const found = await findFrequentValue(db, field, frequent);
  return { condition: { field: field.key, operator, values: found === undefined ? values : [found] } };
}

/** Returns a condition on a list; null without one. */
function exampleOfList({ key, example }: Field, listId: number | undefined): ExampleNode | null {
  return listId === undefined
    ? null
    : { condition: { field: key, operator: example.operator, values: [listId] } };
}

async function findFrequentValue(
  db: Queryable,
  field: Field,
  frequent: FieldValue | undefined,
): Promise<Value | undefined> {
  switch (field.type) {
    case 'vocabulary':
      return frequent && frequent.companyCount > 0 ? frequent.value : undefined;
    case 'list':
    case 'category':
    case 'number':
    case 'date':
    case 'boolean':
    case 'deleted':
      return undefined;
    case 'company':
      return findPartner(db);
    case 'integer':
      return findNumber(db, field.key);
    case 'text':
      return field.text === 'domain' ? findTopLevelDomain(db) : findNameTerm(db);
  }
}

/** Returns the domain of the company with the most partners; where none has many, that of any partner. */
async function findPartner(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ domain: string | null }>({
    name: 'frequent_partner',
    runsOn: ON_REPLICA,
    text: `SELECT primary_domain AS domain FROM company WHERE id = coalesce(
      (SELECT value::int FROM facet_posting WHERE field = 'partner' AND value <> '' AND window_days = 0
       ORDER BY cardinality DESC, value LIMIT 1),
      (SELECT partner_id FROM partnership LIMIT 1))`,
  });
  return rows[0]?.domain ?? undefined;
}

/** Returns the number that most companies have; a bound of the index covers the numbers beyond it. */
async function findNumber(db: Queryable, field: string): Promise<number | undefined> {
  const { rows } = await db.query<{ number: number }>({
    name: 'frequent_number',
    runsOn: ON_REPLICA,
    text: `SELECT number FROM (
        SELECT substr(value, 3)::int AS number, cardinality FROM facet_posting
        WHERE field = $1 AND value LIKE '>=%' AND window_days = 0
      ) bound ORDER BY cardinality - lead(cardinality, 1, 0) OVER (ORDER BY number) DESC, number LIMIT 1`,
    values: [field],
  });
  return rows[0]?.number;
}

async function findTopLevelDomain(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>({
    name: 'frequent_top_level_domain',
    runsOn: ON_REPLICA,
    text: `SELECT value FROM facet_posting WHERE field = 'domain' AND value <> '' AND window_days = 0
      ORDER BY cardinality DESC, value LIMIT 1`,
  });
  return rows[0] && `.${rows[0].value}`;
}

/** Returns the word that most names have; where names share none, the first name. */
async function findNameTerm(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ text: string | null }>({
    name: 'frequent_name_term',
    runsOn: ON_REPLICA,
    text: `SELECT coalesce(
      (SELECT btrim(value) FROM facet_posting
       WHERE field = 'name' AND window_days = 0 AND length(btrim(value)) BETWEEN 2 AND 100
       ORDER BY cardinality DESC, value LIMIT 1),
      (SELECT name FROM company WHERE length(name) BETWEEN 2 AND 100 ORDER BY id LIMIT 1)) AS text`,
  });
  return rows[0]?.text ?? undefined;
}
