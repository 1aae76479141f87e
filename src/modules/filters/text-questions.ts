import type { Queryable } from '../../database/client.ts';
import { escapeLike } from '../../lib/like.ts';
import { Bitmap, fromBase64, fromInt4s } from '../facets/bitmap.ts';
import { flatten } from '../facets/delta.ts';
import type { Question, Reply } from '../facets/reader.ts';
import type { OperatorKey } from './operators.ts';

type Column = 'name' | 'domain';

/** Companies with a name, or a domain, that fits one of some patterns. */
export interface TextQuestion extends Question {
  kind: 'text';
  column: Column;
  /** Where to look: among the words of names, the last labels of domains, in whole texts, or for equal ones. */
  by: 'words' | 'labels' | 'texts' | 'equality';
  /** Whether the trigram index helps; without trigrams it would give back every row. */
  hasTrigrams: boolean;
  /** For LIKE; texts themselves where they are to be equal. */
  patterns: readonly string[];
}

/** What to ask for the companies whose name or domain fits any of the values. */
export function askTexts(column: Column, operator: OperatorKey, values: readonly string[]): TextQuestion[] {
  if (operator === 'equals') return [toQuestion(column, 'equality', true, values)];
  const within = values.filter((value) => isWithinPart(column, operator, value));
  const others = values.filter((value) => !within.includes(value));
  const ask = (by: 'words' | 'labels' | 'texts', texts: readonly string[]) => {
    if (texts.length === 0) return [];
    const patterns = texts.map((text) => toPattern(by, operator, escapeLike(text)));
    const hasTrigrams = operator !== 'contains' || texts.every((text) => TRIGRAM.test(text));
    return [toQuestion(column, by, hasTrigrams, patterns)];
  };
  return [...ask(column === 'name' ? 'words' : 'labels', within), ...ask('texts', others)];
}

function toQuestion(
  column: Column,
  by: TextQuestion['by'],
  hasTrigrams: boolean,
  patterns: readonly string[],
): TextQuestion {
  const name = ['text', column, by, ...patterns].join('\0');
  return { kind: 'text', name, column, by, hasTrigrams, patterns };
}

/** Whether a text that fits does so by one word of the name, or by the last label of the domain. */
function isWithinPart(column: Column, operator: OperatorKey, value: string): boolean {
  if (column === 'name') return !value.includes(' ');
  return operator === 'ends_with' && LAST_LABEL.test(value);
}

/** A last label or the end of one. */
const LAST_LABEL = /^\.?[^.]+$/;

/** What holds a whole trigram: three letters in a row, or two at the beginning or the end of a word. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

function toPattern(by: 'words' | 'labels' | 'texts', operator: OperatorKey, literal: string): string {
  if (operator === 'contains') return `%${literal}%`;
  if (operator === 'ends_with') return `%${literal}`;
  // Only a name's first word has two blanks before it.
  return by === 'words' ? `%  ${literal}%` : `${literal}%`;
}

/** Lower-cased as PostgreSQL does it: the catalogue's texts are. */
const PATTERNS = 'LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))';

const VERSION = '(SELECT version FROM facet_index) AS version';

const idsWhere = (id: string, table: string, condition: string) =>
  `(SELECT encode(string_agg(int4send(${id}), ''), 'base64') FROM ${table} WHERE ${condition})`;

/** Rows of ids or of postings; the version of the index is in each, and there is always one. */
const postingsWhere = (field: Column, value: string, ids: string) => `
  SELECT ${VERSION}, ${ids} AS ids, NULL AS base, NULL AS added, NULL AS removed
  UNION ALL
  SELECT ${VERSION}, NULL, encode(base, 'base64'), encode(added, 'base64'), encode(removed, 'base64')
  FROM facet_posting WHERE field = '${field}' AND window_days = 0 AND ${value} ${PATTERNS}`;

/**
 * The ids of the rows that have one of some texts. PostgreSQL estimates a JSON array alike whatever it holds, so that it
 * plans the statement once and not each time; OFFSET keeps it from reading all rows instead of looking each text up.
 */
const idsOfEqual = (id: string, table: string, equals: string) => `
  (SELECT encode(string_agg(int4send(found.id), ''), 'base64')
   FROM jsonb_array_elements_text($1::jsonb) v
   CROSS JOIN LATERAL (SELECT ${id} AS id FROM ${table} WHERE ${equals} OFFSET 0) found)`;

/**
 * Each reads the version of the index in the same statement: the answer belongs to that one. What has no trigrams is
 * compared with an expression that has no index, as the planner does not know how much that one would give back.
 */
function toSql({ column, by, hasTrigrams }: TextQuestion): string {
  const orScan = (text: string) => (hasTrigrams ? text : `${text} || ''`);
  switch (by) {
    case 'words': {
      const rare = idsWhere('company_id', 'facet_rare_words', `${orScan('words')} ${PATTERNS}`);
      return postingsWhere('name', `' ' || value`, rare);
    }
    case 'labels':
      return postingsWhere('domain', `'.' || value`, 'NULL');
    case 'texts':
      return `SELECT ${VERSION}, ${
        column === 'domain'
          ? idsWhere('company_id', 'company_domain', `${orScan('domain')} LIKE ANY ($1::text[])`)
          : idsWhere('id', 'company', hasTrigrams ? 'name ILIKE ANY ($1::text[])' : `lower(name) ${PATTERNS}`)
      } AS ids`;
    case 'equality':
      return `SELECT ${VERSION}, ${
        column === 'domain'
          ? idsOfEqual('company_id', 'company_domain', 'domain = v')
          : idsOfEqual('id', 'company', 'lower(name) = lower(v)')
      } AS ids`;
  }
}

interface Row {
  version: number;
  /** Four bytes each, as base64; null when there are none. */
  ids: string | null;
  base?: string | null;
  added?: string | null;
  removed?: string | null;
}

export async function answerText(db: Queryable, question: TextQuestion): Promise<Reply> {
  const { column, by, hasTrigrams, patterns } = question;
  const { rows } = await db.query<Row>({
    name: `filter_${column}_${by}${hasTrigrams ? '' : '_scan'}`,
    text: toSql(question),
    values: [by === 'equality' ? JSON.stringify(patterns) : patterns],
  });
  const ids = Bitmap.orMany(rows.flatMap(readRow));
  return { version: rows[0]?.version ?? 0, answer: { found: true, ids } };
}

function readRow({ ids, base, added, removed }: Row): Bitmap[] {
  if (ids) return [fromInt4s(Buffer.from(ids, 'base64'))];
  if (!base) return [];
  const layer = (text: string | null | undefined) => (text ? fromBase64(text) : undefined);
  return [flatten({ base: fromBase64(base), added: layer(added), removed: layer(removed) })];
}
