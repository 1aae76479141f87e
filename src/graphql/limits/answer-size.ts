import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Charge } from '../../lib/cost-class.ts';
import { Fault } from '../../lib/fault.ts';
import type { StatementRead } from '../../lib/operation-scope.ts';
import type { Context } from '../context.ts';
import { fits, itemsThatFit } from './json-size.ts';

/** What was charged for is not refused any more, unless it is so many times larger than an answer may be. */
const CHARGED_FACTOR = 4;
/** Rows take more bytes on their way from the database than what is answered of them. */
const READ_FACTOR = 2;
/** Rows differ in size: a limit that is to fit leaves room. */
const CAUTION = 0.8;

/** How large the answer of one operation may be. */
export interface AnswerBudget {
  /** Bytes of its text. */
  maxBytes: number;
  /** Bytes that it may read from the database. */
  maxReadBytes: number;
  /** The size of the operation's outermost page. */
  pageSize: () => number | undefined;
  /** Whether it may have changed something. */
  isWrite: boolean;
}

type Bounded = Pick<Context, 'limits' | 'report'>;

export function answerBudgetOf({ limits, report }: Bounded): AnswerBudget {
  const charges = report.charges ?? [];
  const maxBytes = limits.maxAnswerBytes * (isCharging(charges) ? CHARGED_FACTOR : 1);
  return {
    maxBytes,
    maxReadBytes: READ_FACTOR * maxBytes,
    pageSize: report.pageSize ?? (() => undefined),
    isWrite: charges.some(({ costClass }) => costClass !== 'read' && costClass !== 'evaluate'),
  };
}

/** What an object of a page is taken to need, where it is bounded before anything is read. */
const OBJECT_BYTES = 256;

/**
 * Refuses an operation that spends credits and whose pages might not fit: once it has charged, it is not refused.
 *
 * @param nodes the most objects that its pages can hold.
 */
export function findTooLargeToCharge(nodes: number, context: Bounded): Fault | undefined {
  if (!isCharging(context.report.charges ?? [])) return undefined;
  const budget = answerBudgetOf(context);
  const share = budget.maxBytes / (nodes * OBJECT_BYTES);
  if (share >= 1) return undefined;
  const limit = Math.floor((budget.pageSize() ?? 0) * share);
  return answerTooLarge({ ...budget, isWrite: false }, limit < 1 ? undefined : limit);
}

/** Whether an operation spends credits. */
function isCharging(charges: readonly Charge[]): boolean {
  return charges.some(({ costClass }) => costClass === 'enrich' || costClass === 'export');
}

/** Refuses an answer that would be larger than its budget. @param limit the page size that fits, if any does. */
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
 * Refuses an operation that has read more than its answer may need.
 *
 * @param bytes read by all of its statements. Where the running one brought most of them, and no more rows than the
 *   outermost page holds, its rows are the items of that page.
 */
export function tooMuchRead(budget: AnswerBudget, bytes: number, running: StatementRead): Fault {
  const size = budget.pageSize();
  if (size === undefined) return answerTooLarge(budget, undefined);
  const isPage = running.rows > 0 && running.rows <= size + 1 && running.bytes > bytes / 2;
  const [items, from] = isPage ? [running.rows, running.bytes] : [size, bytes];
  const limit = Math.floor((CAUTION * items * budget.maxBytes) / from);
  return answerTooLarge(budget, limit < 1 ? undefined : Math.min(limit, size));
}

/** Replaces a result whose text would be larger than its budget by the error that says so. */
export function fitAnswer(
  result: ExecutionResult | Promise<ExecutionResult>,
  context: Bounded,
): ExecutionResult | Promise<ExecutionResult> {
  return 'then' in result ? result.then((value) => fitted(value, context)) : fitted(result, context);
}

function fitted(result: ExecutionResult, context: Bounded): ExecutionResult {
  const budget = answerBudgetOf(context);
  if (fits(result.data, budget.maxBytes)) return result;
  const originalError = answerTooLarge(budget, limitFor(result.data, budget));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * The text of an answer over REST. Saved documents select nothing twice: what they read bounds what they answer, so that
 * the text is measured after it is made.
 *
 * @throws Fault answer_too_large
 */
export function toAnswerText(body: unknown, context: Bounded): string {
  const budget = answerBudgetOf(context);
  const text = toText(body);
  if (text !== undefined && isWithin(text, budget.maxBytes)) return text;
  throw answerTooLarge(budget, limitFor(body, budget));
}

/** Bytes are counted only where characters of three bytes could make the difference. */
function isWithin(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}

/** @returns undefined for what is longer than a string can be. */
function toText(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function limitFor(data: unknown, { maxBytes, pageSize }: AnswerBudget): number | undefined {
  const size = pageSize();
  if (size === undefined) return undefined;
  const items = itemsThatFit(data, maxBytes);
  return items < 1 ? undefined : Math.min(items, size);
}
