import type { ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { type Analysis, analyze } from '../../graphql/analysis/analyze.ts';
import type { Context } from '../../graphql/context.ts';
import { failedResult } from '../../graphql/errors.ts';
import { executeOperation } from '../../graphql/execute.ts';
import { findTooLargeToCharge } from '../../graphql/limits/answer-size.ts';
import { refusalsOf } from '../../graphql/limits/refusals.ts';
import { type Charge, ONE_READ } from '../../lib/cost-class.ts';
import { Fault, type FaultCode } from '../../lib/fault.ts';
import { RETRY_AFTER_SECONDS } from '../../modules/idempotency/replay-log.ts';
import type { IdempotencyService, Outcome, StreamedBody } from '../../modules/idempotency/service.ts';
import type { WorkKind } from '../../modules/limits/work-queue.ts';
import { schema } from '../schema.ts';
import type { Admission } from './admission.ts';
import { requireListener, withinLimits } from './limits.ts';

export type Pipeline = ReturnType<typeof createPipeline>;

/** Creates the one way of an operation, of either API, from its variables to its answer. */
export function createPipeline(admission: Admission) {
  /**
   * Plans an operation and admits it. The key was checked and the body read before.
   *
   * @throws Fault of its size, of its slots (overloaded) or of its points (rate_limited).
   */
  async function admit(operation: Operation): Promise<Plan> {
    const plan = planOf(operation);
    if (!operation.isSaved) requireAllowed(plan, operation.context);
    requireRoom(operation, plan);
    await admission.admit(operation.context, operation.res, plan.charges);
    requireListener(operation.res);
    return plan;
  }

  return {
    admission,
    admit,
    once,
    /**
     * Admits an operation, and runs it: once if it has an Idempotency-Key, as soon as it has a slot, within its time and bytes.
     *
     * @param answer makes of the result what is sent. Errors of the operation are a part of both.
     * @param repeat how a retry gets the same answer; undefined for a read, and without an Idempotency-Key.
     * @throws Fault of an operation that did not run.
     */
    async run<Answer>(
      operation: Operation,
      answer: (result: ExecutionResult, context: Context) => Answer | Promise<Answer>,
      repeat?: Repeat<Answer>,
    ): Promise<Answer> {
      const plan = await admit(operation);
      const execute = () => executeInSlot(operation, plan);
      const { context } = operation;
      if (!repeat) return answer(await withinLimits(operation, execute), context);
      return once(operation, repeat, async () => answer(await withinLimits(operation, execute), context));
    },
  };
}

/** One operation of a caller, as REST and GraphQL make it. */
export interface Operation {
  /** Is valid. */
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  /** Says who calls. */
  context: Context;
  /** What the answer will be sent with. */
  res: ServerResponse;
  /** Whether the service wrote the document, whose size is then known to be within the limits. */
  isSaved: boolean;
  /** Whether the answer is a file that is sent while it is read. */
  isFile?: boolean;
}

/** What an operation takes, known before it runs. */
interface Plan {
  /** Undefined if the document has no such operation, which execution reports. */
  analysis: Analysis | undefined;
  /** Points of the rate limit, by class. */
  charges: readonly Charge[];
  /** Kind of the slot that it runs in; undefined if it is not heavy. */
  slot: WorkKind | undefined;
}

/** Plans an operation, and notes what is known of it. The analysis of a document is kept with it. */
function planOf({ document, operationName, variables, context }: Operation): Plan {
  const { report, services } = context;
  const analysis = analyze(schema, document, operationName, variables);
  const charges = analysis?.charges ?? ONE_READ;
  if (analysis) {
    report.cost = analysis.cost;
    report.charges = charges;
    report.costs = { ...analysis.classes };
    report.pageSize = analysis.pageSize;
  }
  const isLarge = analysis !== undefined && analysis.cost >= (services.work?.largeCost ?? Infinity);
  return { analysis, charges, slot: analysis?.heavyClass ?? (isLarge ? 'large' : undefined) };
}

/** Operation that exceeds limits. Callers learn of all of them at once. */
export class LimitsExceeded extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('the operation exceeds limits');
    this.faults = faults;
  }
}

/** Refuses an operation that is too large. @throws LimitsExceeded */
function requireAllowed({ analysis }: Plan, { limits, report }: Context): void {
  if (!analysis) return;
  report.maxCost = limits.maxCost;
  const tooLarge = findTooLargeToCharge(analysis.nodes, { limits, report });
  const faults = [...refusalsOf(analysis, limits), ...(tooLarge ? [tooLarge] : [])];
  if (faults.length > 0) throw new LimitsExceeded(faults);
}

/** Least that a document can cost, whatever its variables: one point of each class that it uses. */
export function minimumCharges(document: Operation['document']): readonly Charge[] {
  const charges = analyze(schema, document, undefined, {})?.charges ?? ONE_READ;
  return charges.map(({ costClass }) => ({ costClass, points: 1 }));
}

/** Refuses an operation that would wait too long for its slot, before it costs points. @throws Fault overloaded */
function requireRoom({ context, isFile }: Operation, { slot }: Plan): void {
  const { principal, services } = context;
  const { work } = services;
  if (!slot || !work) return;
  work.requireRoom(slot, principal.organizationId);
  // Its stream takes this slot later: without one, the file must not be charged.
  if (isFile) work.requireRoom('stream', principal.organizationId);
}

/**
 * Executes an operation, a heavy one as soon as it has a slot. Call it within the time limit, because waiting is a part of
 * the operation. A refused operation has the one error `overloaded`.
 */
function executeInSlot(operation: Operation, { slot, charges }: Plan): Promise<ExecutionResult> {
  const { principal, services } = operation.context;
  if (!slot || !services.work) return executeOperation(schema, operation);
  const execute = () => executeOperation(schema, operation);
  const isRead = charges.every(({ costClass }) => costClass !== 'write');
  return services.work.run(slot, principal.organizationId, execute, isRead).catch((error: unknown) => {
    if (error instanceof Fault) return failedResult(error);
    throw error;
  });
}

export type { Outcome };

declare module '../../graphql/context.ts' {
  interface Services {
    idempotency: IdempotencyService;
  }
}

/** How an operation with an Idempotency-Key is told from others, and how its answer is kept for retries. */
export interface Repeat<Answer> {
  /** Header as it was sent. */
  header: string | string[];
  /** Method and path. */
  route: string;
  /** Everything that determines the answer. */
  content: unknown;
  /** A body that is read while the operation runs, and is no part of `content`. */
  body?: StreamedBody;
  keep: (answer: Answer) => Outcome;
  recall: (stored: Outcome['answer']) => Answer;
}

/**
 * Runs an operation with an Idempotency-Key once. Retries get the answer of the first request.
 *
 * @throws Fault of the key: malformed, used for something else, or still in use.
 */
async function once<Answer>(
  { context, res }: Pick<Operation, 'context' | 'res'>,
  { header, route, content, body, keep, recall }: Repeat<Answer>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const request = { principal: context.principal, header, route, content, body };
  const noteCode = (code: FaultCode) => {
    if (code === 'idempotency_in_progress') res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  };
  let fresh: Answer | undefined;
  try {
    const { answer, replayed } = await context.services.idempotency.once(request, async () => {
      fresh = await run();
      const outcome = keep(fresh);
      // Another process may have taken the request over while it ran.
      outcome.errors.forEach(noteCode);
      return outcome;
    });
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    return fresh ?? recall(answer);
  } catch (error) {
    if (error instanceof Fault) noteCode(error.code);
    throw error;
  }
}
