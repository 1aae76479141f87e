import type { ExecutionResult } from 'graphql';
import { failedResult } from '../../graphql/errors.ts';
import { executeOperation } from '../../graphql/execute.ts';
import { Fault } from '../../lib/fault.ts';
import { schema } from '../schema.ts';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';

/** Refuses an operation that would wait too long for its slot, before it costs points. @throws Fault overloaded */
export function requireRoom({ context, isFile }: Operation, { slot }: Plan): void {
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
export function executeInSlot(operation: Operation, { slot }: Plan): Promise<ExecutionResult> {
  const { principal, services } = operation.context;
  if (!slot || !services.work) return executeOperation(schema, operation);
  const execute = () => executeOperation(schema, operation);
  return services.work.run(slot, principal.organizationId, execute).catch((error: unknown) => {
    if (error instanceof Fault) return failedResult(error);
    throw error;
  });
}
