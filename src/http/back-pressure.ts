import { type Charge, isHeavy } from '../modules/limits/cost-class.ts';
import type { WorkQueue } from '../modules/limits/work-queue.ts';
import type { DoorHandler } from './door.ts';
import { stateOf } from './request-state.ts';

/**
 * Refuses a request whose work would wait too long, before its body is read or points are taken: under load most requests
 * are refused, and each has to cost next to nothing. One that gets by may still be refused when its turn comes.
 */
export function refusesWhenBusy(
  work: WorkQueue | undefined,
  charges: readonly Charge[],
): readonly DoorHandler[] {
  const heavy = charges.find(isHeavy)?.costClass;
  if (!work || !heavy) return [];
  return [
    (req, _res, next) => {
      const { principal } = stateOf(req);
      if (principal) {
        work.requireRoom(heavy, principal.organizationId);
        // What was paid for should have somewhere to go.
        if (heavy === 'export') work.requireRoom('stream', principal.organizationId);
      }
      next();
    },
  ];
}
