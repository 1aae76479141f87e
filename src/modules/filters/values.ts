import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { validationFault } from '../../lib/fault.ts';
import { escapeLike } from '../../lib/like.ts';
import type { Candidate } from './did-you-mean.ts';
import type { Field } from './registry.ts';
import type { Vocabulary } from './vocabularies.ts';

/** A value of a closed vocabulary. */
export interface FieldValue {
  value: string;
  label: string;
  /** Number of companies that have the value, in the window ever. */
  companyCount: number;
}

export interface ValuePage {
  values: FieldValue[];
  /** Number of values on all pages. */
  total: number;
}

export interface ValueSearch {
  /** Part of a value or label, in any case. */
  search?: string | undefined;
  limit: number;
  offset: number;
}

/**
 * Reads the values of a vocabulary, by value.
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
  return new Map(rows.map((row) => [row.value, row]));
}

/** Returns a function that labels values. One that has left its vocabulary is its own label. */
export async function readLabels(
  db: Queryable,
  vocabulary: Vocabulary,
  values: readonly string[],
): Promise<(value: string) => string> {
  if (vocabulary.kind === 'stored' && (vocabulary.isPlain || values.length === 0)) return (value) => value;
  const labels = await readVocabulary(db, vocabulary, values);
  return (value) => labels.get(value)?.label ?? value;
}

async function readStored(
  db: Queryable,
  relation: string,
  only: readonly string[] | undefined,
): Promise<Candidate[]> {
  // Each vocabulary has a text of its own, so none has a name.
  if (!only) return (await db.query<Candidate>({ runsOn: ON_REPLICA, text: relation })).rows;
  const text = `SELECT value, label FROM (${relation}) v WHERE value = ANY ($1)`;
  return (await db.query<Candidate>({ runsOn: ON_REPLICA, text, values: [only] })).rows;
}

/**
 * Searches values with their counts, the most frequent first; those with equal counts by label.
 *
 * @throws Fault validation_error for a text that PostgreSQL cannot store.
 */
export async function searchValues(
  db: Queryable,
  field: Extract<Field, { type: 'vocabulary' }>,
  { search = '', limit, offset }: ValueSearch,
): Promise<ValuePage> {
  if (!isStorable(search))
    throw validationFault([{ pointer: '/search', message: 'contains characters that cannot be stored' }]);
  const { vocabulary } = field;
  const fixed = vocabulary.kind === 'fixed' ? vocabulary.values : [];
  const relation =
    vocabulary.kind === 'fixed'
      ? 'SELECT value, label FROM unnest($5::text[], $6::text[]) AS v (value, label)'
      : `SELECT value, label FROM (${vocabulary.relation}) stored WHERE $5::text[] = $6::text[]`;
  const pattern = `%${escapeLike(search.trim())}%`;
  // Without a name, as the text depends on the vocabulary.
  const { rows } = await db.query<FieldValue & { total: number }>({
    runsOn: ON_REPLICA,
    text: `WITH found AS (
       SELECT v.value, v.label, coalesce(p.cardinality, 0) AS "companyCount"
       FROM (${relation}) v
       LEFT JOIN facet_posting p ON p.field = $1 AND p.value = v.value AND p.window_days = 0
       WHERE v.value ILIKE $2 OR v.label ILIKE $2
     )
     SELECT page.value, page.label, page."companyCount", (SELECT count(*)::int FROM found) AS total
     FROM (SELECT) one LEFT JOIN (
       SELECT * FROM found ORDER BY "companyCount" DESC, label, value LIMIT $3 OFFSET $4
     ) page ON true
     ORDER BY "companyCount" DESC, label, value`,
    values: [
      field.key,
      pattern,
      limit,
      offset,
      fixed.map(({ value }) => value),
      fixed.map(({ label }) => label),
    ],
  });
  // Without values on this page, one row of nulls has the total.
  const found = rows.filter(({ value }) => value !== null);
  const values = found.map(({ total: _, ...value }) => value);
  return { values, total: rows[0]?.total ?? 0 };
}
