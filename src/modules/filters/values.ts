import type { Queryable } from '../../database/client.ts';
import { sqlOrder, windowSql } from '../../database/keyset.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { validationFault } from '../../lib/fault.ts';
import type { Key, PageWindow } from '../../lib/page.ts';
import type { Candidate } from '../../lib/text.ts';
import { escapeLike } from '../../lib/text.ts';
import { textKey } from '../../lib/text-key.ts';
import { EVER } from '../facets/evidence-windows.ts';
import type { FacetReader } from '../facets/reader.ts';
import { type Field, isVocabularyField, type VocabularyField } from './registry.ts';
import { COMMONEST, identityOf, type Vocabulary } from './vocabularies.ts';

/** A value of a closed vocabulary. */
export interface FieldValue {
  value: string;
  label: string;
  /** Number of companies that have the value, in the window ever. */
  companyCount: number;
}

/** A value on a page, with the key by which it is sorted. */
export interface PlacedValue extends FieldValue {
  key: Key;
}

export interface ValuePage {
  values: PlacedValue[];
  /** Total number of values across all pages. */
  total: number;
}

export interface ValueSearch {
  /** Part of a value or label, in any case. */
  search?: string | undefined;
  window: PageWindow;
}

/** Order of the values of a vocabulary, the most frequent first. */
export const VALUE_ORDER = sqlOrder('companies', [
  { sql: '"companyCount"', type: 'integer', descending: true },
  { sql: 'label_key COLLATE "C"', type: 'text' },
  { sql: 'value COLLATE "C"', type: 'text' },
]);

/**
 * Reads the values of a vocabulary, by what makes them the same (`identityOf`).
 *
 * @param only limits a stored vocabulary, which may have thousands of values, to these.
 */
export async function readVocabulary(
  db: Queryable,
  vocabulary: Vocabulary,
  only?: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> {
  const rows =
    vocabulary.kind === 'fixed' ? vocabulary.values : await readStored(db, vocabulary.relation, only);
  return new Map(rows.map((row) => [identityOf(vocabulary, row.value), row]));
}

/** Returns a function that labels values. One that has left its vocabulary is its own label. */
export async function readLabels(
  db: Queryable,
  vocabulary: Vocabulary,
  values: readonly string[],
): Promise<(value: string) => string> {
  if (vocabulary.kind === 'stored' && (vocabulary.isSpelled || values.length === 0)) return (value) => value;
  const labels = await readVocabulary(db, vocabulary, values);
  return (value) => labels.get(value)?.label ?? value;
}

/** A value with the field that has it. */
interface ValueOfField {
  field: Field;
  value: string;
}

/** Reads the labels of values, those of each field together. A value of a field without a vocabulary is its own label. */
export async function readLabelsOf(
  db: Queryable,
  all: readonly ValueOfField[],
): Promise<(each: ValueOfField) => string> {
  const labels = new Map<Field, (value: string) => string>();
  for (const field of new Set(all.map((each) => each.field))) {
    if (!isVocabularyField(field)) continue;
    const values = all.flatMap((each) => (each.field === field ? each.value : []));
    labels.set(field, await readLabels(db, field.vocabulary, values));
  }
  return ({ field, value }) => labels.get(field)?.(value) ?? value;
}

async function readStored(
  db: Queryable,
  relation: string,
  only: readonly string[] | undefined,
): Promise<Candidate[]> {
  // Each vocabulary has a text of its own, so none has a name.
  const text = `SELECT value, label FROM (${relation}) v`;
  if (!only) return (await db.query<Candidate>({ runsOn: ON_REPLICA, text })).rows;
  const limited = `${text} WHERE value = ANY ($1)`;
  return (await db.query<Candidate>({ runsOn: ON_REPLICA, text: limited, values: [only] })).rows;
}

/** SQL of the values of a fixed vocabulary, as those of a stored one, with their parameters. */
function fixedRelation(field: string, values: readonly Candidate[]): [sql: string, parameters: unknown[]] {
  const sql = `SELECT v.*, coalesce(p.cardinality, 0) AS companies, 1 AS spellings
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS v (value, label, value_key, label_key)
    LEFT JOIN facet_posting p ON p.field = $2 AND p.value = v.value AND p.window_days = 0`;
  const [texts, labels] = [values.map(({ value }) => value), values.map(({ label }) => label)];
  return [sql, [field, texts, labels, texts.map(textKey), labels.map(textKey)]];
}

/**
 * Searches values with their counts, the most frequent first; those with equal counts by label.
 *
 * @throws Fault validation_error for a text that PostgreSQL cannot store.
 */
export async function searchValues(
  { db, reader }: ValueReader,
  field: VocabularyField,
  { search = '', window }: ValueSearch,
): Promise<ValuePage> {
  if (!isStorable(search))
    throw validationFault([{ pointer: '/search', message: 'contains characters that cannot be stored' }]);
  const { vocabulary } = field;
  const [relation, parameters] =
    vocabulary.kind === 'fixed' ? fixedRelation(field.facet, vocabulary.values) : [vocabulary.relation, []];
  const { condition, order, sort, values } = windowSql(VALUE_ORDER, window, 2 + parameters.length);
  const pattern = `%${escapeLike(textKey(search.trim()))}%`;
  // Without a name, as the text depends on the vocabulary. Without a search, the keys of all values need not be computed.
  const { rows } = await db.query<FoundValue & { total: number }>({
    runsOn: ON_REPLICA,
    text: `WITH found AS (
       SELECT value, label, companies AS "companyCount", label_key, spellings FROM (${relation}) v
       WHERE $1 = '%%' OR value_key LIKE $1 OR label_key LIKE $1
     )
     SELECT page.*, (SELECT count(*)::int FROM found) AS total
     FROM (SELECT) one LEFT JOIN (SELECT * FROM found WHERE ${condition} ${order}) page ON true
     ${sort}`,
    values: [pattern, ...parameters, ...values],
  });
  // Without values on this page, one row of nulls has the total.
  const found = rows.filter(({ value }) => value !== null);
  return { values: await withExactCounts(reader, field.facet, found), total: rows[0]?.total ?? 0 };
}

/** Values of an own category that the catalogue lists, and of all together. */
const MAX_OWN_VALUES = 50;
const MAX_LISTED_VALUES = 2_000;

/** Columns of the values of postings, one for all spellings. */
const ONE_OF_SPELLINGS = `${COMMONEST} AS value, sum(companies)::int AS "companyCount"`;

/**
 * Reads the values of own categories that have few, by the names of their facets, in one statement. Once there are too many
 * values, those of the fields that follow are left out.
 */
export async function readOwnValues(
  db: Queryable,
  facets: readonly string[],
): Promise<ReadonlyMap<string, FieldValue[]>> {
  if (facets.length === 0) return new Map();
  const { rows } = await db.query<{ facet: string; value: string; companyCount: number }>({
    name: 'own_category_values',
    runsOn: 'primary',
    text: `SELECT k.facet, v.value, v."companyCount" FROM unnest($1::text[]) WITH ORDINALITY AS k (facet, place)
      CROSS JOIN LATERAL (
        SELECT ${ONE_OF_SPELLINGS} FROM (
          SELECT value, value_key AS key, cardinality AS companies FROM facet_posting
          WHERE field = k.facet AND window_days = 0 AND value <> '' AND cardinality > 0 LIMIT ${4 * MAX_OWN_VALUES}
        ) s GROUP BY key LIMIT ${MAX_OWN_VALUES + 1}
      ) v ORDER BY k.place, v."companyCount" DESC, v.value COLLATE "C"`,
    values: [facets],
  });
  const byFacet = new Map<string, FieldValue[]>(facets.map((facet) => [facet, []]));
  for (const { facet, value, companyCount } of rows)
    byFacet.get(facet)?.push({ value, label: value, companyCount });
  let listed = 0;
  for (const [facet, values] of byFacet) {
    if (values.length > MAX_OWN_VALUES || listed + values.length > MAX_LISTED_VALUES) byFacet.delete(facet);
    else listed += values.length;
  }
  return byFacet;
}

/** Searches the values of own categories by part of them: the text itself, what begins with it, then the most frequent. */
export async function searchOwnValues(
  db: Queryable,
  facets: readonly string[],
  search: string,
  limit: number,
) {
  if (facets.length === 0) return [];
  const key = textKey(search.trim());
  const { rows } = await db.query<{ facet: string; value: string; companyCount: number }>({
    name: 'own_values_search',
    runsOn: 'primary',
    text: `SELECT facet, value, "companyCount" FROM (
        SELECT facet, key, ${ONE_OF_SPELLINGS} FROM (
          SELECT field AS facet, value, value_key AS key, cardinality AS companies FROM facet_posting
          WHERE field = ANY ($1::text[]) AND window_days = 0 AND value <> '' AND cardinality > 0 AND value_key LIKE $2
        ) s GROUP BY facet, key
      ) v ORDER BY key <> $4, NOT starts_with(key, $4), "companyCount" DESC, value COLLATE "C" LIMIT $3`,
    values: [facets, `%${escapeLike(key)}%`, limit, key],
  });
  return rows.map((row) => ({ ...row, label: row.value }));
}

/** Where values are read, and the reader of their postings. */
export interface ValueReader {
  db: Queryable;
  reader: FacetReader;
}

interface FoundValue extends FieldValue {
  label_key: string;
  /** Number of spellings that companies have. */
  spellings: number;
}

/** Counts companies that have two spellings of a value once. */
async function withExactCounts(reader: FacetReader, field: string, found: readonly FoundValue[]) {
  const keyOf = ({ value }: FieldValue) => ({ field, value, window: EVER });
  const spelled = found.filter(({ spellings }) => spellings > 1);
  const postings = spelled.map(keyOf);
  const run = async () => [];
  const snapshot = postings.length > 0 ? await reader.read({ postings, conditions: [], run }) : undefined;
  return found.map(({ value, label, companyCount, label_key, spellings }): PlacedValue => {
    const exact = spellings > 1 ? snapshot?.posting(keyOf({ value, label, companyCount })).size : undefined;
    return { value, label, companyCount: exact ?? companyCount, key: [companyCount, label_key, value] };
  });
}
