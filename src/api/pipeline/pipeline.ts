import type { ExecutionResult } from 'graphql';
import type { Context } from '../../graphql/context.ts';
import type { Admission } from './admission.ts';
import { requireListener, withinLimits } from './limits.ts';
import type { Operation } from './operation.ts';
import { type Plan, planOf, requireAllowed } from './plan.ts';
import { once, type Repeat } from './replay.ts';
import { executeInSlot, requireRoom } from './slots.ts';

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
