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
import { idsOf } from '../facets/delta.ts';
import type { Question, Reply } from '../facets/reader.ts';
import { shortName } from '../facets/short-name.ts';
import type { OperatorKey } from './operators.ts';
import { TEXT_STATEMENTS, type TextStatement } from './text-statements.ts';

type Column = 'name' | 'domain';

/** Companies with a name, or a domain, that fits one of some texts. */
export interface TextQuestion extends Question {
  kind: 'text';
  statement: TextStatement;
  parameter: string;
}

/** What to ask for the companies whose name or domain fits any of the values. */
export function askTexts(column: Column, operator: OperatorKey, values: readonly string[]): TextQuestion[] {
  if (operator === 'equals') {
    const only = values.length === 1 ? values[0] : undefined;
    if (only !== undefined) return [toQuestion(`${column}_equality_one`, values, only)];
    return [toQuestion(`${column}_equality`, values, JSON.stringify(values))];
  }
  const within = values.filter((value) => isWithinPart(column, operator, value));
  const others = values.filter((value) => !within.includes(value));
  const questions: TextQuestion[] = [];
  if (within.length > 0) {
    const ofNames = canUseTrigrams(operator, within) ? 'name_words' : 'name_words_scan';
    // Only a name's first word has two blanks before it.
    const patterns = within.map(
      (text) => (operator === 'starts_with' ? '%  ' : '') + toPattern(operator, text),
    );
    questions.push(toQuestion(column === 'name' ? ofNames : 'domain_labels', patterns));
  }
  if (others.length > 0) {
    const patterns = others.map((text) => toPattern(operator, text));
    const scan = canUseTrigrams(operator, others) ? '' : '_scan';
    questions.push(toQuestion(`${column}_texts${scan}`, patterns));
  }
  return questions;
}

function toQuestion(
  statement: TextStatement,
  texts: readonly string[],
  parameter = arrayOf(texts),
): TextQuestion {
  // Shortened here, once, and not each time that the name is looked for.
  return { kind: 'text', name: shortName(`${statement}\0${texts.join('\0')}`), statement, parameter };
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

function canUseTrigrams(operator: OperatorKey, texts: readonly string[]): boolean {
  return operator !== 'contains' || texts.every((text) => TRIGRAM.test(text));
}

function toPattern(operator: OperatorKey, text: string): string {
  const literal = escapeLike(text);
  if (operator === 'contains') return `%${literal}%`;
  return operator === 'starts_with' ? `${literal}%` : `%${literal}`;
}

export async function answerText(db: Queryable, { statement, parameter }: TextQuestion): Promise<Reply> {
  const rows = await readTexts(db, TEXT_STATEMENTS[statement], [parameter]);
  const first = rows[0];
  if (first === undefined) throw new Error(`${statement} gave no row`);
  const ids = rows.length === 1 ? readRow(first) : Bitmap.orMany(rows.map(readRow));
  return { version: Number(first[0]), answer: { found: true, ids } };
}

/** Reads the columns of text-statements.ts, of which at most one form is filled. */
function readRow([, few, ids, base, added, removed]: TextRow): ReadonlyBitmap {
  if (few) return fromArrayText(few);
  if (ids) return fromInt4s(Buffer.from(ids, 'base64'));
  if (!base) return NO_IDS;
  const delta = (text: string | null | undefined) => (text ? fromBase64(text) : undefined);
  return idsOf({ base: fromBase64(base), added: delta(added), removed: delta(removed) });
}
