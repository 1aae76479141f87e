import type { Queryable } from '../../database/client.ts';
import { arrayOf, readTexts, type TextRow } from '../../database/prepared.ts';
import { escapeLike } from '../../lib/like.ts';
import {
  Bitmap,
  fromArrayText,
  fromBase64,
  fromInt4s,
  NO_IDS,
  type ReadonlyBitmap,
} from '../facets/bitmap.ts';
import { toCacheKey } from '../facets/cache-key.ts';
import { readOnlyIds } from '../facets/delta.ts';
import type { SqlCondition } from '../facets/reader.ts';
import type { ConditionResult } from '../facets/reader-cache.ts';
import type { OperatorKey } from './operators.ts';
import { TEXT_STATEMENTS, type TextStatement } from './text-statements.ts';

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
    const only = values.length === 1 ? values[0] : undefined;
    if (only !== undefined) return [toTextCondition(`${column}_equality_one`, values, only)];
    return [toTextCondition(`${column}_equality`, values, JSON.stringify(values))];
  }
  const partial = values.filter((value) => matchesOnePart(column, operator, value));
  const others = values.filter((value) => !partial.includes(value));
  const conditions: TextSqlCondition[] = [];
  if (partial.length > 0) {
    const nameStatement = canUseTrigrams(operator, partial) ? 'name_words' : 'name_words_scan';
    // Only a name's first term is preceded by two blanks.
    const patterns = partial.map(
      (text) => (operator === 'starts_with' ? '%  ' : '') + toPattern(operator, text),
    );
    conditions.push(toTextCondition(column === 'name' ? nameStatement : 'domain_labels', patterns));
  }
  if (others.length > 0) {
    const patterns = others.map((text) => toPattern(operator, text));
    const scan = canUseTrigrams(operator, others) ? '' : '_scan';
    conditions.push(toTextCondition(`${column}_texts${scan}`, patterns));
  }
  return conditions;
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

function canUseTrigrams(operator: OperatorKey, texts: readonly string[]): boolean {
  return operator !== 'contains' || texts.every((text) => TRIGRAM.test(text));
}

function toPattern(operator: OperatorKey, text: string): string {
  const literal = escapeLike(text);
  if (operator === 'contains') return `%${literal}%`;
  return operator === 'starts_with' ? `${literal}%` : `%${literal}`;
}

export async function runTextCondition(
  db: Queryable,
  { statement, parameter }: TextSqlCondition,
): Promise<ConditionResult> {
  const rows = await readTexts(db, TEXT_STATEMENTS[statement], [parameter]);
  const first = rows[0];
  if (first === undefined) throw new Error(`${statement} returned no row`);
  const ids = rows.length === 1 ? parseIds(first) : Bitmap.orMany(rows.map(parseIds));
  return { found: true, ids, validAt: Number(first[0]) };
}

/** Parses a row of text-statements.ts. At most one of its three forms is filled. */
function parseIds([, few, ids, base, added, removed]: TextRow): ReadonlyBitmap {
  if (few) return fromArrayText(few);
  if (ids) return fromInt4s(Buffer.from(ids, 'base64'));
  if (!base) return NO_IDS;
  const delta = (text: string | null | undefined) => (text ? fromBase64(text) : undefined);
  return readOnlyIds({ base: fromBase64(base), added: delta(added), removed: delta(removed) });
}
