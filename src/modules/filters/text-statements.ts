import type { Prepared } from '../../database/prepared.ts';

const VERSION = '(SELECT version FROM facet_index) AS version';

/** Patterns are lower-cased as PostgreSQL does it: the catalogue's texts are. */
const PATTERNS = 'LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))';

/** The ids of rows: four bytes each, as base64. */
const idsWhere = (id: string, table: string, condition: string) =>
  `(SELECT encode(string_agg(int4send(${id}), ''), 'base64') FROM ${table} WHERE ${condition})`;

/**
 * The rows that have one of some texts. PostgreSQL estimates a JSON array alike whatever it holds, so that it plans
 * the statement once and not each time; OFFSET keeps it from reading all rows instead of looking each text up.
 */
const equalToAny = (found: (text: string) => string) =>
  `SELECT found.id FROM jsonb_array_elements_text($1::jsonb) v CROSS JOIN LATERAL (${found('v')} OFFSET 0) found`;

const equalToOne = (found: (text: string) => string) => found('$1::text');

/** Longer names are in no index, as no text that can be asked for equals one (see the migration company_name_lookup). */
const named = (text: string) =>
  `SELECT id FROM company WHERE lower(name) = lower(${text}) AND octet_length(name) <= 800`;

const ofDomain = (text: string) => `SELECT company_id AS id FROM company_domain WHERE domain = ${text}`;

const selectFew = (query: string) => `SELECT ${VERSION}, ARRAY(${query})::text AS few`;
const selectIds = (ids: string) => `SELECT ${VERSION}, NULL AS few, ${ids} AS ids`;

/** A row of ids, and one for each posting whose value fits. */
const selectPostings = (field: string, value: string, ids: string) => `
  SELECT ${VERSION}, NULL AS few, ${ids} AS ids, NULL AS base, NULL AS added, NULL AS removed
  UNION ALL
  SELECT ${VERSION}, NULL, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
  FROM facet_posting WHERE field = '${field}' AND window_days = 0 AND ${value} ${PATTERNS}`;

const selectWords = (rare: string) =>
  selectPostings('name', `' ' || value`, idsWhere('company_id', 'facet_rare_words', `${rare} ${PATTERNS}`));

const texts = {
  name_words: selectWords('words'),
  name_words_scan: selectWords(`words || ''`),
  name_texts: selectIds(idsWhere('id', 'company', 'name ILIKE ANY ($1::text[])')),
  name_texts_scan: selectIds(idsWhere('id', 'company', `lower(name) ${PATTERNS}`)),
  name_equality: selectFew(equalToAny(named)),
  name_equality_one: selectFew(equalToOne(named)),
  domain_labels: selectPostings('domain', `'.' || value`, 'NULL'),
  domain_texts: selectIds(idsWhere('company_id', 'company_domain', 'domain LIKE ANY ($1::text[])')),
  domain_texts_scan: selectIds(
    idsWhere('company_id', 'company_domain', `domain || '' LIKE ANY ($1::text[])`),
  ),
  domain_equality: selectFew(equalToAny(ofDomain)),
  domain_equality_one: selectFew(equalToOne(ofDomain)),
};

export type TextStatement = keyof typeof texts;

/**
 * Where a text is looked for: among the words of names, the last labels of domains, in whole texts, or for equal ones.
 * `scan` is for what has no trigrams: the index on them would give back every row, at several times the cost of reading
 * them all, which the planner does not know; so these compare an expression that has no index. Their parameter is an
 * array of patterns, of `equality` a JSON array of texts, of `equality_one` a text. They give at least one row, whose
 * columns are the version of the index, read in the same statement, as the answer belongs to that one; then one of: `few`
 * ids, hardly ever many, as the text of an array; `ids`, four bytes each, in base64, NULL when there are none; the layers
 * of a posting, in base64.
 */
export const TEXT_STATEMENTS = Object.fromEntries(
  Object.entries(texts).map(([key, text]) => [key, { name: `filter_${key}`, text }]),
) as Record<TextStatement, Prepared>;
