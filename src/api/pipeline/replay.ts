import { Fault, type FaultCode } from '../../lib/fault.ts';
import type { IdempotencyService, Outcome } from '../../modules/idempotency/idempotency-service.ts';
import { RETRY_AFTER_SECONDS } from '../../modules/idempotency/replay-log.ts';
import type { Operation } from './operation.ts';

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
  keep: (answer: Answer) => Outcome;
  recall: (stored: Outcome['answer']) => Answer;
}

/**
 * Runs an operation with an Idempotency-Key once. Retries get the answer of the first request.
 *
 * @throws Fault of the key: malformed, used for something else, or still in use.
 */
export async function once<Answer>(
  { context, res }: Operation,
  { header, route, content, keep, recall }: Repeat<Answer>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const request = { principal: context.principal, header, route, content };
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
