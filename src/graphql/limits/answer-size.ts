import type { ExecutionResult } from 'graphql';
import type { CostClass } from '../../lib/cost-class.ts';
import { Fault } from '../../lib/fault.ts';
import { JsonSource, toJsonPieces } from '../../lib/json-writer.ts';
import type { StatementRead } from '../../lib/request-context.ts';
import type { Context } from '../context.ts';
import { failedResult } from '../errors.ts';

/** An answer that was charged for may be so many times larger than others before it is refused. */
const CHARGED_FACTOR = 4;
/** Rows take more bytes between the database and the service than in the answer. */
const READ_FACTOR = 2;
/** Bitmaps of lists take far more than the pages that are cut out of them. */
const BITMAP_FACTOR = 8;
/** Rows differ in size, so that a recommended page size leaves room. */
const CAUTION = 0.8;

/** Classes of operations that spend credits, and of those that may change something. */
const SPENDING: ReadonlySet<CostClass> = new Set(['enrich', 'export']);
const WRITING: ReadonlySet<CostClass> = new Set(['write', 'enrich', 'export']);

/** Limits of the answer of one operation. */
export interface AnswerBudget {
  /** Bytes of its text. */
  maxBytes: number;
  /** Bytes that it may read from the database. */
  maxReadBytes: number;
  /** Bytes of the bitmaps of lists that it may hold. */
  maxBitmapBytes: number;
  /** Returns the size of the outermost page of the operation. */
  pageSize: () => number | undefined;
  /** Whether the operation spends credits. */
  isSpending: boolean;
  /** Whether the operation may have changed something. */
  isWrite: boolean;
}

type Bounded = Pick<Context, 'limits' | 'report'>;

export function answerBudgetOf({ limits, report }: Bounded): AnswerBudget {
  let isSpending = false;
  let isWrite = false;
  for (const { costClass } of report.charges ?? []) {
    isSpending ||= SPENDING.has(costClass);
    isWrite ||= WRITING.has(costClass);
  }
  const maxBytes = limits.maxAnswerBytes * (isSpending ? CHARGED_FACTOR : 1);
  return {
    maxBytes,
    maxReadBytes: READ_FACTOR * maxBytes,
    maxBitmapBytes: BITMAP_FACTOR * maxBytes,
    pageSize: report.pageSize ?? (() => undefined),
    isSpending,
    isWrite,
  };
}

/** Assumed bytes of an object on a page, for estimates before anything is read. */
const OBJECT_BYTES = 256;

/**
 * Returns a refusal for an operation that spends credits and whose pages might not fit: after charging it is too late.
 *
 * @param nodes number of objects that its pages can hold.
 */
export function findTooLargeToCharge(nodes: number, context: Bounded): Fault | undefined {
  const budget = answerBudgetOf(context);
  const share = budget.maxBytes / (nodes * OBJECT_BYTES);
  if (!budget.isSpending || share >= 1) return undefined;
  const limit = Math.floor((budget.pageSize() ?? 0) * share);
  return answerTooLarge({ ...budget, isWrite: false }, limit < 1 ? undefined : limit);
}

/** Creates the refusal of an answer that exceeds its budget. @param limit the page size that fits, if any does. */
export function answerTooLarge({ maxBytes, isWrite }: AnswerBudget, limit: number | undefined): Fault {
  const size = `The response is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB.`;
  const advice =
    limit === undefined
      ? 'Select fewer fields, or less below each item.'
      : `Ask for at most ${limit} at a time, or select fewer fields.`;
  const caution = isWrite ? ' Check whether it changed something before you retry.' : '';
  const details = { ...(limit === undefined ? {} : { limit }), max_bytes: maxBytes };
  return new Fault('answer_too_large', `${size} ${advice}${caution}`, { details });
}

/**
 * Creates the refusal of an operation that has read more than its answer may need. If the running statement returned most
 * of the bytes, and no more rows than the outermost page holds, its rows are taken for the items of that page.
 *
 * @param bytes read by all statements of the operation.
 */
export function tooMuchRead(budget: AnswerBudget, bytes: number, running: StatementRead): Fault {
  const size = budget.pageSize();
  if (size === undefined) return answerTooLarge(budget, undefined);
  const isPage = running.rows > 0 && running.rows <= size + 1 && running.bytes > bytes / 2;
  const [items, from] = isPage ? [running.rows, running.bytes] : [size, bytes];
  const limit = Math.floor((CAUTION * items * budget.maxBytes) / from);
  return answerTooLarge(budget, limit < 1 ? undefined : Math.min(limit, size));
}

/** Replaces a result whose text would exceed its budget by an error. */
export function fitAnswer(result: ExecutionResult, context: Bounded): ExecutionResult {
  const budget = answerBudgetOf(context);
  if (take(result.data, budget.maxBytes) >= 0) return result;
  return failedResult(answerTooLarge(budget, limitFor(result.data, budget)));
}

/**
 * Returns the text of an answer over REST. Saved documents select nothing twice, so that the limit of bytes read bounds
 * their answers. It is enough to measure the text after it is built.
 *
 * @throws Fault answer_too_large
 */
export function toAnswerText(body: unknown, context: Bounded): string {
  const budget = answerBudgetOf(context);
  try {
    const text = JSON.stringify(body);
    // Counts bytes only if characters of three bytes could make the difference.
    if (text.length * 3 <= budget.maxBytes || Buffer.byteLength(text) <= budget.maxBytes) return text;
  } catch (error) {
    // The text is longer than a string can be.
    if (!(error instanceof RangeError)) throw error;
  }
  throw answerTooLarge(budget, limitFor(body, budget));
}

/**
 * Returns the text of a large answer over REST as `toAnswerText` does, in pieces between which other requests run.
 *
 * @throws Fault answer_too_large
 */
export async function toAnswerPieces(body: unknown, context: Bounded): Promise<Buffer[]> {
  const budget = answerBudgetOf(context);
  const pieces = await toJsonPieces(body, budget.maxBytes);
  if (pieces) return pieces;
  throw answerTooLarge(budget, limitFor(body, budget));
}

function limitFor(data: unknown, { maxBytes, pageSize }: AnswerBudget): number | undefined {
  const size = pageSize();
  if (size === undefined) return undefined;
  const items = itemsThatFit(data, maxBytes);
  return items < 1 ? undefined : Math.min(items, size);
}

/** Characters of a number, of a date, and of the punctuation around a key or a text. */
const NUMBER = 8;
const DATE = 26;
const AROUND_KEY = 4;
const AROUND_TEXT = 2;

/** Subtracts the characters of the JSON text of a value from those that are left. Stops measuring below 0. */
function take(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - AROUND_TEXT;
  if (typeof value !== 'object' || value === null) return left - NUMBER;
  if (value instanceof Date) return left - DATE;
  if (value instanceof JsonSource) return left - value.characters;
  let rest = left - AROUND_TEXT;
  if (Array.isArray(value)) {
    for (const item of value) {
      rest = take(item, rest) - 1;
      if (rest < 0) return rest;
    }
    return rest;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key in record) {
    rest = take(record[key], rest - key.length - AROUND_KEY);
    if (rest < 0) return rest;
  }
  return rest;
}

/** Returns how many items the outermost lists of a value may have for its text to have at most so many characters. */
function itemsThatFit(value: unknown, max: number): number {
  const lists: (readonly unknown[])[] = [];
  let left = max - outside(value, lists);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) if (index < list.length) left = take(list[index], left) - 1;
    if (left < 0) return index;
  }
  return left < 0 ? 0 : longest;
}

/** Measures everything outside of the outermost lists, and collects those lists. */
function outside(value: unknown, lists: (readonly unknown[])[]): number {
  if (Array.isArray(value)) {
    lists.push(value);
    return AROUND_TEXT;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof JsonSource)
    return -take(value, 0);
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + key.length + AROUND_KEY + outside(inner, lists),
    AROUND_TEXT,
  );
}
