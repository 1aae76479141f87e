import type { Prepared } from '../../database/prepared.ts';

const VERSION = '(SELECT version FROM facet_index) AS version';

/** PostgreSQL lower-cases the patterns, because it lower-cased the stored texts. */
const PATTERNS = 'LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))';

/** SQL of the ids of rows, four bytes each, as base64. */
const idsWhere = (id: string, table: string, condition: string) =>
  `(SELECT encode(string_agg(int4send(${id}), ''), 'base64') FROM ${table} WHERE ${condition})`;

/**
 * SQL of the rows that equal one of several texts. PostgreSQL estimates a JSON array alike whatever it contains, so one
 * plan serves all calls. OFFSET keeps it from scanning the table instead of looking each text up.
 */
const equalToAny = (found: (text: string) => string) =>
  `SELECT found.id FROM jsonb_array_elements_text($1::jsonb) v CROSS JOIN LATERAL (${found('v')} OFFSET 0) found`;

const equalToOne = (found: (text: string) => string) => found('$1::text');

/** Longer names are not indexed: no value that callers may send equals one (see the migration company_name_lookup). */
const named = (text: string) =>
  `SELECT id FROM company WHERE lower(name) = lower(${text}) AND octet_length(name) <= 800`;

const ofDomain = (text: string) => `SELECT company_id AS id FROM company_domain WHERE domain = ${text}`;

const selectFew = (query: string) => `SELECT ${VERSION}, ARRAY(${query})::text AS few`;
const selectIds = (ids: string) => `SELECT ${VERSION}, NULL AS few, ${ids} AS ids`;

/** SQL of a row of ids, and a row for each posting whose value matches. */
const selectPostings = (field: string, value: string, ids: string) => `
  SELECT ${VERSION}, NULL AS few, ${ids} AS ids, NULL AS base, NULL AS added, NULL AS removed
  UNION ALL
  SELECT ${VERSION}, NULL, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
  FROM facet_posting WHERE field = '${field}' AND window_days = 0 AND ${value} ${PATTERNS}`;

const selectTerms = (rare: string) =>
  selectPostings('name', `' ' || value`, idsWhere('company_id', 'facet_rare_words', `${rare} ${PATTERNS}`));

const texts = {
  name_words: selectTerms('words'),
  name_words_scan: selectTerms(`words || ''`),
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
 * Statements that search names and domains.
 *
 * | name | searches | parameter |
 * |---|---|---|
 * | `name_words`, `domain_labels` | terms of names, last labels of domains | array of patterns |
 * | `name_texts`, `domain_texts` | complete names and domains | array of patterns |
 * | `…_scan` | the same, without the trigram index | array of patterns |
 * | `…_equality`, `…_equality_one` | names and domains that equal a text | JSON array of texts, or a text |
 *
 * Patterns without a trigram use `…_scan`: the index would return every row, at several times the cost of a scan. The
 * planner does not know that, so these statements compare an expression that has no index.
 *
 * Each statement returns one row or more. The first column is the index version, read in the same statement. One of
 * three forms follows: `few` ids as the text of an array; `ids`, four bytes each in base64, NULL for none; or the
 * layers of a posting in base64.
 */
export const TEXT_STATEMENTS = Object.fromEntries(
  Object.entries(texts).map(([key, text]) => [key, { name: `filter_${key}`, text }]),
) as Record<TextStatement, Prepared>;
