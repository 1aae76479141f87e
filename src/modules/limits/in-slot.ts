import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../lib/fault.ts';
import type { WorkKind, WorkQueue } from './work-queue.ts';

/** Time for which a process that is too busy for requests leaves work to others. */
const BUSY_MS = 1_000;

/** Holder of the slots of work that belongs to no organization. It takes turns with the organizations that wait. */
export const BACKGROUND = 0;

/** Runs work of no request in a slot, like the filters of requests. @returns undefined after a pause if the process is too busy */
export async function inSlot<T>(
  queue: Pick<WorkQueue, 'take'> | undefined,
  organizationId: number,
  work: () => Promise<T>,
  kind: WorkKind = 'evaluate',
): Promise<T | undefined> {
  let leave: (() => void) | undefined;
  try {
    leave = await queue?.take(kind, organizationId);
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'overloaded')) throw error;
    await sleep(BUSY_MS);
    return undefined;
  }
  try {
    return await work();
  } finally {
    leave?.();
  }
}
