import { createLogger } from '../../src/lib/logger.ts';
import { SweepGuard, type SweepTime } from '../../src/modules/sweeps/sweeps.ts';
import type { TestService } from './service.ts';

type Swept = Pick<TestService, 'database' | 'clock'>;

async function storeSweep({ database, clock }: Swept): Promise<void> {
  await database.pool.query('UPDATE last_sweep SET swept_at = $1', [clock.now()]);
}

/** Makes a service believe its clock, which goes on from there, and sweep. */
export async function believeClock(service: TestService): Promise<void> {
  await storeSweep(service);
  await service.service.sweep();
}

/** Returns the time of a service's clock for statements that delete by it. */
export async function sweepTime(service: Swept): Promise<SweepTime> {
  await storeSweep(service);
  const tools = { db: service.database.pool, clock: service.clock, logger: createLogger('silent') };
  const time = await new SweepGuard(tools).time();
  if (!time) throw new Error('the guard does not believe the clock');
  return time;
}
