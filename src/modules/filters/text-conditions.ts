import type { Queryable } from '../../database/client.ts';
import { arrayOf, type Prepared, readTexts, type TextRow } from '../../database/prepared.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import { keySql } from '../../database/sql.ts';
import { toDomainPart } from '../../lib/domain-name.ts';
import { escapeLike } from '../../lib/text.ts';
import { textKey } from '../../lib/text-key.ts';
import {
  Bitmap,
  fromArrayText,
  fromBase64,
  fromInt4s,
  NO_IDS,
  type ReadonlyBitmap,
} from '../facets/bitmap.ts';
import { foldInPlace } from '../facets/delta.ts';
import type { SqlCondition } from '../facets/reader.ts';
import { toCacheKey } from '../facets/reader-cache.ts';
import type { OperatorKey } from './operators.ts';

type Column = 'name' | 'domain';

/** Companies whose name or domain matches one of several texts. */
export interface TextSqlCondition extends SqlCondition {
  kind: 'text';
  statement: TextStatement;
  parameter: string;
}

/** Plans the SQL conditions that find the companies whose name or domain matches any of the values. */
export function textSqlConditions(
  column: Column,
  operator: OperatorKey,
  values: readonly string[],
): TextSqlCondition[] {
  if (operator === 'equals') {
    const texts = column === 'name' ? values.map(textKey) : values;
    const only = texts.length === 1 ? texts[0] : undefined;
    if (only !== undefined) return [toTextCondition(`${column}_equality_one`, texts, only)];
    return [toTextCondition(`${column}_equality`, texts, JSON.stringify(texts))];
  }
  const parts = values.map((value) => toTextPart(column, operator, value));
  const partial = parts.filter(({ text }) => matchesOnePart(column, operator, text));
  const others = parts.filter((part) => !partial.includes(part));
  const conditions: TextSqlCondition[] = [];
  if (partial.length > 0) {
    const nameStatement = canUseTrigrams(operator, partial) ? 'name_words' : 'name_words_scan';
    const statement = column === 'name' ? nameStatement : 'domain_labels';
    // Only a name's first term is preceded by two blanks.
    const start = operator === 'starts_with' ? '%  ' : '';
    conditions.push(toTextCondition(statement, patternsOf(partial, start)));
  }
  if (others.length > 0) {
    const scan = canUseTrigrams(operator, others) ? '' : '_scan';
    conditions.push(toTextCondition(`${column}_texts${scan}`, patternsOf(others)));
  }
  return conditions;
}

/** Part of a key of a name, or of a domain as it is stored, and the patterns that find it. */
interface TextPart {
  text: string;
  patterns: readonly string[];
}

/** A text that begins or ends with an internationalized label needs a pattern for each place where that label can be. */
function toTextPart(column: Column, operator: OperatorKey, value: string): TextPart {
  const part =
    column === 'domain'
      ? toDomainPart(value)
      : { text: textKey(value), startsLabel: false, endsLabel: false };
  const starts = operator === 'starts_with' ? [''] : part.startsLabel ? ['', '%.'] : ['%'];
  const ends = operator === 'ends_with' ? [''] : part.endsLabel ? ['', '.%'] : ['%'];
  const literal = escapeLike(part.text);
  return {
    text: part.text,
    patterns: starts.flatMap((start) => ends.map((end) => start + literal + end)),
  };
}

function patternsOf(parts: readonly TextPart[], start = ''): string[] {
  return parts.flatMap(({ patterns }) => patterns.map((pattern) => start + pattern));
}

function toTextCondition(
  statement: TextStatement,
  texts: readonly string[],
  parameter = arrayOf(texts),
): TextSqlCondition {
  // Hashed here, once, instead of at each access to the cache.
  return { kind: 'text', name: toCacheKey(`${statement}\0${texts.join('\0')}`), statement, parameter };
}

/** Tells whether a text can only match within one term of a name, or within the last label of a domain. */
function matchesOnePart(column: Column, operator: OperatorKey, value: string): boolean {
  if (column === 'name') return !value.includes(' ');
  return operator === 'ends_with' && LAST_LABEL.test(value);
}

/** Matches a last label or the end of one. */
const LAST_LABEL = /^\.?[^.]+$/;

/** Matches a text with a trigram: three letters in a row, or two at the beginning or the end of a word. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

function canUseTrigrams(operator: OperatorKey, parts: readonly TextPart[]): boolean {
  return operator !== 'contains' || parts.every(({ text }) => TRIGRAM.test(text));
}

export async function runTextCondition(db: Queryable, { statement, parameter }: TextSqlCondition) {
  const rows = await readTexts(db, TEXT_STATEMENTS[statement], [parameter]);
  const first = rows[0];
  if (first === undefined) throw new Error(`${statement} returned no row`);
  const ids = rows.length === 1 ? parseIds(first) : Bitmap.orMany(rows.map(parseIds));
  return { found: true, ids, validAt: Number(first[0]) };
}

/** Parses a row of TEXT_STATEMENTS. At most one of its three forms is filled. */
function parseIds([, few, ids, base, added, removed]: TextRow): ReadonlyBitmap {
  if (few) return fromArrayText(few);
  if (ids) return fromInt4s(Buffer.from(ids, 'base64'));
  if (!base) return NO_IDS;
  const delta = (text: string | null | undefined) => (text ? fromBase64(text) : undefined);
  return foldInPlace({ base: fromBase64(base), added: delta(added), removed: delta(removed) });
}

const VERSION = '(SELECT version FROM facet_index) AS version';

const PATTERNS = 'LIKE ANY ($1::text[])';

const NAME_KEY = keySql('name', 'name_key');

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

/** Longer names are not indexed: no value that callers may send equals one (see the migration expand_text_keys). */
const named = (text: string) =>
  `SELECT id FROM company WHERE ${NAME_KEY} = ${text} AND octet_length(name) <= 800`;

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
  name_texts: selectIds(idsWhere('id', 'company', `${NAME_KEY} ${PATTERNS}`)),
  name_texts_scan: selectIds(idsWhere('id', 'company', `${NAME_KEY} || '' ${PATTERNS}`)),
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

type TextStatement = keyof typeof texts;

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
const TEXT_STATEMENTS = Object.fromEntries(
  Object.entries(texts).map(([key, text]) => [key, { name: `filter_${key}`, runsOn: ON_REPLICA, text }]),
) as Record<TextStatement, Prepared>;
